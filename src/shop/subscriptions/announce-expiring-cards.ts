import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { showCustomer } from '../customers/customer.rules.ts';
import { findCustomer } from '../customers/customer.sql.ts';
import { listExpiring, takeExpiring } from '../money/payments/payment-method.sql.ts';
import { willBeCharged } from './subscription.sql.ts';

const BATCH = 100;

/** Notifies customers that their card expires soon. Returns whether there may be more. */
export async function announceExpiringCards({ reader, write, now }: StoreWork): Promise<boolean> {
  const due = await listExpiring(reader, { now, limit: BATCH });
  for (const { customer_id } of due) await write((context) => announceTo(context, customer_id));
  return due.length === BATCH;
}

/** Notifies one of them, once; not if nothing will be charged to the card. */
async function announceTo({ tx, emit, now }: StoreTx, customer_id: string): Promise<void> {
  const card = await takeExpiring(tx, { customer_id, now });
  if (!card || !(await willBeCharged(tx, customer_id))) return;
  const found = await findCustomer(tx, customer_id);
  if (!found) return;
  const { card_brand: brand, card_last_four: last4, exp_month, exp_year } = card;
  const payment_method = { brand, last4, exp_month, exp_year };
  emit('customer.card_expiring', {
    ...showCustomer(found.customer, found.billing),
    payment_method,
  });
}
