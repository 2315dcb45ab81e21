import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('pt');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'As suas compras',
  allPurchases: 'Todas as compras',
  backTo: (shop) => `Voltar a ${shop}`,
  nothingBought: (shop) => `O que comprar em ${shop} aparece aqui.`,
  nothingBoughtYet: 'Ainda não há compras',
  notFound: {
    title: 'Página não encontrada',
    text: 'Neste endereço não há nada seu.',
  },

  notes: {
    'billing-saved': 'Os seus dados de faturação foram guardados.',
    'invoice-corrected': 'A sua fatura foi corrigida. A nova está na lista.',
    'card-saved': 'O seu cartão foi guardado. Será usado nos próximos pagamentos.',
    'card-paid': 'O seu cartão foi guardado e o pagamento em aberto está pago.',
    'device-freed': 'O dispositivo foi desativado. Pode ativar outro.',
    changed: 'A sua subscrição foi alterada.',
    canceled: 'A sua subscrição foi cancelada. Nada mais será cobrado.',
    kept: 'A sua subscrição continua.',
    paused: 'A sua subscrição está em pausa. Entretanto, nada será cobrado.',
    resumed: 'Boas-vindas de novo. A sua subscrição está de novo ativa.',
    'offer-taken': 'Obrigado por ficar. O seu desconto foi aplicado.',
    'offer-gone': 'Esta oferta já não está disponível. Nada mudou.',
    busy: 'Está a ser processado um pagamento desta subscrição. Tente de novo dentro de momentos.',
    waiting:
      'O seu pagamento está a ser processado. ' +
      'Recarregue esta página dentro de momentos para ver o resultado.',
  },

  subscriptions: 'Subscrições',
  noSubscriptions: 'Não tem subscrições.',
  allSubscriptions: 'Todas as subscrições',
  licenses: 'Chaves de licença',
  noLicenses: 'Não tem chaves de licença.',
  allLicenses: 'Todas as chaves de licença',
  payments: 'Pagamentos',
  noPayments: 'Ainda não tem pagamentos.',
  allPayments: 'Todos os pagamentos',
  invoices: 'Faturas',
  noInvoices: 'Ainda não tem faturas.',
  allInvoices: 'Faturas e notas de crédito',
  older: 'Mostrar anteriores',

  copy: 'Copiar',
  copyKeyOf: (product) => `Copiar a chave de licença de ${product}`,
  copied: 'Copiado',
  pressToCopy: 'Prima Ctrl+C (ou ⌘C) para copiar.',
  licenseStatus: {
    inactive: 'Por ativar',
    active: 'Ativa',
    expired: 'Expirada',
    disabled: 'Desativada',
  },
  validUntil: (day) => `Válida até ${day}.`,
  expiredOn: (day) => `Expirou em ${day}.`,
  devicesUsed: (used) =>
    n(used, { one: `Em uso em ${used} dispositivo.`, other: `Em uso em ${used} dispositivos.` }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `Em uso em ${used} de ${limit} dispositivo.`,
      other: `Em uso em ${used} de ${limit} dispositivos.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one: 'O dispositivo mais recente excede o limite e não pode ser usado. Desative outro.',
      other:
        `Os ${count} dispositivos mais recentes excedem o limite e não podem ser usados. ` +
        'Desative outros.',
    }),
  deviceSince: (day) => `Desde ${day}`,
  deviceOverLimit: 'Acima do limite',
  deactivate: 'Desativar',
  deactivateDevice: (device) => `Desativar ${device}`,

  paymentTypes: {
    purchase: 'Compra',
    subscription_start: 'Primeiro pagamento',
    renewal: 'Renovação',
    plan_change: 'Mudança de plano',
    refund: 'Reembolso',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Pago',
    pending: 'Em curso',
    declined: 'Recusado',
    failed: 'Falhado',
    refunded: 'Reembolsado',
    partially_refunded: 'Reembolsado em parte',
    disputed: 'Contestado',
    charged_back: 'Devolvido pelo banco',
  },
  amountRefunded: (amount) => `${amount} reembolsados`,
  refundFailed: 'O seu banco não aceitou o reembolso. Contacte a loja.',
  disputeOpen: 'Contestou este pagamento. O seu banco ainda não decidiu.',
  disputeLost: 'O seu banco devolveu-lhe este pagamento.',
  disputeWon: 'Contestou este pagamento. O seu banco decidiu que se mantém.',
  refundDeclined: 'O reembolso não foi feito. Contacte a loja.',
  invoice: 'Fatura',
  creditNote: 'Nota de crédito',
  invoiceNumber: (number) => `Fatura ${number}`,
  creditNoteNumber: (number) => `Nota de crédito ${number}`,
  receipt: 'Recibo',
  details: 'Detalhes',
  ofPayment: ({ product, day }) => `de ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Corrigir',

  titles: {
    receipt: 'Recibo',
    refund: 'Reembolso',
    declined: 'Pagamento recusado',
    refundDeclined: 'Reembolso recusado',
    refundFailed: 'Reembolso falhado',
    pending: 'Pagamento em curso',
    refundPending: 'Reembolso em curso',
  },
  from: 'De',
  billedTo: 'Faturado a',
  date: 'Data',
  paidWith: 'Pago com',
  total: 'Total',
  refundedAmount: 'Reembolsado',
  netPaid: 'Pago após reembolsos',
  notRefunded: 'Não reembolsado',
  takenFromBalance: 'Descontado do seu saldo',
  printThis: 'Imprima esta página para os seus registos.',

  signIn: {
    title: 'Gerir as suas compras',
    text: (shop) =>
      `Introduza o endereço de e-mail que usou em ${shop}. Enviamos-lhe uma ligação para as suas ` +
      'subscrições, faturas e chaves de licença.',
    send: 'Enviar ligação',
    sentTitle: 'Consulte o seu e-mail',
    sent: 'Se comprou algo com este endereço, vai receber uma ligação. É válida durante uma hora.',
    noMail:
      'Não recebeu o e-mail? Veja a pasta de spam e confirme que este é o endereço que usou. ' +
      'Pode pedir de novo dentro de cinco minutos.',
    otherAddress: 'Usar outro endereço',
  },
};
