import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa está en marcha',
    text: (reference, document) =>
      html`Lea la ${reference('referencia de la API')} o descargue el
      ${document('documento OpenAPI')}.`,
    setUp: (dashboard) =>
      html`Es el primer inicio: para configurar su tienda,
      ${dashboard('abra el panel de control')}.`,
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'Compruebe la dirección o vuelva a la página de la que viene.',
  },
  wrongMethod: {
    title: 'Esta página no se puede usar así',
    text: 'Abra la página en el navegador e inténtelo de nuevo.',
  },
  refused: {
    title: 'No ha funcionado',
    text: 'Vuelva atrás, recargue la página e inténtelo de nuevo.',
  },
  failed: {
    title: 'Algo ha fallado por nuestra parte',
    text: 'Abra de nuevo la página: en ella verá si ha pagado. No se le cobrará dos veces.',
  },
  wait: {
    title: 'Un momento, por favor',
    text: (seconds, now) =>
      html`Han llegado demasiadas solicitudes desde aquí. Esta página continuará sola en
      ${seconds} y no se perderá nada. ${now('Continuar ahora')}`,
  },
  tryLater: (seconds) => `Demasiados intentos. Espere ${seconds} e inténtelo de nuevo.`,
  fromElsewhere: {
    title: 'Este formulario procede de otro sitio web',
    text: 'Abra usted la página e inténtelo de nuevo.',
  },
  noCheckout: {
    title: 'Pedido no encontrado',
    text: 'Vuelva a la tienda y empiece de nuevo.',
  },
  closed: {
    title: 'En este momento no es posible pagar',
    text: (shop) =>
      `No se le ha cobrado nada. Pregunte a ${shop} cuándo será posible pagar de nuevo.`,
  },
  notOpen: {
    title: 'Esta tienda todavía no está abierta',
    text: (shop) => `No se le ha cobrado nada. Pregunte a ${shop} cuándo abrirá.`,
  },
  noBill: {
    title: 'Solicitud de pago no encontrada',
    text: 'Compruebe la dirección o pida un enlace nuevo a la tienda.',
  },
  noCardLink: {
    title: 'Página no encontrada',
    text: 'Compruebe la dirección o pida un enlace nuevo a la tienda.',
  },
  noInvoice: {
    title: 'Factura no encontrada',
    text: 'Compruebe la dirección o pida su factura a la tienda.',
  },
  noElectronicInvoice: {
    title: 'Esta factura no tiene formato electrónico',
    text: 'Le falta algo que exige la norma. El PDF lo contiene todo.',
  },
  noShop: {
    title: 'Tienda no encontrada',
    text: 'Compruebe la dirección o pida un enlace a la tienda.',
  },
  nothingToConfirm: {
    title: 'No hay nada que confirmar',
    text: 'Vuelva a la tienda y compruebe su pedido.',
  },
  linkExpired: {
    title: 'Este enlace ya no funciona',
    text: (anew) =>
      html`${anew('Reciba un enlace nuevo por correo electrónico')} o pregunte al vendedor.`,
    back: (shop) => `Volver a ${shop}`,
  },
};
