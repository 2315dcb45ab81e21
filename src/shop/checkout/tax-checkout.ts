import type { Detail } from '../../platform/core/errors.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type CustomerWithBilling, findCustomer } from '../customers/customer.sql.ts';
import type { TaxBuyer, TaxRules } from '../tax/tax-of.rules.ts';
import { type Buyer, taxBuyerFor } from './buyer.rules.ts';
import { type CheckoutRow, isFree } from './checkout.rules.ts';
import { withDecision } from './price.rules.ts';
import { decideFor, evidenceOf, whatIsMissing, whyNotNumber } from './tax.rules.ts';

interface Taxed {
  /** The session with the price that it has today for this buyer. */
  checkout: CheckoutRow;
  tax_buyer: TaxBuyer;
  /** Where the buyer is, as it is stored with a payment. */
  tax_evidence: string | null;
  /** What is wrong or missing: it cannot be paid like this. */
  problems: Detail[];
}

/**
 * An open session with the tax of today, for a buyer with these details; what they do not say is as
 * the customer has it.
 */
export async function taxCheckout(
  reader: Reader,
  row: CheckoutRow,
  { rules, buyer, now }: { rules: TaxRules; buyer: Buyer | undefined; now: number },
): Promise<Taxed> {
  const customer = hasRegistrations(rules) ? await findNamed(reader, row) : undefined;
  return taxFor(row, { rules, buyer, customer, now });
}

const hasRegistrations = ({ settings }: TaxRules): boolean => settings.registrations.length > 0;

/** The same with the customer of the session at hand. */
export function taxFor(
  row: CheckoutRow,
  {
    rules,
    buyer,
    customer,
    now,
  }: {
    rules: TaxRules;
    buyer: Buyer | undefined;
    customer: CustomerWithBilling | undefined;
    now: number;
  },
): Taxed {
  const has_registrations = hasRegistrations(rules);
  const tax_buyer = taxBuyerFor(buyer, has_registrations ? customer : undefined);
  const checkout = withDecision(row, decideFor(rules, row, tax_buyer, now));
  const problems = [
    isFree(checkout) ? undefined : whatIsMissing(rules, row, tax_buyer, now),
    has_registrations && buyer?.tax_id ? whyNotNumber(tax_buyer) : undefined,
  ].filter((one) => one !== undefined);
  return { checkout, tax_buyer, tax_evidence: evidenceOf(rules, tax_buyer, now), problems };
}

/** The customer whom the seller has named: what is known about them counts. Of guests, nothing is. */
export const findNamed = async (
  reader: Reader,
  { is_guest, customer_id }: Pick<CheckoutRow, 'is_guest' | 'customer_id'>,
): Promise<CustomerWithBilling | undefined> =>
  is_guest === 1 || customer_id === null ? undefined : findCustomer(reader, customer_id);
