/** What the portal says in its forms: cards, billing details, and corrections of invoices. */
export const portalForms = {
  cancelForm: 'Cancel',

  // The card.
  paymentMethod: 'Payment method',
  noCard: 'No card on file.',
  expires: (date: string) => `Expires ${date}`,
  expired: (date: string) => `Expired ${date}`,
  updateCard: 'Update card',
  addCard: 'Add card',
  addCardTitle: 'Add a card',
  updateCardTitle: 'Update your card',
  cardIsUsed: (card: string) => `${card} is used for your payments. The new card replaces it.`,
  cardWillBeUsed: 'The card is used for your next payments.',
  payAndSaveCard: 'Pay and save card',
  saveCard: 'Save card',
  continueTo: (provider: string) => `Continue to ${provider}`,
  chargedAtOnce: ({ amount, plan }: { amount: string; plan: string }) =>
    `The new card is charged ${amount} for ${plan} at once.`,
  chargedLater: ({ amount, plan }: { amount: string; plan: string }) =>
    `${amount} for ${plan} is not charged now. ` +
    'It is charged to the new card later, if it is still due.',
  cannotTakeCards: 'This shop cannot take cards right now',
  askShop: (shop: string) => `Contact ${shop}.`,
  didNotWork: 'This did not work',
  tryInAMoment: 'Try again in a moment.',
  tooManyTries: 'Too many tries',
  /** For what is not a card; cards have the name of their brand. */
  methods: {
    acss_debit: 'Bank debit',
    au_becs_debit: 'Bank debit',
    bacs_debit: 'Bank debit',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Bank account',
    paypal: 'PayPal',
    sepa_debit: 'SEPA debit',
    us_bank_account: 'Bank account',
  },

  // Balance.
  balance: 'Balance',
  haveCredit: (amount: string) =>
    `You have ${amount} of credit. It is used for your next payments.`,
  oweAmount: (amount: string) => `You owe ${amount}. It is added to your next payment.`,

  // Billing details.
  billing: 'Billing details',
  noBilling: 'No billing details yet.',
  billingText: 'They appear on your next invoices.',
  updateBilling: 'Update details',
  save: 'Save',
  taxNumberIs: (number: string) => `Tax number ${number}`,
  checkTaxNumber: 'Check this tax number, or leave it empty.',
  checkCountry: 'Choose a country from the list, or leave it empty.',
  phone: 'Phone',
  address: 'Address',
  line1: 'Street address',
  line2: 'Apartment, suite or floor',
  city: 'City',
  stateOrRegion: 'State or region',

  // Corrections.
  correctTitle: (number: string) => `Correct invoice ${number}`,
  correctText:
    'You get a credit note for this invoice and a new invoice with these details. ' +
    'What you paid stays the same.',
  countryIsFixed: (country: string) => `Country: ${country}. It cannot be changed here.`,
  correctInvoice: 'Correct invoice',
};
