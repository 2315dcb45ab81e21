import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Productos',
  buy: 'Comprar',
  more: 'Más productos',
  bought: '¿Ya ha comprado algo?',
  dashboard: 'Panel de control',
};
