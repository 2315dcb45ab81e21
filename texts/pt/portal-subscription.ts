import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('pt');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Teste gratuito',
    active: 'Ativa',
    ending: 'Cancelada',
    past_due: 'Pagamento falhado',
    paused: 'Em pausa',
    canceled: 'Terminada',
  },
  nextPaymentOn: ({ amount, day }) => `Próximo pagamento: ${amount} em ${day}.`,
  nextPaymentWithTax: ({ amount, day }) =>
    `Próximo pagamento: ${amount}, impostos incluídos, em ${day}.`,
  paidUntil: (day) => `Paga até ${day}.`,
  trialUntil: (day) => `Gratuita até ${day}.`,
  endsOn: (day) => `Termina em ${day}. Pode usá-la até lá.`,
  endedOn: (day) => `Terminou em ${day}.`,
  pausedUntil: (day) => `Em pausa. É retomada em ${day}.`,
  pausedByYou: 'Em pausa até a retomar.',
  pausedByShop: (shop) => `Posta em pausa por ${shop}. Contacte a loja para a retomar.`,
  pausedUnpaid: 'Em pausa porque um pagamento falhou.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every}, por unidade`,
  plusTax: (price) => `${price} mais impostos`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Pagamento falhado',
  couldNotCharge: ({ amount, plan }) => `Não conseguimos cobrar ${amount} por ${plan}.`,
  triedAgainOn: (day) => `Tentaremos de novo em ${day}.`,
  notTriedAgain: 'Não tentaremos de novo com este cartão.',
  payAmount: (amount) => `Pagar ${amount}`,
  cardExpiresSoon: 'O seu cartão expira em breve',
  cardExpiresBefore: ({ card, day }) => `${card} expira antes do próximo pagamento, em ${day}.`,

  manage: 'Gerir',
  managePlan: (plan) => `Gerir ${plan}`,
  price: 'Preço',
  quantity: 'Quantidade',
  nextPayment: 'Próximo pagamento',
  none: 'Nenhum',
  amountOn: ({ amount, day }) => `${amount} em ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount}, impostos incluídos, em ${day}`,
  discount: 'Desconto',
  discountUntil: ({ code, day }) => `${code}, até ${day}`,
  credit: 'Saldo',
  creditIsUsed: (amount) => `${amount}, para os próximos pagamentos`,
  owed: 'Em dívida',
  owedIsAdded: (amount) => `${amount}, a somar ao próximo pagamento`,
  plannedChange: 'Alteração prevista',
  plannedFrom: ({ plan, day }) => `${plan} a partir de ${day}`,

  changePlan: 'Mudar de plano',
  changePlanOrQuantity: 'Mudar de plano ou quantidade',
  changeQuantity: 'Alterar quantidade',
  plan: 'Plano',
  currentPlan: 'O seu plano',
  nearestPlans: (shop) =>
    `Estes são os planos mais próximos do seu. Pergunte a ${shop} por outros planos.`,
  reviewChange: 'Rever a alteração',
  nothingChangesYet: 'Nada muda até confirmar.',
  chooseOnePlan: 'Escolha um destes planos.',
  checkQuantity: (most) => `Introduza um número inteiro de 1 a ${most}.`,
  quantityIsFixed: 'A quantidade não pode ser alterada aqui. Contacte a loja.',
  nothingChosen: 'É o que tem agora. Escolha outra coisa para ver quanto custa.',
  changeTo: (plan) => `Mudar para ${plan}`,
  youHave: (plan) => `Agora tem ${plan}. A alteração produz efeito quando confirmar.`,
  endsTrial: ({ amount, day }) =>
    `Esta alteração termina o seu teste gratuito, que duraria até ${day}. ` +
    `Hoje são cobrados ${amount}.`,
  endsTrialFree: (day) => `Esta alteração termina o seu teste gratuito, que duraria até ${day}.`,
  dearerEndsTrial:
    'Algo mais caro termina o seu teste gratuito e é cobrado hoje. ' +
    'Verá o montante antes de confirmar.',
  now: 'A pagar hoje',
  nothingDueNow: 'Hoje nada é cobrado.',
  chargedNow: 'Cobrado hoje',
  creditAfter: (amount) =>
    `O seu saldo depois disto: ${amount}. Será usado nos próximos pagamentos.`,
  nextPaymentDay: (day) => `Próximo pagamento em ${day}`,
  chargedThen: 'Cobrado nesse dia',
  cardIsCharged: (card) => `Cobrado em ${card}.`,
  cardNeeded: 'Não há nenhum cartão guardado. Adicione primeiro um.',
  confirmAndPay: (amount) => `Confirmar e pagar ${amount}`,
  confirmChange: 'Confirmar alteração',
  amountChanged: 'O valor mudou',
  checkAmount: 'Nada foi cobrado. Verifique o novo valor.',

  pause: 'Pausar subscrição',
  pauseShort: 'Pausar',
  pauseText: 'Faça uma pausa. Nada é cobrado e o tempo que pagou mantém-se.',
  pausePlan: (plan) => `Pausar ${plan}?`,
  pauseMeans:
    'Durante a pausa nada é cobrado e não a pode usar. O tempo que pagou mantém-se e continua ' +
    'quando a retomar.',
  pauseDropsChange: (change) => `A alteração prevista (${change}) é anulada.`,
  pauseOnce: 'Pode fazer uma pausa em cada período pago.',
  pauseUsed: ({ day }) => `Já fez uma pausa neste período. Pode fazer outra depois de ${day}.`,
  pauseHowLong: 'Durante quanto tempo?',
  pauseMonths: ({ months, day }) =>
    n(months, { one: `${months} mês, até ${day}`, other: `${months} meses, até ${day}` }),
  pauseOpen: 'Até eu a retomar',
  notNow: 'Agora não',
  resume: 'Retomar subscrição',
  resumeShort: 'Retomar',
  resumePlan: (plan) => `Retomar ${plan}?`,
  resumeMeans: 'Pode usá-la de novo de imediato. O tempo que pagou continua onde parou.',
  resumeCharges: ({ amount, every }) =>
    `Hoje começa um novo período. Paga ${amount} ${every}, a primeira vez agora.`,
  payAndResume: (amount) => `Pagar ${amount} e retomar`,
  stillPaused: 'A sua subscrição continua em pausa.',

  cancel: 'Cancelar subscrição',
  cancelText: 'Pode usá-la até ao fim do tempo que pagou.',
  cancelTrialText: 'Pode usá-la até ao fim do teste. Nada será cobrado.',
  cancelPlan: (plan) => `Cancelar ${plan}?`,
  cancelsOn: (day) => `Pode usá-la até ${day} e mudar de ideias até lá. Nada mais será cobrado.`,
  cancelResumes: (day) =>
    `A pausa termina, para que possa usar o tempo que pagou até ${day}. ` +
    'Nada mais será cobrado.',
  cancelsNow: 'Termina de imediato e não pode ser anulado. Nada mais será cobrado.',
  whyCancel: 'Porque cancela?',
  reasons: {
    too_expensive: 'É demasiado cara',
    unused: 'Não a uso o suficiente',
    missing_features: 'Falta algo de que preciso',
    switched_service: 'Vou mudar para outra coisa',
    low_quality: 'Não funciona tão bem como esperava',
    customer_service: 'Não gostei do apoio ao cliente',
    too_complex: 'É demasiado difícil de usar',
    other: 'Outro motivo',
  },
  chooseReason: 'Escolha um destes motivos ou nenhum.',
  comment: 'O que poderia ser melhor?',
  checkComment: (most) => `Introduza no máximo ${most} caracteres.`,
  keep: 'Manter a minha subscrição',

  offerTitle: (off) => `Fique e receba ${off} de desconto`,
  offerNext: ({ amount, full, day }) =>
    `O seu próximo pagamento, em ${day}, será de ${amount} em vez de ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `O desconto aplica-se durante ${months} mês.`,
      other: `O desconto aplica-se durante ${months} meses.`,
    }),
  offerForever: 'O desconto aplica-se enquanto mantiver a subscrição.',
  offerAccept: 'Aceitar oferta',
};
