import { isoInstantOrNull } from '../../../platform/core/time.ts';
import type { EmittedEvent } from '../../../platform/operation/outbox.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { findProduct } from '../../catalogue/products/product.sql.ts';
import { showSubscription } from '../../subscriptions/subscription.rules.ts';
import { findSubscription } from '../../subscriptions/subscription.sql.ts';
import { isTransaction } from './records.rules.ts';
import { portalAddress, writeToCustomer } from './write-to-customer.ts';

/**
 * A renewal that could not be paid, at each try, with the page where it can be. Whoever tried to
 * pay themselves has seen that it did not work; and another mail says that it has ended.
 */
export async function mailPaymentFailed(context: StoreTx, { record }: EmittedEvent): Promise<void> {
  if (!isTransaction(record) || record.type !== 'renewal' || !record.subscription_id) return;
  const { tx, services } = context;
  const row = await findSubscription(tx, record.subscription_id);
  if (row?.status !== 'past_due' || row.latest_transaction_id !== record.transaction_id) return;
  const { payment_url } = showSubscription(row, services);
  if (payment_url === null) return;
  const unpaid = {
    product_name: row.plan_name,
    amount: record.total,
    currency: record.currency,
    card: record.payment_method,
    payment_url,
  };
  if (record.decline_code === 'authentication_required') {
    return writeToCustomer(context, 'confirmation_needed', record.customer_id, unpaid);
  }
  return writeToCustomer(context, 'payment_failed', record.customer_id, {
    ...unpaid,
    next_try_at: isoInstantOrNull(row.next_payment_at),
    last_day: isoInstantOrNull(row.past_due_until),
  });
}

/** Money that went back to the customer's card; not what went to the balance. */
export async function mailRefund(context: StoreTx, { cause }: EmittedEvent): Promise<void> {
  if (!cause || !isTransaction(cause) || cause.total === 0) return;
  const product = await findProduct(context.tx, cause.product_id);
  await writeToCustomer(context, 'refunded', cause.customer_id, {
    product_name: product?.name ?? '',
    amount: cause.total,
    currency: cause.currency,
    card: cause.payment_method,
    refunded_at: cause.settled_at ?? cause.created_at,
    credit_note_url: null,
    portal_url: portalAddress(context),
  });
}

interface WithCard {
  customer_id: string;
  payment_method: { brand: string; last4: string; exp_month: number; exp_year: number };
}

const isWithCard = (record: object): record is WithCard =>
  'customer_id' in record && 'payment_method' in record;

/** The card that pays for a subscription expires soon. */
export async function mailExpiringCard(context: StoreTx, { record }: EmittedEvent): Promise<void> {
  if (!isWithCard(record)) return;
  const { brand, last4, exp_month, exp_year } = record.payment_method;
  await writeToCustomer(context, 'card_expiring', record.customer_id, {
    card: { brand, last4 },
    exp_month,
    exp_year,
    portal_url: portalAddress(context),
  });
}
