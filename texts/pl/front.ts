import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Produkty',
  buy: 'Kup',
  more: 'Więcej produktów',
  bought: 'Wcześniejsze zakupy',
  dashboard: 'Panel',
};
