import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Gracias por su pedido',
  paid: ({ amount, shop }) => `Ha pagado ${amount} a ${shop}.`,
  complete: (shop) => `Su pedido en ${shop} está completo.`,
  trialStarted: (day) => `Su prueba gratuita ha empezado. Termina el ${day}.`,
  receipt: ({ number, day }) => `Recibo ${number}, ${day}`,
  total: 'Total',
  paidWith: (method) => `Pagado con ${method}.`,
  invoice: 'Ver la factura',
  invoicePdf: 'Descargar PDF',
  licenseKey: 'Su clave de licencia',
  copy: 'Copiar',
  copied: 'Copiado',
  keepKey: 'Guárdela bien: la necesita para activar el software en sus dispositivos.',
  keyShownForDay: 'Esta página la muestra durante un día.',
  keyNotShown: html`Se mostró aquí durante un día después de su compra. La encontrará con sus
    compras y en el correo electrónico de su pedido.`,
  mailSent: (to) => `Hemos enviado el correo electrónico de su pedido a ${to}.`,
  mailQueued: (to) => `El correo electrónico de su pedido está en camino a ${to}.`,
  mailFailed: ({ to, shop }) =>
    `No se pudo entregar en ${to} el correo electrónico de su pedido. ` +
    `${shop} puede enviarlo de nuevo.`,
  mailKept: (to) =>
    'Esta tienda de prueba no tiene servidor de correo: ' +
    `el mensaje para ${to} se guardó y no se envió.`,
  whatNext: 'Próximos pasos',
  activate: 'Copie la clave de licencia e introdúzcala en el software.',
  manage: (link) =>
    html`${link('Gestione sus compras')}: facturas, claves de licencia, suscripciones y tarjetas.`,
  goingBack: ({ shop, now }) => html`Volverá a ${shop} en un momento. ${now('Continuar ahora')}`,
  backTo: (shop) => `Volver a ${shop}`,

  processing: 'Su pago se está procesando',
  processingText: 'Tarda unos segundos. Esta página se actualiza sola.',
  neverTwice: 'No se le cobrará dos veces.',
  checkAgain: 'Comprobar de nuevo',
  confirm: 'Confirme su pago',
  confirmText: (amount) => `Su banco le pide que confirme este pago de ${amount}.`,
  toBank: 'Continuar a su banco',
  otherCard: 'Usar otra tarjeta',
  notPaidYet: 'Su pago no está completo',
  stillToPay: ({ amount, provider }) => `Todavía tiene que pagar ${amount} en ${provider}.`,
  oneStepLeft: 'Solo falta un paso',
  chooseHowToPay: (provider) =>
    `Elija en ${provider} cómo quiere pagar más adelante. Hoy no paga nada.`,
  toProvider: (provider) => `Continuar en ${provider}`,
  startAgain: 'Cancelar y empezar de nuevo',
  doneThere: (link) => html`¿Ha terminado? ${link('Comprobar de nuevo')}`,
  onItsWay: 'Su pago está en camino',
  onItsWayText: (amount) =>
    html`Su pago de ${amount} ha empezado. Algunos medios de pago tardan unos minutos; un adeudo
    bancario tarda unos días.`,
  nothingToDo: (shop) =>
    html`No tiene que hacer nada. Cuando llegue el dinero, ${shop} entregará su pedido y esta página
    mostrará su recibo. Si el pago falla, esta página le dirá por qué.`,
  accountToConfirm: 'Su cuenta bancaria se está verificando',
  accountToConfirmText: (provider) =>
    html`Puede tardar unos días. ${provider} le enviará un correo electrónico si tiene que hacer
    algo. Después, todo sigue por sí solo.`,
  checking: 'Su pago se está revisando',
  checkingText: ({ amount, shop }) =>
    html`Algo en su pago de ${amount} no coincide con este pedido, así que ${shop} tiene que
    revisarlo primero.`,
  doNotPayAgain: (shop) =>
    'No pague de nuevo. Esta página mostrará el resultado. ' +
    `Si tarda, póngase en contacto con ${shop}.`,

  expired: 'Este pedido ha caducado',
  expiredText: ({ shop, product }) =>
    `No se le ha cobrado nada. Vuelva a ${shop} para pedir ${product} de nuevo.`,
};
