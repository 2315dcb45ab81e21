import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Producten',
  buy: 'Kopen',
  more: 'Meer producten',
  bought: 'Hebt u al iets gekocht?',
  dashboard: 'Naar het beheer',
};
