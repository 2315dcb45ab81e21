import { knownTaxNumber, parseKnownNumber } from '../taxes/known-tax-number.rules.ts';
import type { TaxBuyer } from '../taxes/tax-of.rules.ts';
import type { BillingRow, CustomerRow } from './customer.rules.ts';

/** A customer as a buyer. The country of the billing address counts, else the customer's own. */
export function taxBuyerOf(
  found: { customer: Pick<CustomerRow, 'country'>; billing: BillingRow | undefined } | undefined,
): TaxBuyer {
  const { address = null, tax_number = null, tax_id = null } = found?.billing ?? {};
  const billed = address === null ? null : JSON.parse(address);
  const country = billed?.country ?? found?.customer.country ?? null;
  const { state: region = null, postal_code = null } = billed ?? {};
  return {
    address: country === null ? null : { country, region, postal_code },
    tax_number: parseKnownNumber(tax_number) ?? knownTaxNumber(tax_id, { country, before: null }),
  };
}
