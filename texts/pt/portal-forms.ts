import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Cancelar',

  paymentMethod: 'Meio de pagamento',
  noCard: 'Nenhum cartão guardado.',
  expires: (date) => `Expira ${date}`,
  expired: (date) => `Expirou ${date}`,
  updateCard: 'Alterar cartão',
  addCard: 'Adicionar cartão',
  addCardTitle: 'Adicionar um cartão',
  updateCardTitle: 'Alterar o seu cartão',
  cardIsUsed: (card) => `${card} é usado nos seus pagamentos. O novo cartão substitui-o.`,
  cardWillBeUsed: 'O cartão será usado nos seus próximos pagamentos.',
  payAndSaveCard: 'Pagar e guardar o cartão',
  saveCard: 'Guardar o cartão',
  continueTo: (provider) => `Continuar para ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `No novo cartão serão cobrados de imediato ${amount} por ${plan}.`,
  chargedLater: ({ amount, plan }) =>
    `O pagamento de ${amount} por ${plan} não é cobrado agora. ` +
    'Será cobrado mais tarde no novo cartão, se ainda estiver em aberto.',
  cannotTakeCards: 'De momento, esta loja não pode aceitar cartões',
  askShop: (shop) => `Contacte ${shop}.`,
  didNotWork: 'Não funcionou',
  tryInAMoment: 'Tente de novo dentro de momentos.',
  tooManyTries: 'Demasiadas tentativas',
  methods: {
    acss_debit: 'Débito bancário',
    au_becs_debit: 'Débito bancário',
    bacs_debit: 'Débito bancário',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Conta bancária',
    paypal: 'PayPal',
    sepa_debit: 'Débito SEPA',
    us_bank_account: 'Conta bancária',
  },

  balance: 'Saldo',
  haveCredit: (amount) => `Tem ${amount} de saldo. Será usado nos seus próximos pagamentos.`,
  oweAmount: (amount) => `Deve ${amount}. O valor será somado ao próximo pagamento.`,

  billing: 'Dados de faturação',
  noBilling: 'Ainda não há dados de faturação.',
  billingText: 'Aparecem nas suas próximas faturas.',
  updateBilling: 'Alterar dados',
  save: 'Guardar',
  taxNumberIs: (number) => `Número fiscal ${number}`,
  checkTaxNumber: 'Verifique este número fiscal ou deixe o campo vazio.',
  checkCountry: 'Escolha um país da lista ou deixe o campo vazio.',
  phone: 'Telefone',
  address: 'Morada',
  line1: 'Rua e número',
  line2: 'Andar, porta ou bloco',
  city: 'Localidade',
  stateOrRegion: 'Distrito ou região',

  correctTitle: (number) => `Corrigir a fatura ${number}`,
  correctText:
    'Recebe uma nota de crédito desta fatura e uma nova fatura com estes dados. ' +
    'O que pagou não muda.',
  countryIsFixed: (country) => `País: ${country}. Não pode ser alterado aqui.`,
  correctInvoice: 'Corrigir a fatura',
};
