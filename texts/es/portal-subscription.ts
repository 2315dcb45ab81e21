import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('es');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Prueba gratuita',
    active: 'Activa',
    ending: 'Cancelada',
    past_due: 'Pago fallido',
    paused: 'En pausa',
    canceled: 'Terminada',
  },
  nextPaymentOn: ({ amount, day }) => `Próximo pago: ${amount} el ${day}.`,
  nextPaymentWithTax: ({ amount, day }) =>
    `Próximo pago: ${amount}, impuestos incluidos, el ${day}.`,
  paidUntil: (day) => `Pagada hasta el ${day}.`,
  trialUntil: (day) => `Gratis hasta el ${day}.`,
  endsOn: (day) => `Termina el ${day}. Puede usarla hasta entonces.`,
  endedOn: (day) => `Terminó el ${day}.`,
  pausedUntil: (day) => `En pausa. Se reanuda el ${day}.`,
  pausedByYou: 'En pausa hasta que la reanude.',
  pausedByShop: (shop) =>
    `${shop} la ha puesto en pausa. Póngase en contacto con la tienda para reanudarla.`,
  pausedUnpaid: 'En pausa porque falló un pago.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every}, por unidad`,
  plusTax: (price) => `${price} más impuestos`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Pago fallido',
  couldNotCharge: ({ amount, plan }) => `No hemos podido cobrar ${amount} por ${plan}.`,
  triedAgainOn: (day) => `Lo intentaremos de nuevo el ${day}.`,
  notTriedAgain: 'No lo intentaremos de nuevo con esta tarjeta.',
  payAmount: (amount) => `Pagar ${amount}`,
  cardExpiresSoon: 'Su tarjeta caduca pronto',
  cardExpiresBefore: ({ card, day }) => `${card} caduca antes de su próximo pago, el ${day}.`,

  manage: 'Gestionar',
  managePlan: (plan) => `Gestionar ${plan}`,
  price: 'Precio',
  quantity: 'Cantidad',
  nextPayment: 'Próximo pago',
  none: 'Ninguno',
  amountOn: ({ amount, day }) => `${amount} el ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount}, impuestos incluidos, el ${day}`,
  discount: 'Descuento',
  discountUntil: ({ code, day }) => `${code}, hasta el ${day}`,
  credit: 'Saldo',
  creditIsUsed: (amount) => `${amount}, para sus próximos pagos`,
  owed: 'Pendiente',
  owedIsAdded: (amount) => `${amount}, se sumarán a su próximo pago`,
  plannedChange: 'Cambio previsto',
  plannedFrom: ({ plan, day }) => `${plan} a partir del ${day}`,

  changePlan: 'Cambiar de plan',
  changePlanOrQuantity: 'Cambiar de plan o cantidad',
  changeQuantity: 'Cambiar la cantidad',
  plan: 'Plan',
  currentPlan: 'Su plan',
  nearestPlans: (shop) =>
    `Estos son los planes más próximos al suyo. Pregunte a ${shop} por otros planes.`,
  reviewChange: 'Revisar el cambio',
  nothingChangesYet: 'Nada cambia hasta que confirme.',
  chooseOnePlan: 'Elija uno de estos planes.',
  checkQuantity: (most) => `Introduzca un número entero del 1 al ${most}.`,
  quantityIsFixed: 'La cantidad no se puede cambiar aquí. Póngase en contacto con la tienda.',
  nothingChosen: 'Esto es lo que tiene ahora. Elija otra cosa para ver cuánto cuesta.',
  changeTo: (plan) => `Cambiar a ${plan}`,
  youHave: (plan) => `Ahora tiene ${plan}. El cambio se aplicará cuando confirme.`,
  endsTrial: ({ amount, day }) =>
    `Este cambio pone fin a su prueba gratuita, que duraría hasta el ${day}. ` +
    `Hoy se cobran ${amount}.`,
  endsTrialFree: (day) => `Este cambio pone fin a su prueba gratuita, que duraría hasta el ${day}.`,
  dearerEndsTrial:
    'Algo más caro pone fin a su prueba gratuita y se cobra hoy. ' +
    'Verá el importe antes de confirmar.',
  now: 'A pagar hoy',
  nothingDueNow: 'Hoy no se cobra nada.',
  chargedNow: 'Se cobra hoy',
  creditAfter: (amount) =>
    `Su saldo después del cambio: ${amount}. Se usará para sus próximos pagos.`,
  nextPaymentDay: (day) => `Próximo pago el ${day}`,
  chargedThen: 'Se cobra ese día',
  cardIsCharged: (card) => `Se cobra en ${card}.`,
  cardNeeded: 'No hay ninguna tarjeta guardada. Añada una primero.',
  confirmAndPay: (amount) => `Confirmar y pagar ${amount}`,
  confirmChange: 'Confirmar el cambio',
  amountChanged: 'El importe ha cambiado',
  checkAmount: 'No se le ha cobrado nada. Compruebe el nuevo importe.',

  pause: 'Pausar la suscripción',
  pauseShort: 'Pausar',
  pauseText: 'Tómese un descanso. No se le cobra nada y conserva el tiempo que ha pagado.',
  pausePlan: (plan) => `¿Pausar ${plan}?`,
  pauseMeans:
    'Durante la pausa no se le cobra nada y no puede usarla. El tiempo que ha pagado se conserva ' +
    'y continúa cuando la reanude.',
  pauseDropsChange: (change) => `Se anula su cambio previsto (${change}).`,
  pauseOnce: 'Puede hacer una pausa en cada período pagado.',
  pauseUsed: ({ day }) =>
    `Ya ha hecho una pausa en este período. Podrá hacer otra después del ${day}.`,
  pauseHowLong: '¿Durante cuánto tiempo?',
  pauseMonths: ({ months, day }) =>
    n(months, { one: `${months} mes, hasta el ${day}`, other: `${months} meses, hasta el ${day}` }),
  pauseOpen: 'Hasta que la reanude',
  notNow: 'Ahora no',
  resume: 'Reanudar la suscripción',
  resumeShort: 'Reanudar',
  resumePlan: (plan) => `¿Reanudar ${plan}?`,
  resumeMeans:
    'Podrá usarla de nuevo de inmediato. El tiempo que ha pagado continúa donde se detuvo.',
  resumeCharges: ({ amount, every }) =>
    `Hoy empieza un período nuevo. Pagará ${amount} ${every}, la primera vez ahora.`,
  payAndResume: (amount) => `Pagar ${amount} y reanudar`,
  stillPaused: 'Su suscripción sigue en pausa.',

  cancel: 'Cancelar la suscripción',
  cancelText: 'Puede usarla hasta el final del tiempo que ha pagado.',
  cancelTrialText: 'Puede usarla hasta que termine la prueba. No se cobrará nada.',
  cancelPlan: (plan) => `¿Cancelar ${plan}?`,
  cancelsOn: (day) =>
    `Puede usarla hasta el ${day} y cambiar de opinión hasta entonces. ` +
    'No se le volverá a cobrar.',
  cancelResumes: (day) =>
    `Su pausa termina para que pueda usar hasta el ${day} el tiempo que ha pagado. ` +
    'No se le volverá a cobrar.',
  cancelsNow: 'Termina de inmediato y no se puede deshacer. No se le volverá a cobrar.',
  whyCancel: '¿Por qué la cancela?',
  reasons: {
    too_expensive: 'Es demasiado cara',
    unused: 'No la uso lo suficiente',
    missing_features: 'Falta algo que necesito',
    switched_service: 'Me cambio a otra cosa',
    low_quality: 'No funciona tan bien como esperaba',
    customer_service: 'No me convenció la atención recibida',
    too_complex: 'Es demasiado difícil de usar',
    other: 'Otro motivo',
  },
  chooseReason: 'Elija uno de estos motivos o ninguno.',
  comment: '¿Qué podría mejorar?',
  checkComment: (most) => `Introduzca como máximo ${most} caracteres.`,
  keep: 'Mantener mi suscripción',

  offerTitle: (off) => `Quédese y obtenga ${off} de descuento`,
  offerNext: ({ amount, full, day }) =>
    `Su próximo pago, el ${day}, será de ${amount} en lugar de ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `El descuento se aplica durante ${months} mes.`,
      other: `El descuento se aplica durante ${months} meses.`,
    }),
  offerForever: 'El descuento se aplica mientras mantenga la suscripción.',
  offerAccept: 'Aceptar la oferta',
};
