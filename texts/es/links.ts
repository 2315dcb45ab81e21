import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Esta oferta ha terminado',
  soldOut: (shop) => `Está agotada. Pregunte a ${shop} si habrá más.`,
  expired: (shop) =>
    `Estuvo disponible por tiempo limitado. Pregunte a ${shop} si aún le interesa.`,
  unavailable: (shop) =>
    `No está a la venta en este momento. Pregunte a ${shop} si aún le interesa.`,
  deleted: (shop) => `Ya no está a la venta. Pregunte a ${shop} qué hay en su lugar.`,
  answerNeeded: (label) => `Rellene «${label}».`,
  tickNeeded: (label) => `Marque «${label}» para continuar.`,
  checkText: (label) => `Introduzca una línea de 500 caracteres como máximo en «${label}».`,
  checkNumber: (label) => `Introduzca un número en «${label}», por ejemplo 25.`,
  noLink: {
    title: 'Esta página no existe',
    text: 'Compruebe la dirección o vuelva a la tienda y siga de nuevo su enlace.',
  },
};
