/** What the pages of a checkout session say. */
export const checkout = {
  payNow: (amount: string) => `Pay ${amount}`,
  countryNeeded: 'Choose your country: the tax depends on it.',
  regionNeeded: 'Choose your region: the tax depends on it.',
  checkTaxNumber: 'Check this number, or leave it empty.',
  buyingForCompany: 'Buying for a company',
  updateTotal: 'Update total',
};
