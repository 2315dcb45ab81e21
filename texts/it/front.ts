import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Prodotti',
  buy: 'Acquista',
  more: 'Altri prodotti',
  bought: 'Ha già acquistato qualcosa?',
  dashboard: 'Pannello di controllo',
};
