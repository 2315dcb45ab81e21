import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('es');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Pagar a ${shop}`,
  subscribeTo: (product) => `Suscribirse a ${product}`,
  tryProduct: (product) => `Probar ${product}`,
  getProduct: (product) => `Obtener ${product}`,
  back: 'Volver',

  order: 'Su pedido',
  showOrder: 'Ver el pedido',
  today: 'hoy',
  plusTax: 'más impuestos',
  thenEvery: ({ amount, every, day }) => `Después, ${amount} ${every} a partir del ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Después, ${reduced} el ${day} y luego ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    n(months, {
      one:
        `Después, ${reduced} ${every} a partir del ${day} y, al cabo de ${months} mes, ` +
        `${amount} ${every}.`,
      other:
        `Después, ${reduced} ${every} a partir del ${day} y, al cabo de ${months} meses, ` +
        `${amount} ${every}.`,
    }),
  thenFree: 'Después no paga nada.',
  cancelAnyTime: 'Cancele cuando quiera.',
  taxComesOnTop: 'Impuestos no incluidos.',
  taxIsIncluded: 'Impuestos incluidos.',
  freeTrial: (days) =>
    n(days, { one: `${days} día de prueba gratis`, other: `${days} días de prueba gratis` }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} por unidad`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Cantidad',
  oneLess: 'Uno menos',
  oneMore: 'Uno más',
  updateQuantity: 'Actualizar la cantidad',
  checkQuantityTitle: 'Compruebe la cantidad',
  checkQuantity: ({ least, most }) => `Introduzca un número entero del ${least} al ${most}.`,
  about: 'Acerca de este producto',
  subtotal: 'Subtotal',
  percentOff: (percent) => `${percent} de descuento`,
  amountOff: (amount) => `${amount} de descuento`,
  afterTrial: 'después de la prueba',
  rounding: 'Redondeo',
  tax: 'Impuestos',
  taxDependsOnPlace: 'Según su país',
  taxIncluded: (tax) => `${tax} incluido`,
  reverseCharge:
    'Inversión del sujeto pasivo: no se cobra IVA, su empresa lo declara por su cuenta.',
  taxExempt: 'Exento de impuestos.',
  paidFromBalance: 'Pagado con su saldo',
  owedFromEarlier: 'Pendiente de antes',
  total: 'Total',
  totalBeforeTax: 'Total sin impuestos',
  dueToday: 'A pagar hoy',

  addCode: 'Añadir código promocional',
  code: 'Código promocional',
  apply: 'Aplicar',
  removeCode: (code) => `Quitar ${code}`,
  codeNotValid: 'Este código no es válido',
  codeUnusable: 'Este código no se puede usar para este pedido.',
  codeGone: 'Este código ya no se puede usar',
  removeToPayFull: 'Quítelo para pagar el precio completo.',

  startTrial: 'Empiece su prueba gratuita',
  yourDetails: 'Sus datos',
  payment: 'Datos de pago',
  buyingForCompany: 'Compro para una empresa',
  updateTotal: 'Actualizar el total',
  goOn: 'Continuar',
  continueToPay: 'Continuar al pago',
  orByCard: 'O pague con tarjeta',
  payNow: (amount) => `Pagar ${amount}`,
  subscribe: 'Suscribirse',
  startTrialNow: 'Empezar la prueba',
  completeOrder: 'Completar el pedido',
  payAt: (provider) => `Pagará en la página siguiente, en ${provider}.`,
  chooseAt: (provider) =>
    `En la página siguiente, en ${provider}, elegirá cómo pagar más adelante. Hoy no paga nada.`,
  securedBy: (provider) => `Pago seguro con ${provider}`,
  firstCharge: ({ amount, day }) => `El primer cobro, de ${amount}, se hará el ${day}.`,
  renewsUntilCanceled: 'Su suscripción se renueva automáticamente hasta que la cancele.',
  orderAndPay: (amount) => `Pedir y pagar ${amount}`,
  orderWithObligation: 'Pedido con obligación de pago',
  consentToContent:
    'Quiero recibirlo de inmediato y sé que con ello pierdo mi derecho de desistimiento.',
  consentToService:
    'Quiero que el servicio empiece de inmediato y sé que pierdo mi derecho de ' +
    'desistimiento una vez que se haya prestado por completo.',
  consentNeeded: 'Marque la casilla para continuar.',
  acceptTerms: (link) => html`Al pagar acepta las ${link('condiciones')}.`,
  acceptPrivacy: (link) => html`Al pagar acepta la ${link('política de privacidad')}.`,
  acceptBoth: (terms, privacy) =>
    html`Al pagar acepta las ${terms('condiciones')} y la ${privacy('política de privacidad')}.`,

  cardDeclined: 'Tarjeta rechazada',
  notCompleted: 'Pago no completado',
  nothingCharged: 'No se le ha cobrado nada.',
  countryNeeded: 'Elija su país: el impuesto depende de él.',
  regionNeeded: 'Elija su región: el impuesto depende de ella.',
  checkTaxNumber: 'Compruebe este número o deje el campo vacío.',
  numberNotKnown: 'El registro fiscal no conoce este número, así que se cobra el impuesto.',
  numberNotVerified: 'Este número todavía no se ha podido verificar, así que se cobra el impuesto.',
  tooSmall: (smallest) => `Quedarían menos de ${smallest} por pagar, y eso no se puede cobrar.`,
  tooLarge: 'Con impuestos, supera lo que se puede cobrar de una vez.',
  totalChanged: 'El total ha cambiado',
  checkBeforePaying: 'Compruébelo antes de pagar. No se le ha cobrado nada.',
  orderUpdated: 'Su pedido está actualizado',
  trialUsed: 'Ya ha utilizado esta prueba gratuita',
  priceWithoutTrial: 'Este es el precio sin ella. No se le ha cobrado nada.',
  noAnswer: 'Aún no hay respuesta',
  pressAgain: 'Compruebe su conexión y vuelva a pulsar el botón.',
  tooManyTries: 'Demasiados intentos',
  waitThenTry: (seconds) => `Espere ${seconds} e inténtelo de nuevo.`,
  tooManyDeclines: 'Demasiados pagos rechazados',
  startAgainAt: (shop) => `Vuelva a ${shop} y empiece de nuevo.`,
};
