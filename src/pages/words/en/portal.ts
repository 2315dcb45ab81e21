/** What the customer portal says. */
export const portal = {
  allPurchases: 'All your purchases',
};
