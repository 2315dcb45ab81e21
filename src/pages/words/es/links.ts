import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Esta oferta ha terminado',
  soldOut: (shop) => `Está agotada. Pregunte a ${shop} si habrá más.`,
  expired: (shop) =>
    `Estuvo disponible por tiempo limitado. Pregunte a ${shop} si aún le interesa.`,
  unavailable: (shop) =>
    `No está a la venta en este momento. Pregunte a ${shop} si aún le interesa.`,
  answerNeeded: 'Rellene este campo.',
  tickNeeded: 'Marque esta casilla para continuar.',
  checkText: 'Introduzca una línea de 500 caracteres como máximo.',
  checkNumber: 'Introduzca un número, por ejemplo 25.',
  noLink: {
    title: 'Esta página no existe',
    text: 'Compruebe la dirección o vuelva a la tienda y siga de nuevo su enlace.',
  },
};
