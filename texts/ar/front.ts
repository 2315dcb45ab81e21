import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'المنتجات',
  buy: 'شراء',
  more: 'المزيد من المنتجات',
  bought: 'هل اشتريت من قبل؟',
  dashboard: 'لوحة التحكم',
};
