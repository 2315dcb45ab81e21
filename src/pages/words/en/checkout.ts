/** What the pages of a checkout session say. */
export const checkout = {
  payNow: (amount: string) => `Pay ${amount}`,
};
