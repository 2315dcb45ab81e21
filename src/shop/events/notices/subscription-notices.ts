import type { Static } from 'typebox';
import type { EmittedEvent } from '../../../platform/operation/outbox.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import type { DiscountCode } from '../../catalogue/discounts/discount.rules.ts';
import { findProduct } from '../../catalogue/products/product.sql.ts';
import { nextPayment } from '../../subscriptions/next-payment.ts';
import type { Subscription } from '../../subscriptions/subscription.rules.ts';
import { isDiscount, isSubscription, paymentAmong } from './records.rules.ts';
import { portalAddress, writeToCustomer } from './write-to-customer.ts';

export const mailTrialEnding = (context: StoreTx, { record }: EmittedEvent) =>
  mailComing(context, 'trial_ending', record);

export const mailRenewalComing = (context: StoreTx, { record }: EmittedEvent) =>
  mailComing(context, 'renewal_coming', record);

/** A payment that will be made; not if the subscription ends before it. */
async function mailComing(
  context: StoreTx,
  kind: 'trial_ending' | 'renewal_coming',
  record: object,
): Promise<void> {
  if (!isSubscription(record) || record.cancel_at_period_end) return;
  const coming = await nextPayment({ ...context, reader: context.tx }, record.subscription_id);
  if (!coming || (coming.total === 0 && kind === 'renewal_coming')) return;
  await writeToCustomer(context, kind, record.customer_id, {
    product_name: record.plan.name,
    currency: record.plan.currency,
    portal_url: portalAddress(context),
    at: coming.at,
    amount: coming.total,
  });
}

const RENEWAL_EVENTS = ['subscription.renewed', 'subscription.past_due'];

/**
 * Another plan or quantity, now or later, or a discount. What a renewal brings, also one that fails,
 * was announced when it was chosen; that the seller takes over a pause changes neither.
 */
export async function mailPlanChanged(
  context: StoreTx,
  { record, cause }: EmittedEvent,
  all: EmittedEvent[],
): Promise<void> {
  const is_planned = all.some(({ type }) => RENEWAL_EVENTS.includes(type));
  if (!isSubscription(record) || is_planned) return;
  if (record.status === 'paused') return;
  const coupon = cause && isDiscount(cause) ? cause : undefined;
  const payment = paymentAmong(all);
  const { pending_change: pending } = record;
  const later = pending && (await findProduct(context.tx, pending.plan_id));
  await writeToCustomer(context, 'plan_changed', record.customer_id, {
    product_name: later?.name ?? record.plan.name,
    currency: record.plan.currency,
    portal_url: portalAddress(context),
    quantity: pending?.quantity ?? record.quantity,
    changes_at: pending?.effective_at ?? null,
    charged: payment?.total ?? 0,
    next_payment_at: record.next_payment_at,
    invoice_url: payment?.invoice_url ?? null,
    discount: coupon ? await discountOf(context, coupon, record) : null,
  });
}

async function discountOf(
  context: StoreTx,
  coupon: Static<typeof DiscountCode>,
  { subscription_id, discount_ends_at: ends_at }: Static<typeof Subscription>,
) {
  const { discount_percentage: percentage, discount_amount: amount, duration: lasts } = coupon;
  const next = await nextPayment({ ...context, reader: context.tx }, subscription_id);
  const next_payment = next && { at: next.at, amount: next.total };
  return { percentage, amount, lasts, ends_at, next_payment };
}

/** Its end, once: an end that was announced is not sent again. */
export async function mailCanceled(context: StoreTx, { record }: EmittedEvent): Promise<void> {
  if (!isSubscription(record)) return;
  const { status, ended_at, current_period_end, cancellation_reason } = record;
  const is_over = status === 'canceled' && ended_at !== null;
  if (is_over && record.cancel_at_period_end && ended_at >= current_period_end) return;
  const is_unpaid = cancellation_reason === 'payment_failed';
  await writeToCustomer(context, 'canceled', record.customer_id, {
    product_name: record.plan.name,
    currency: record.plan.currency,
    portal_url: portalAddress(context),
    ends_at: is_over ? ended_at : current_period_end,
    how: !is_over ? 'scheduled' : is_unpaid ? 'unpaid' : 'ended',
    credit: Math.max(0, record.credit),
  });
}
