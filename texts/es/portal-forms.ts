import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Cancelar',

  paymentMethod: 'Medio de pago',
  noCard: 'No hay ninguna tarjeta guardada.',
  expires: (date) => `Caduca ${date}`,
  expired: (date) => `Caducada ${date}`,
  updateCard: 'Cambiar tarjeta',
  addCard: 'Añadir tarjeta',
  addCardTitle: 'Añadir una tarjeta',
  updateCardTitle: 'Cambiar su tarjeta',
  cardIsUsed: (card) => `${card} se usa para sus pagos. La tarjeta nueva la sustituye.`,
  cardWillBeUsed: 'La tarjeta se usará para sus próximos pagos.',
  payAndSaveCard: 'Pagar y guardar la tarjeta',
  saveCard: 'Guardar la tarjeta',
  continueTo: (provider) => `Continuar en ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `En la tarjeta nueva se cobrarán de inmediato ${amount} por ${plan}.`,
  chargedLater: ({ amount, plan }) =>
    `El pago de ${amount} por ${plan} no se cobra ahora. ` +
    'Se cobrará más tarde en la tarjeta nueva, si sigue pendiente.',
  cannotTakeCards: 'Esta tienda no puede aceptar tarjetas en este momento',
  askShop: (shop) => `Póngase en contacto con ${shop}.`,
  didNotWork: 'No ha funcionado',
  tryInAMoment: 'Inténtelo de nuevo dentro de un momento.',
  tooManyTries: 'Demasiados intentos',
  methods: {
    acss_debit: 'Adeudo bancario',
    au_becs_debit: 'Adeudo bancario',
    bacs_debit: 'Adeudo bancario',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Cuenta bancaria',
    paypal: 'PayPal',
    sepa_debit: 'Adeudo SEPA',
    us_bank_account: 'Cuenta bancaria',
  },

  balance: 'Saldo',
  haveCredit: (amount) => `Tiene ${amount} de saldo. Se usará para sus próximos pagos.`,
  oweAmount: (amount) => `Debe ${amount}. Se sumarán a su próximo pago.`,

  billing: 'Datos de facturación',
  noBilling: 'Todavía no hay datos de facturación.',
  billingText: 'Aparecerán en sus próximas facturas.',
  updateBilling: 'Cambiar los datos',
  save: 'Guardar',
  taxNumberIs: (number) => `Número fiscal ${number}`,
  checkTaxNumber: 'Compruebe este número fiscal o deje el campo vacío.',
  checkCountry: 'Elija un país de la lista o deje el campo vacío.',
  phone: 'Teléfono',
  address: 'Dirección',
  line1: 'Calle y número',
  line2: 'Piso, puerta o escalera',
  city: 'Ciudad',
  stateOrRegion: 'Provincia o región',

  correctTitle: (number) => `Corregir la factura ${number}`,
  correctText:
    'Recibirá una factura rectificativa de esta factura y una factura nueva con estos datos. ' +
    'Lo que ha pagado no cambia.',
  countryIsFixed: (country) => `País: ${country}. No se puede cambiar aquí.`,
  correctInvoice: 'Corregir la factura',
};
