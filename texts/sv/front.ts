import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Produkter',
  buy: 'Köp',
  more: 'Fler produkter',
  bought: 'Har du redan köpt något?',
  dashboard: 'Översikt',
};
