import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Produtos',
  buy: 'Comprar',
  more: 'Mais produtos',
  bought: 'Já comprou alguma coisa?',
  dashboard: 'Painel',
};
