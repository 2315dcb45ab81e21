import type { TaxBuyer } from '../tax/tax-of.rules.ts';
import type { BillingRow, CustomerRow } from './customer.rules.ts';
import { storedTaxNumber } from './tax-id-check.rules.ts';

/** A customer as a buyer. The country of the billing address counts, else the customer's own. */
export function taxBuyerOf(
  found: { customer: Pick<CustomerRow, 'country'>; billing: BillingRow | undefined } | undefined,
): TaxBuyer {
  const billing = found?.billing;
  const billed = billing?.address ? JSON.parse(billing.address) : null;
  const country = billed?.country ?? found?.customer.country ?? null;
  const { state: region = null, postal_code = null } = billed ?? {};
  return {
    address: country === null ? null : { country, region, postal_code },
    tax_number: billing ? storedTaxNumber(billing, country) : null,
  };
}
