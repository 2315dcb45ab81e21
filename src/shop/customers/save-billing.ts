import { newId } from '../../platform/core/ids.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import type { KnownTaxNumber } from '../tax/known-tax-number.rules.ts';
import { readTaxSettings } from '../tax/read-tax-rules.ts';
import { numbersMatter } from '../tax/tax-settings.rules.ts';
import { answerToKeep, pauseAfter, type ViesAnswer } from '../tax/vies.rules.ts';
import { addCustomer } from './add-customer.ts';
import { enteredTaxNumber } from './ask-about-tax-id.ts';
import { type BillingInput, type BillingRow, newBilling, newCustomer } from './customer.rules.ts';
import { type CustomerWithBilling, lockCustomer } from './customer.sql.ts';
import { saveCustomer } from './save-customer.ts';

/**
 * Replaces the billing details of a customer and emits customer.updated. Creates the customer if it
 * is new. Saving the same details again changes nothing.
 */
export async function saveBillingDetails(
  context: StoreTx,
  input: BillingInput,
  /** What VIES has just said about the tax number; null: it was not asked. */
  answer: ViesAnswer | null = null,
): Promise<BillingRow> {
  const { customer_id, email, name, address } = input;
  const found = await lockCustomer(context.tx, customer_id);
  const billing = await billingAfter(context, found, input, answer);
  const created = () =>
    newCustomer({ email, name, country: address?.country }, { customer_id, now: context.now });
  const known = found ?? { customer: await addCustomer(context, created()), billing: undefined };
  return (await saveCustomer(context, known, { ...known, billing })).billing ?? billing;
}

/**
 * The billing details of a customer who is locked, replaced. Without any details the old ones stay:
 * a request that only wants a portal link must not erase them.
 */
export async function billingAfter(
  context: StoreTx,
  found: CustomerWithBilling | undefined,
  input: BillingInput,
  answer: ViesAnswer | null,
): Promise<BillingRow> {
  if (found?.billing && hasNoDetails(input)) return found.billing;
  const { now } = context;
  const known = enteredTaxNumber(input, found);
  const number = known && answer ? { ...known, answer: answerToKeep(known.answer, answer) } : known;
  const tax_number = number && JSON.stringify(number);
  const fixed = { billing_id: newId('bill', now), tax_number, now };
  const vies_due_at = await whenToAsk(context, { number, answer, before: found?.billing });
  return { ...newBilling(input, found?.billing, fixed), vies_due_at };
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
  const settings = await readTaxSettings(tx);
  if (!numbersMatter(settings)) return null;
  return number.answer ? wall + pauseAfter(null, number.answer, now) : wall;
}

const hasNoDetails = ({ email, name, company, phone, tax_id, address }: BillingInput): boolean =>
  [email, name, company, phone, tax_id, address].every((detail) => (detail ?? null) === null);
