import type { EmittedEvent } from '../../../platform/operation/outbox.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import type { Buyer } from '../../checkout/buyer.rules.ts';
import { isCheckout, isSubscription, paymentAmong, startedAmong } from './records.rules.ts';
import { portalAddress, writeToCustomer } from './write-to-customer.ts';

/** What was bought, with its license key, invoice and what comes next; `cause` is who paid. */
export async function mailPurchase(
  context: StoreTx,
  { record, cause }: EmittedEvent,
  all: EmittedEvent[],
): Promise<void> {
  if (!isCheckout(record) || record.customer_id === null) return;
  const started = startedAmong(all);
  const payment = paymentAmong(all);
  const { next_payment_at: at = null, status } = started ?? {};
  const amount = record.recurring?.renewal_total;
  const { email: paid_as }: Buyer = cause ?? {};
  const letter = {
    product_name: record.product.name,
    quantity: record.quantity,
    total: payment?.total ?? 0,
    tax: payment?.tax ?? 0,
    currency: record.currency,
    paid_at: record.completed_at ?? record.updated_at,
    card: payment?.payment_method ?? null,
    invoice_url: payment?.invoice_url ?? null,
    portal_url: portalAddress(context),
    license_keys: record.license_keys,
    next_payment: at === null || amount === undefined ? null : { at, amount },
    has_trial: status === 'trialing',
  };
  await writeToCustomer(context, 'purchase', record.customer_id, letter, paid_as);
}

/** A renewal that was paid; nothing if it cost nothing. */
export async function mailRenewal(
  context: StoreTx,
  { record }: EmittedEvent,
  all: EmittedEvent[],
): Promise<void> {
  const payment = paymentAmong(all);
  if (!isSubscription(record) || !payment) return;
  await writeToCustomer(context, 'renewal', record.customer_id, {
    product_name: record.plan.name,
    quantity: record.quantity,
    total: payment.total,
    tax: payment.tax,
    currency: payment.currency,
    paid_at: payment.settled_at ?? payment.created_at,
    card: payment.payment_method,
    invoice_url: payment.invoice_url,
    portal_url: portalAddress(context),
    paid_until: record.current_period_end,
  });
}
