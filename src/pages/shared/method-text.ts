const NAMES: Readonly<Record<string, string>> = {
  acss_debit: 'Bank debit',
  au_becs_debit: 'Bank debit',
  bacs_debit: 'Bank debit',
  eps: 'EPS',
  ideal: 'iDEAL',
  nz_bank_account: 'Bank account',
  paypal: 'PayPal',
  sepa_debit: 'SEPA debit',
  us_bank_account: 'Bank account',
};

/** How something was paid: `Visa ending in 4242`, `SEPA debit ending in 3000`, `Link`. */
export function methodText({ brand, last4 }: { brand: string; last4: string }): string {
  const words = brand.replaceAll('_', ' ');
  const name = NAMES[brand] ?? words.charAt(0).toUpperCase() + words.slice(1);
  return last4 === '' ? name : `${name} ending in ${last4}`;
}
