/** What the page of a shop says at its own address. */
export const front = {
  products: 'Products',
  buy: 'Buy',
  more: 'More products',
  bought: 'Already bought something?',
  /** For the people of the shop alone. */
  dashboard: 'Dashboard',
};
