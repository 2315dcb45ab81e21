import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Hola, {name}:',
  hello_nameless: 'Hola:',
  test_note:
    'Este correo es de una tienda de pruebas: no se ha vendido nada ni se ha movido dinero.',
  footer: 'Recibe este correo porque es cliente de {store}.',
  reply_note: '¿Tiene alguna pregunta? Responda a este correo.',

  product: 'Producto',
  plan: 'Plan',
  quantity: 'Cantidad',
  amount: 'Importe',
  paid: 'Pagado',
  tax_included: 'Impuestos incluidos',
  date: 'Fecha',
  paid_with: 'Pagado con',
  payment_method: 'Medio de pago',
  next_payment: 'Próximo pago',
  card: '{brand} terminada en {last4}',
  amount_on: '{amount} el {date}',

  license_key: 'Su clave de licencia',
  license_help: 'Introdúzcala en la aplicación para activarla.',
  view_invoice: 'Ver la factura',
  view_credit_note: 'Ver la factura rectificativa',
  open_portal: 'Abrir el portal de cliente',
  manage_subscription: 'Gestionar la suscripción',

  purchase: {
    subject: 'Su compra: {product}',
    heading: 'Gracias por su compra',
    intro: 'Su compra de {product} se ha completado.',
    trial:
      'Su prueba gratuita dura hasta el {date}. Ese día se cobrarán {amount}, salvo que la cancele antes.',
    renews: 'Su suscripción se renueva el {date} por {amount}, hasta que la cancele.',
    next_steps: 'Próximos pasos',
    step_invoice: 'Guarde la factura para su contabilidad.',
    step_license:
      'Introduzca la clave de licencia en la aplicación. Guarde este correo en un lugar seguro.',
    step_portal:
      'En el portal de cliente encontrará sus facturas y claves de licencia y podrá gestionar sus suscripciones.',
  },
  renewal: {
    subject: 'Pago recibido: {product}',
    heading: 'Gracias por su pago',
    paid_until: 'Su suscripción a {product} está pagada hasta el {date}.',
  },
  trial_ending: {
    subject: 'Su prueba gratuita de {product} termina el {date}',
    heading: 'Su prueba gratuita termina pronto',
    intro:
      'Su prueba gratuita de {product} termina el {date}. Ese día se cobrarán {amount} y su suscripción continuará.',
    intro_free:
      'Su prueba gratuita de {product} termina el {date}. Después, su suscripción continuará.',
    cancel:
      'Si no desea continuar, cancélela antes de ese día en el portal de cliente y no se cobrará nada.',
  },
  renewal_coming: {
    subject: '{product} se renueva el {date}',
    heading: 'Su suscripción se renueva pronto',
    intro: 'Su suscripción a {product} se renueva el {date} por {amount}.',
    nothing_to_do:
      'No tiene que hacer nada. Si desea cambiarla o cancelarla, hágalo antes de ese día en el portal de cliente.',
  },
  payment_failed: {
    subject: 'Su pago de {product} no se ha realizado',
    heading: 'Su pago no se ha realizado',
    intro: 'El pago de {amount} por {product} ha sido rechazado.',
    next_try: 'Lo intentaremos de nuevo el {date}.',
    last_day: 'Pague antes del {date}. De lo contrario, su suscripción terminará.',
    how: 'Puede pagar ahora, también con otra tarjeta:',
    pay_now: 'Pagar ahora',
  },
  confirmation_needed: {
    subject: 'Confirme su pago de {product}',
    heading: 'Confirme su pago',
    intro: 'Su banco le pide que confirme el pago de {amount} por {product}.',
    why: 'Sin su confirmación no se puede realizar el pago.',
    confirm: 'Confirmar el pago',
  },
  card_expiring: {
    subject: 'Su tarjeta terminada en {last4} caduca pronto',
    heading: 'Su tarjeta caduca pronto',
    intro: 'Su tarjeta {card} caduca a finales de {month}.',
    how: 'Indique una tarjeta nueva en el portal de cliente para que su suscripción continúe sin interrupciones.',
    update_card: 'Indicar una tarjeta nueva',
  },
  plan_changed: {
    subject: 'Su suscripción a {product} ha cambiado',
    heading: 'Su suscripción ha cambiado',
    now: 'A partir de ahora tiene:',
    later: 'A partir del {date} tendrá:',
    charged: 'Cobrado ahora',
  },
  discounted: {
    subject: 'Su descuento en {product}',
    heading: 'Su descuento',
    intro: 'Ahora tiene un descuento de {discount} en su suscripción a {product}.',
    once: 'Se aplica a su próximo pago y a ninguno posterior.',
    until: 'Se aplica a sus pagos anteriores al {date}, a partir del próximo.',
    forever: 'Se aplica desde su próximo pago, mientras mantenga la suscripción.',
  },
  canceled: {
    subject: 'Su suscripción a {product} ha sido cancelada',
    heading: 'Su suscripción ha sido cancelada',
    scheduled: 'Su suscripción a {product} termina el {date}. Puede usarla hasta entonces.',
    ended: 'Su suscripción a {product} terminó el {date}.',
    unpaid: 'Su suscripción a {product} terminó el {date} porque no se pudo cobrar.',
    nothing_charged: 'No se cobrará nada más por ella.',
    keep: '¿Ha cambiado de opinión? Puede continuarla en el portal de cliente hasta ese día.',
    credit: 'Su saldo de {amount} se conserva. Se usará en su próximo pago.',
    invoices: 'Sus facturas siguen disponibles en el portal de cliente.',
  },
  refunded: {
    subject: 'Su reembolso de {amount}',
    heading: 'Le hemos hecho un reembolso',
    intro: 'Le hemos reembolsado {amount} por {product}.',
    when: 'Según su banco, puede tardar hasta diez días en verlo.',
  },
  sign_in: {
    subject: 'Su enlace de acceso a {store}',
    heading: 'Su enlace de acceso',
    intro: 'Este enlace abre el portal de cliente de {store}:',
    once: 'Es válido durante una hora. No lo comparta: quien lo tenga verá sus compras.',
    not_you: 'Si no lo ha solicitado, ignore este correo.',
  },
  new_key: {
    subject: 'Su nueva clave de licencia de {product}',
    heading: 'Su nueva clave de licencia',
    intro: 'Su clave de licencia de {product} se ha sustituido. La anterior ya no funciona.',
    devices: 'Vuelva a activar cada uno de sus dispositivos con la nueva clave.',
  },
  invoice_corrected: {
    subject: 'Su factura corregida {number}',
    heading: 'Su factura corregida',
    intro: 'La factura {replaced} se ha corregido. La factura {number} la sustituye.',
    credit_note:
      'La factura rectificativa {credit_note} anula la factura {replaced}. No se ha cobrado nada de nuevo.',
  },
  test: {
    subject: 'Los correos de {store} llegan',
    heading: 'Funciona',
    intro: 'Este correo se envió para probar el servidor de correo. Los correos de {store} llegan.',
  },
};
