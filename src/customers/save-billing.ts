import { isChanged } from '../core/changes.ts';
import { newId } from '../core/ids.ts';
import type { StoreTx } from '../operation/work.ts';
import type { KnownTaxNumber } from '../taxes/known-tax-number.rules.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { numbersMatter } from '../taxes/tax-settings.rules.ts';
import { answerToKeep, pauseAfter, type ViesAnswer } from '../taxes/vies.rules.ts';
import { addCustomer } from './add-customer.ts';
import { enteredTaxNumber } from './ask-about-tax-id.ts';
import {
  type BillingInput,
  type BillingRow,
  bouncedAt,
  newBilling,
  newCustomer,
  showCustomer,
} from './customer.rules.ts';
import {
  type CustomerWithBilling,
  findCustomer,
  lockCustomer,
  saveBilling,
  updateCustomerRow,
} from './customer.sql.ts';

/**
 * Replaces the billing details of a customer and emits customer.updated. Creates the customer if it
 * is new. Saving the same details again changes nothing. Without any details the old ones stay:
 * a request that only wants a portal link must not erase them.
 */
export async function saveBillingDetails(
  inside: StoreTx,
  input: BillingInput,
  /** What VIES has just said about the tax number; null: it was not asked. */
  answer: ViesAnswer | null = null,
): Promise<BillingRow> {
  const found = await lockCustomer(inside.tx, input.customer_id);
  return saveBillingOf(inside, found, input, answer);
}

/** The same for a customer who is locked already; undefined: they are new. */
export async function saveBillingOf(
  inside: StoreTx,
  found: CustomerWithBilling | undefined,
  input: BillingInput,
  answer: ViesAnswer | null,
): Promise<BillingRow> {
  const { tx, now, emit, note } = inside;
  const { customer_id } = input;
  if (found?.billing && hasNoDetails(input)) return found.billing;
  const known = enteredTaxNumber(input, found);
  const number = known && answer ? { ...known, answer: answerToKeep(known.answer, answer) } : known;
  const tax_number = number && JSON.stringify(number);
  const fixed = { billing_id: newId('bill', now), tax_number, now };
  const vies_due_at = await whenToAsk(inside, { number, answer, before: found?.billing });
  const billing = { ...newBilling(input, found?.billing, fixed), vies_due_at };
  if (found?.billing && !isChanged(found.billing, billing)) return found.billing;
  const fresh = { email: input.email, name: input.name, country: input.address?.country };
  const customer = found
    ? { ...found.customer, updated_at: now }
    : await addCustomer(inside, newCustomer(fresh, { customer_id, now }));
  if (found) await updateCustomerRow(tx, customer, found.customer);
  await saveBilling(tx, billing);
  // A new address has not bounced because the old one had.
  const is_old = bouncedAt(customer) !== null;
  const shown = (is_old && (await findCustomer(tx, customer_id))?.customer) || customer;
  const record = showCustomer(shown, billing);
  const before = showCustomer(found?.customer ?? customer, found?.billing);
  note({ target: customer_id, before, after: record });
  emit('customer.updated', record);
  return billing;
}

interface Entered {
  number: KnownTaxNumber | null;
  answer: ViesAnswer | null;
  before: BillingRow | undefined;
}

/** When the job has to ask VIES, in real time; null if it need not. */
async function whenToAsk(
  { tx, services, now }: StoreTx,
  { number, answer, before }: Entered,
): Promise<number | null> {
  if (!number?.well_formed?.vies) return null;
  if (before?.tax_number === JSON.stringify(number)) return before.vies_due_at;
  const wall = services.clock();
  if (answer) return wall + pauseAfter(null, answer, now);
  const { settings } = await readTaxRules(tx);
  if (!numbersMatter(settings)) return null;
  return number.answer ? wall + pauseAfter(null, number.answer, now) : wall;
}

const hasNoDetails = ({ email, name, company, phone, tax_id, address }: BillingInput): boolean =>
  [email, name, company, phone, tax_id, address].every((detail) => (detail ?? null) === null);
