import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: '产品',
  buy: '购买',
  more: '更多产品',
  bought: '已经购买过？',
  dashboard: '管理后台',
};
