import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('es');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'Sus compras',
  allPurchases: 'Todas las compras',
  backTo: (shop) => `Volver a ${shop}`,
  nothingBought: (shop) => `Lo que compre en ${shop} aparecerá aquí.`,
  nothingBoughtYet: 'Todavía no hay compras',
  notFound: {
    title: 'Página no encontrada',
    text: 'En esta dirección no hay nada suyo.',
  },

  notes: {
    'billing-saved': 'Sus datos de facturación se han guardado.',
    'invoice-corrected': 'Su factura se ha corregido. La nueva está en la lista.',
    'card-saved': 'Su tarjeta se ha guardado. Se usará para sus próximos pagos.',
    'card-paid': 'Su tarjeta se ha guardado y el pago pendiente está hecho.',
    'device-freed': 'El dispositivo se ha desactivado. Puede activar otro.',
    changed: 'Su suscripción se ha cambiado.',
    canceled: 'Su suscripción se ha cancelado. No se le volverá a cobrar.',
    kept: 'Su suscripción continúa.',
    paused: 'Su suscripción está en pausa. Mientras tanto no se le cobrará nada.',
    resumed: 'Nos alegra su vuelta. Su suscripción está activa de nuevo.',
    'offer-taken': 'Gracias por quedarse. Su descuento se ha aplicado.',
    'offer-gone': 'Esta oferta ya no está disponible. Nada ha cambiado.',
    busy: 'Se está procesando un pago de esta suscripción. Inténtelo de nuevo en un momento.',
    waiting:
      'Su pago se está procesando. ' +
      'Recargue esta página dentro de un momento para ver el resultado.',
  },

  subscriptions: 'Suscripciones',
  noSubscriptions: 'No tiene suscripciones.',
  allSubscriptions: 'Todas las suscripciones',
  licenses: 'Claves de licencia',
  noLicenses: 'No tiene claves de licencia.',
  allLicenses: 'Todas las claves de licencia',
  payments: 'Pagos',
  noPayments: 'Todavía no tiene pagos.',
  allPayments: 'Todos los pagos',
  invoices: 'Facturas',
  noInvoices: 'Todavía no tiene facturas.',
  allInvoices: 'Facturas y rectificativas',
  older: 'Ver anteriores',

  copy: 'Copiar',
  copyKeyOf: (product) => `Copiar la clave de licencia de ${product}`,
  copied: 'Copiado',
  pressToCopy: 'Pulse Ctrl+C (o ⌘C) para copiar.',
  licenseStatus: {
    inactive: 'Sin activar',
    active: 'Activa',
    expired: 'Caducada',
    disabled: 'Desactivada',
  },
  validUntil: (day) => `Válida hasta el ${day}.`,
  expiredOn: (day) => `Caducó el ${day}.`,
  devicesUsed: (used) =>
    n(used, { one: `En uso en ${used} dispositivo.`, other: `En uso en ${used} dispositivos.` }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `En uso en ${used} de ${limit} dispositivo.`,
      other: `En uso en ${used} de ${limit} dispositivos.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one: 'El dispositivo más reciente supera el límite y no se puede usar. Desactive otro.',
      other:
        `Los ${count} dispositivos más recientes superan el límite y no se pueden usar. ` +
        'Desactive otros.',
    }),
  deviceSince: (day) => `Desde el ${day}`,
  deviceOverLimit: 'Supera el límite',
  deactivate: 'Desactivar',
  deactivateDevice: (device) => `Desactivar ${device}`,

  paymentTypes: {
    purchase: 'Compra',
    subscription_start: 'Primer pago',
    renewal: 'Renovación',
    plan_change: 'Cambio de plan',
    refund: 'Reembolso',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Pagado',
    pending: 'En curso',
    declined: 'Rechazado',
    failed: 'Fallido',
    refunded: 'Reembolsado',
    partially_refunded: 'Reembolsado en parte',
    disputed: 'En disputa',
    charged_back: 'Devuelto por el banco',
  },
  amountRefunded: (amount) => `${amount} reembolsados`,
  refundFailed: 'Su banco no ha aceptado el reembolso. Póngase en contacto con la tienda.',
  disputeOpen: 'Ha reclamado este pago. Su banco todavía no ha decidido.',
  disputeLost: 'Su banco le ha devuelto este pago.',
  disputeWon: 'Ha reclamado este pago. Su banco ha decidido que es válido.',
  refundDeclined: 'El reembolso no se ha realizado. Póngase en contacto con la tienda.',
  invoice: 'Factura',
  creditNote: 'Factura rectificativa',
  invoiceNumber: (number) => `Factura ${number}`,
  creditNoteNumber: (number) => `Factura rectificativa ${number}`,
  receipt: 'Recibo',
  details: 'Detalles',
  ofPayment: ({ product, day }) => `de ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Corregir',

  titles: {
    receipt: 'Recibo',
    refund: 'Reembolso',
    declined: 'Pago rechazado',
    refundDeclined: 'Reembolso rechazado',
    refundFailed: 'Reembolso fallido',
    pending: 'Pago en curso',
    refundPending: 'Reembolso en curso',
  },
  from: 'De',
  billedTo: 'Facturado a',
  date: 'Fecha',
  paidWith: 'Pagado con',
  total: 'Total',
  refundedAmount: 'Reembolsado',
  netPaid: 'Pagado tras reembolsos',
  notRefunded: 'No reembolsado',
  takenFromBalance: 'Descontado de su saldo',
  printThis: 'Imprima esta página para sus archivos.',

  signIn: {
    title: 'Gestione sus compras',
    text: (shop) =>
      `Introduzca la dirección de correo electrónico que usó en ${shop}. Le enviaremos un enlace ` +
      'a sus suscripciones, facturas y claves de licencia.',
    send: 'Enviarme un enlace',
    sentTitle: 'Revise su correo electrónico',
    sent:
      'Si ha comprado algo con esta dirección, le llegará un enlace. ' +
      'Es válido durante una hora.',
    noMail:
      '¿No le llega? Mire en la carpeta de correo no deseado y compruebe que es la dirección que ' +
      'usó. Podrá pedirlo de nuevo dentro de cinco minutos.',
    otherAddress: 'Usar otra dirección',
  },
};
