import type { StoreTx } from '../../platform/operation/work.ts';
import { answerToKeep, pauseAfter, type ViesAnswer } from '../tax/vies.rules.ts';
import { showCustomer } from './customer.rules.ts';
import { lockCustomer, saveBilling, updateCustomerRow } from './customer.sql.ts';
import { storedTaxNumber } from './tax-id-check.rules.ts';

/**
 * Keeps what VIES said about the tax number of a customer, and when to ask again. An answer about a
 * number that was changed meanwhile is dropped. customer.updated is emitted if anything is new.
 */
export async function keepViesAnswer(
  { tx, now, services, emit, audit }: StoreTx,
  { customer_id, number, answer }: { customer_id: string; number: string; answer: ViesAnswer },
): Promise<void> {
  const found = await lockCustomer(tx, customer_id);
  const known = found?.billing && storedTaxNumber(found.billing, found.customer.country);
  if (!found?.billing || known?.well_formed?.number !== number) return;
  const tax_number = JSON.stringify({ ...known, answer: answerToKeep(known.answer, answer) });
  const vies_due_at = services.clock() + pauseAfter(known.answer, answer, now);
  if (tax_number === found.billing.tax_number) {
    await saveBilling(tx, { ...found.billing, vies_due_at });
    return;
  }
  const billing = { ...found.billing, tax_number, vies_due_at, updated_at: now };
  const customer = { ...found.customer, updated_at: now };
  await updateCustomerRow(tx, customer);
  await saveBilling(tx, billing);
  const record = showCustomer(customer, billing);
  const before = showCustomer(found.customer, found.billing);
  audit({ target: customer_id, before, after: record });
  emit('customer.updated', record);
}
