import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: '商品',
  buy: '購入する',
  more: 'ほかの商品',
  bought: 'すでにご購入のお客様',
  dashboard: 'ダッシュボード',
};
