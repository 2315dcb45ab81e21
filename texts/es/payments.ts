import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'el proveedor de pagos',
  includesTax: (taxes) => `Los importes incluyen impuestos: ${taxes}.`,
  reverseCharge:
    'Inversión del sujeto pasivo: no se cobra IVA, su empresa lo declara por su cuenta.',

  cardDeclined: 'Tarjeta rechazada',
  paymentDeclined: 'Pago rechazado',
  notCompleted: 'Pago no completado',

  nothingCharged: 'No se le ha cobrado nada.',
  declines: {
    askBank:
      'Su banco ha rechazado la tarjeta. ' +
      'Pruebe con otra tarjeta o póngase en contacto con su banco.',
    notEnoughMoney: 'Esta tarjeta o cuenta no tiene fondos suficientes. Pruebe con otra.',
    limitReached: 'Esta tarjeta ha alcanzado su límite. Pruebe con otra tarjeta.',
    usedTooOften: 'Esta tarjeta se ha usado demasiadas veces por ahora. Pruebe con otra tarjeta.',
    amountTooSmall: 'Este importe es demasiado pequeño para cobrarlo.',
    amountNotChargeable: 'Este importe no se puede cobrar en esta moneda.',
    amountTooLarge: 'Este importe es demasiado alto para este medio de pago. Pruebe con otro.',
    looksDoubled:
      'Su banco cree que este pago es el que acaba de hacer. Póngase en contacto con su banco.',
    cardExpired: 'Esta tarjeta ha caducado. Pruebe con otra tarjeta.',
    wrongNumber: 'El número de tarjeta no es correcto. Compruébelo e inténtelo de nuevo.',
    wrongCode: 'El código de seguridad no es correcto. Compruébelo e inténtelo de nuevo.',
    wrongExpiry: 'La fecha de caducidad no es correcta. Compruébela e inténtelo de nuevo.',
    wrongAddress:
      'Su banco tiene otra dirección para esta tarjeta. Compruébela e inténtelo de nuevo.',
    cardReplaced: 'Esta tarjeta se ha sustituido por una nueva. Use la tarjeta nueva.',
    cardNotSupported: 'Esta tarjeta no se puede usar para esta compra. Pruebe con otra tarjeta.',
    currencyNotSupported:
      'En esta tarjeta no se puede cobrar en esta moneda. Pruebe con otra tarjeta.',
    notAllowed: 'Su banco no permite este tipo de pago. Pruebe con otro medio de pago.',
    stoppedByOwner: 'Su banco tiene la orden de bloquear pagos como este. Pruebe con otra tarjeta.',
    tryAgainSoon:
      'Su banco no ha podido procesar el pago. Inténtelo de nuevo dentro de un momento.',
    tryAgainLater:
      'Su banco ha rechazado la tarjeta por ahora. ' +
      'Inténtelo de nuevo más tarde o pruebe con otra tarjeta.',
    accountUnusable: 'En esta tarjeta o cuenta bancaria no se puede cobrar. Pruebe con otra.',
    accountClosed: 'Esta cuenta bancaria está cerrada. Pruebe con otro medio de pago.',
    debitNotAllowed:
      'Ya no se permiten adeudos en esta cuenta bancaria. Pruebe con otro medio de pago.',
    failed: 'El pago no se ha realizado. Pruebe con otra tarjeta o con otro medio de pago.',
    confirmHere: 'Su banco le pide que confirme este pago.',
    notConfirmed: 'El pago no se ha confirmado con su banco. Inténtelo de nuevo.',
    confirmedTooLate: 'El pago no se ha confirmado a tiempo con su banco. Inténtelo de nuevo.',
    notCompleted: 'El pago no se ha completado. Puede intentarlo de nuevo.',
    trialUsed: 'Ya ha utilizado la prueba gratuita de este plan.',
    subscriptionCanceled: 'La suscripción se canceló antes de cobrarla.',
    noCard: 'No hay ninguna tarjeta guardada. Añada una.',
    notMade: 'No se ha podido realizar el pago. Inténtelo de nuevo.',
    shopCannot: 'Esta tienda no puede aceptar el pago en este momento.',
    testCardsOnly: 'Esta es una tienda de pruebas: solo funcionan las tarjetas de prueba.',
  },
};
