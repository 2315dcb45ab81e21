import type { Catalogue } from '../en/catalogue.ts';

export const front: Catalogue['front'] = {
  products: 'Produits',
  buy: 'Acheter',
  more: 'Plus de produits',
  bought: 'Vous avez déjà acheté quelque chose ?',
  dashboard: 'Tableau de bord',
};
