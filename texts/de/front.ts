import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Produkte',
  buy: 'Kaufen',
  more: 'Weitere Produkte',
  bought: 'Haben Sie schon etwas gekauft?',
  dashboard: 'Zur Verwaltung',
};
