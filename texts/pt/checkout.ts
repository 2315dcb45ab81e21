import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('pt');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Pagar a ${shop}`,
  subscribeTo: (product) => `Subscrever ${product}`,
  tryProduct: (product) => `Experimentar ${product}`,
  getProduct: (product) => `Obter ${product}`,
  back: 'Voltar',

  order: 'A sua encomenda',
  showOrder: 'Mostrar encomenda',
  today: 'hoje',
  plusTax: 'mais impostos',
  thenEvery: ({ amount, every, day }) => `Depois, ${amount} ${every} a partir de ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Depois, ${reduced} em ${day} e, em seguida, ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    n(months, {
      one:
        `Depois, ${reduced} ${every} a partir de ${day} e, ao fim de ${months} mês, ${amount} ` +
        `${every}.`,
      other:
        `Depois, ${reduced} ${every} a partir de ${day} e, ao fim de ${months} meses, ` +
        `${amount} ${every}.`,
    }),
  thenFree: 'Depois disso não paga nada.',
  cancelAnyTime: 'Cancele quando quiser.',
  taxComesOnTop: 'Impostos não incluídos.',
  taxIsIncluded: 'Impostos incluídos.',
  freeTrial: (days) =>
    n(days, { one: `${days} dia de teste gratuito`, other: `${days} dias de teste gratuito` }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} por unidade`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Quantidade',
  oneLess: 'Menos um',
  oneMore: 'Mais um',
  updateQuantity: 'Atualizar quantidade',
  checkQuantityTitle: 'Verifique a quantidade',
  checkQuantity: ({ least, most }) => `Introduza um número inteiro de ${least} a ${most}.`,
  about: 'Sobre este produto',
  subtotal: 'Subtotal',
  percentOff: (percent) => `${percent} de desconto`,
  amountOff: (amount) => `${amount} de desconto`,
  afterTrial: 'depois do teste',
  rounding: 'Arredondamento',
  tax: 'Impostos',
  taxDependsOnPlace: 'Conforme o seu país',
  taxIncluded: (tax) => `${tax} incluído`,
  reverseCharge: 'Autoliquidação: não é cobrado IVA, é a sua empresa que o declara.',
  taxExempt: 'Isento de impostos.',
  paidFromBalance: 'Pago com o seu saldo',
  owedFromEarlier: 'Em dívida',
  total: 'Total',
  totalBeforeTax: 'Total sem impostos',
  dueToday: 'A pagar hoje',

  addCode: 'Adicionar código promocional',
  code: 'Código promocional',
  apply: 'Aplicar',
  removeCode: (code) => `Remover ${code}`,
  codeNotValid: 'Este código não é válido',
  codeUnusable: 'Este código não pode ser usado nesta encomenda.',
  codeGone: 'Este código já não pode ser usado',
  removeToPayFull: 'Remova-o para pagar o preço completo.',

  startTrial: 'Comece o seu período de teste gratuito',
  yourDetails: 'Os seus dados',
  payment: 'Dados de pagamento',
  buyingForCompany: 'Compro para uma empresa',
  updateTotal: 'Atualizar total',
  goOn: 'Continuar',
  continueToPay: 'Continuar para o pagamento',
  orByCard: 'Ou pague com cartão',
  payNow: (amount) => `Pagar ${amount}`,
  subscribe: 'Subscrever',
  startTrialNow: 'Começar o teste',
  completeOrder: 'Concluir encomenda',
  payAt: (provider) => `Paga na página seguinte, com ${provider}.`,
  chooseAt: (provider) =>
    `Na página seguinte, com ${provider}, escolhe como pagar mais tarde. Hoje não paga nada.`,
  securedBy: (provider) => `Pagamento seguro com ${provider}`,
  firstCharge: ({ amount, day }) => `A primeira cobrança, de ${amount}, será em ${day}.`,
  renewsUntilCanceled: 'A sua subscrição renova-se automaticamente até a cancelar.',
  orderAndPay: (amount) => `Encomendar e pagar ${amount}`,
  orderWithObligation: 'Encomenda com obrigação de pagar',
  consentToContent:
    'Quero que o fornecimento comece de imediato e sei que com isso perco o direito de ' +
    'livre resolução.',
  consentToService:
    'Quero que o serviço comece de imediato e sei que perco o direito de livre resolução ' +
    'quando estiver totalmente prestado.',
  consentNeeded: 'Assinale a caixa para continuar.',
  acceptTerms: (link) => html`Ao pagar, aceita os ${link('termos')}.`,
  acceptPrivacy: (link) => html`Ao pagar, aceita a ${link('política de privacidade')}.`,
  acceptBoth: (terms, privacy) =>
    html`Ao pagar, aceita os ${terms('termos')} e a ${privacy('política de privacidade')}.`,

  cardDeclined: 'Cartão recusado',
  notCompleted: 'Pagamento não concluído',
  nothingCharged: 'Nada foi cobrado.',
  countryNeeded: 'Escolha o seu país: o imposto depende dele.',
  regionNeeded: 'Escolha a sua região: o imposto depende dela.',
  checkTaxNumber: 'Verifique este número ou deixe o campo vazio.',
  numberNotKnown: 'O registo fiscal não conhece este número, por isso é cobrado imposto.',
  numberNotVerified: 'Ainda não foi possível verificar este número, por isso é cobrado imposto.',
  tooSmall: (smallest) => `Ficariam menos de ${smallest} por pagar, o que não pode ser cobrado.`,
  tooLarge: 'Com impostos, é mais do que pode ser cobrado de uma vez.',
  totalChanged: 'O total mudou',
  checkBeforePaying: 'Verifique-o antes de pagar. Nada foi cobrado.',
  orderUpdated: 'A sua encomenda está atualizada',
  trialUsed: 'Já usou este período de teste gratuito',
  priceWithoutTrial: 'Este é o preço sem o teste. Nada foi cobrado.',
  noAnswer: 'Ainda não há resposta',
  pressAgain: 'Verifique a sua ligação e prima novamente o botão.',
  tooManyTries: 'Demasiadas tentativas',
  waitThenTry: (seconds) => `Aguarde ${seconds} e tente de novo.`,
  tooManyDeclines: 'Demasiados pagamentos recusados',
  startAgainAt: (shop) => `Volte a ${shop} e comece de novo.`,
};
