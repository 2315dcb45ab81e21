// What a buyer types, on Stripe's page or into its fields on somebody else's.

export interface Billing {
  name?: string | null;
  email?: string | null;
  country?: string | null;
}

export type Given =
  | { kind: 'card'; number: string; exp: { month: number; year: number } }
  | { kind: 'sepa_debit'; iban: string }
  | { kind: 'us_bank_account'; account: string }
  | { kind: 'ideal' };

/** What a token makes a payment method of. */
export interface TokenPlan {
  given: Given;
  billing: Billing;
}
