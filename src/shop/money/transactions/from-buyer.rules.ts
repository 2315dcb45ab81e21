/** What a payment has from its buyer alone. */
export interface FromBuyer {
  /** Answers to the custom fields of the checkout session, by key, as JSON. */
  custom_values: string;
  /**
   * Whom the invoice is made out to (BilledTo), as JSON, where somebody has only typed the address
   * of the customer. Null: the customer.
   */
  billed_to: string | null;
}

export const from_no_buyer = { custom_values: '{}', billed_to: null };
