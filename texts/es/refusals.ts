import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'No ha funcionado. Abra de nuevo la página e inténtelo otra vez.',
  body_too_large: 'Lo que ha enviado es demasiado grande.',
  request_timeout: 'La conexión era demasiado lenta. Inténtelo de nuevo.',
  idempotency_key_reused:
    'Este formulario ya se envió con otro contenido. Compruébelo y envíelo de nuevo.',
  product_unavailable: 'Este producto ya no está a la venta.',
  coupon_not_found: 'Este código promocional no se puede usar para este pedido.',
  coupon_expired: 'Este código promocional ha caducado.',
  coupon_not_started: 'Este código promocional todavía no es válido.',
  coupon_exhausted: 'Este código promocional está agotado.',
  coupon_not_applicable: 'Este código promocional no se puede usar para este pedido.',
  amount_too_large: 'Este importe supera lo que se puede cobrar de una vez.',
  amount_too_small: 'Este importe es demasiado pequeño para cobrarlo.',
  amount_not_chargeable: 'Este importe no se puede cobrar en esta moneda.',
  gateway_missing: 'Esta tienda no puede aceptar pagos en este momento.',
  provider_disconnected: 'Esta tienda no puede aceptar pagos en este momento.',
  checkout_expired: 'Este pedido ha caducado. Vuelva a la tienda y empiece de nuevo.',
  checkout_completed: 'Este pedido ya está pagado.',
  checkout_processing: 'Ya se está procesando un pago para este pedido.',
  price_changed: 'El precio ha cambiado. Compruébelo antes de pagar.',
  payment_attempts:
    'Se han rechazado demasiados pagos para este pedido. Vuelva a la tienda y empiece de nuevo.',
  payment_link_closed: 'Esta oferta ha terminado. No se le ha cobrado nada.',
  payment_pending:
    'Se está procesando un pago de esta suscripción. ' +
    'Puede tardar unos días: inténtelo de nuevo después.',
  payment_unresolved: 'Su pago se está procesando. No se le cobrará dos veces.',
  trial_used:
    'Ya ha utilizado la prueba gratuita de este plan. Compruebe el precio antes de pagar.',
  subscription_status: 'Esta suscripción no se puede cambiar en este momento.',
  plan_invalid: 'Este plan no se puede elegir para su suscripción.',
  plan_not_higher: 'Este plan no es superior al que tiene.',
  license_expired: 'Esta licencia ha caducado.',
  license_disabled: 'Esta licencia está desactivada.',
  instance_not_found: 'Este dispositivo ya no está activado.',
  invoice_replaced: 'Esta factura se ha sustituido por una más reciente. Corrija esa.',
  invoice_refunded: 'Esta factura se ha reembolsado por completo. Ya no hay nada que corregir.',
  correction_too_late: 'Esta factura es demasiado antigua para corregirla.',
  correction_country:
    'El país no se puede cambiar, porque el impuesto podría ser distinto. ' +
    'Póngase en contacto con la tienda.',
  correction_tax_number:
    'Este número fiscal no se puede cambiar, porque gracias a él no se cobró impuesto. ' +
    'Póngase en contacto con la tienda.',
  correction_limit:
    'Esta factura se ha corregido demasiadas veces. Póngase en contacto con la tienda.',
  rate_limited: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
  internal_error: 'Algo ha fallado por nuestra parte. No se le cobrará dos veces.',
};
