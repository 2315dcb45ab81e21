import type { StoreWork } from '../../platform/operation/work.ts';
import { askAboutNumber } from '../tax/ask-about-number.ts';
import { type KnownTaxNumber, knownTaxNumber } from '../tax/known-tax-number.rules.ts';
import { readTaxRules } from '../tax/read-tax-rules.ts';
import type { ViesAnswer } from '../tax/vies.rules.ts';
import type { BillingInput } from './customer.rules.ts';
import { type CustomerWithBilling, findCustomer } from './customer.sql.ts';
import { storedTaxNumber } from './tax-id-check.rules.ts';

/**
 * Asks VIES about the tax number in billing details that are about to be saved; null if it need not
 * be asked. It takes up to five seconds: never inside a transaction or a payment.
 */
export async function askAboutTaxId(
  work: StoreWork,
  input: BillingInput,
): Promise<ViesAnswer | null> {
  if (!input.tax_id || !work.services.askVies) return null;
  const found = await findCustomer(work.reader, input.customer_id);
  const number = enteredTaxNumber(input, found);
  return number && askAboutNumber(work, await readTaxRules(work.reader), number);
}

/** The tax number in billing details, with what is known about it already. */
export function enteredTaxNumber(
  { tax_id, address }: BillingInput,
  found: CustomerWithBilling | undefined,
): KnownTaxNumber | null {
  const before = found?.billing ? storedTaxNumber(found.billing) : null;
  const country = address?.country?.toUpperCase() ?? found?.customer.country ?? null;
  return knownTaxNumber(tax_id, { country, before });
}
