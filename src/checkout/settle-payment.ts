import assert from 'node:assert/strict';
import { findBalance } from '../customers/balance.sql.ts';
import { findDiscountById, returnRedemption } from '../discounts/discount.sql.ts';
import { issueLicense } from '../licenses/issue-license.ts';
import type { StoreTx, StoreWork } from '../operation/work.ts';
import { requireGateway, withinTimeout } from '../payments/gateway.ts';
import { termsIn } from '../products/license-terms.rules.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { openTransaction, settleDeclined, settlePaid } from '../transactions/open-transaction.ts';
import { postLedger } from '../transactions/post-ledger.ts';
import {
  mayBecome,
  settledAt,
  showTransaction,
  type TransactionRow,
} from '../transactions/transaction.rules.ts';
import { awaitBuyer, lockTransaction } from '../transactions/transaction.sql.ts';
import { type CheckoutRow, checkoutAddress, declined, moved } from './checkout.rules.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { showCheckout } from './checkout-record.rules.ts';
import { keepBuyer } from './keep-buyer.ts';

export type PaymentOutcome =
  | { result: 'completed'; checkout: CheckoutRow }
  | { result: 'declined'; checkout: CheckoutRow; decline_code: string }
  | { result: 'action_required'; checkout: CheckoutRow; action_url: string };

/** How long a buyer has to confirm a payment with the bank. */
const CONFIRMATION_MS = 15 * 60_000;

/**
 * Asks the provider what becomes of a pending payment, with the key it was kept under, and records
 * the answer with everything that follows from it. Any number may do this at once, in any process.
 */
export async function settlePayment(
  work: StoreWork,
  transaction: TransactionRow,
  how: { give_up: boolean } = { give_up: false },
): Promise<PaymentOutcome> {
  const { write, store, now, services } = work;
  const { transaction_id, checkout_session_id, card_token, currency } = transaction;
  assert(checkout_session_id !== null, 'a payment of a checkout names it');
  const charge = {
    store_id: store.store_id,
    key: transaction_id,
    card_token,
    amount_minor: transaction.total_minor,
    currency,
    buyer_present: transaction.buyer_present === 1,
    return_url: `${checkoutAddress(services.base_url, checkout_session_id)}/return`,
    now,
  };
  const ask = () => requireGateway(work)[how.give_up ? 'cancelCharge' : 'charge'](charge);
  const result = transaction.status === 'pending' ? await withinTimeout(ask()) : undefined;

  return write(async (inside) => {
    const { tx } = inside;
    const before = await lockCheckout(tx, checkout_session_id);
    const pending = await lockTransaction(tx, transaction_id);
    assert(before && pending);
    if (pending.status !== 'pending' || !result) return outcomeOf(before, pending);
    if (result.status === 'action_required') {
      const { action_url } = result;
      const next_attempt_at = now + CONFIRMATION_MS;
      // Counted from the first time: looking again gives nobody more of it.
      if (pending.action_url === null) {
        await awaitBuyer(tx, { transaction_id, action_url, next_attempt_at });
      }
      return { result: 'action_required', checkout: before, action_url };
    }
    if (result.status === 'paid') {
      return complete(inside, before, { ...pending, ...result.card });
    }
    return decline(inside, before, { ...pending, decline_code: result.decline_code });
  });
}

/** What a settled transaction means for its session, also for one who comes late. */
export function outcomeOf(checkout: CheckoutRow, transaction: TransactionRow): PaymentOutcome {
  const { decline_code, action_url } = transaction;
  if (decline_code !== null) return { result: 'declined', checkout, decline_code };
  if (action_url !== null) return { result: 'action_required', checkout, action_url };
  assert.equal(checkout.status, 'completed', 'what is paid is completed');
  return { result: 'completed', checkout };
}

/** Everything that follows from a payment, in one transaction. */
export async function complete(
  inside: StoreTx,
  before: CheckoutRow,
  pending: TransactionRow,
): Promise<PaymentOutcome> {
  const { tx, emit, now, services } = inside;
  assert(mayBecome(pending.status, 'paid'));
  const { transaction_id } = pending;
  await keepBuyer(inside, before);
  const settled = {
    status: 'paid',
    settled_at: settledAt(pending, now),
    next_attempt_at: null,
    action_url: null,
  } as const;
  const started = await start(inside, before, pending);
  const unlicensed: TransactionRow = { ...pending, ...started, ...settled };
  // What costs nothing was never pending.
  if (before.status === 'open') await openTransaction(tx, unlicensed);
  else await settlePaid(tx, unlicensed);
  await postLedger(tx, unlicensed);
  const { subscription_id } = unlicensed;
  const terms = termsIn(before.license);
  const { product_id, customer_id, quantity } = before;
  const bought = { product_id, customer_id, quantity, transaction_id, subscription_id };
  const license = terms && (await issueLicense(inside, { ...bought, terms }));
  const key_seed = license?.key_seed ?? null;
  const paid = { ...unlicensed, key_seed };
  const end = {
    transaction_id,
    subscription_id,
    completed_at: settled.settled_at,
    last_payment_error: null,
    buyer: null,
    key_seed,
  };
  const checkout = moved(before, 'completed', now, end);
  await saveCheckout(tx, checkout);
  if (paid.total_minor > 0) emit('transaction.paid', showTransaction(paid));
  emit('checkout.completed', showCheckout(checkout, { base_url: services.base_url, now }));
  return { result: 'completed', checkout };
}

/** What is recurring begins a subscription, for which this is the first payment. */
async function start(
  inside: StoreTx,
  checkout: CheckoutRow,
  { transaction_id, created_at, balance_change_minor, ...card }: TransactionRow,
): Promise<Partial<TransactionRow>> {
  const { billing_interval, billing_interval_count } = checkout;
  if (billing_interval === null || billing_interval_count === null) return {};
  const { checkout_session_id, customer_id, quantity, metadata } = checkout;
  const { card_token, card_brand, card_last_four } = card;
  const { discount_id, coupon_code, percent_bps, coupon_duration, coupon_months } = checkout;
  const coupon = discount_id === null ? undefined : await findDiscountById(inside.tx, discount_id);
  // Credit was taken with the intent; what costs nothing was never pending.
  const was_taken = checkout.status !== 'open' && balance_change_minor < 0;
  const taken = was_taken ? 0 : balance_change_minor;
  const account = { customer_id, currency: checkout.currency };
  const balance_minor = (await findBalance(inside.tx, account)) + taken;
  const has_card = card_token !== null && card_brand !== null && card_last_four !== null;
  const row = await startSubscription(inside, {
    ...{ checkout_session_id, customer_id, quantity, metadata, transaction_id },
    ...{ discount_id, coupon_code, percent_bps, coupon_duration, coupon_months },
    coupon_amount_minor: checkout.coupon_amount_minor,
    coupon_product_ids: coupon?.product_ids ?? null,
    paid_minor: checkout.total_minor,
    paid_at: created_at,
    balance_minor,
    trial_days: checkout.trial_days,
    plan: {
      plan_id: checkout.product_id,
      plan_name: checkout.product_name,
      price_minor: checkout.unit_price_minor,
      currency: checkout.currency,
      billing_interval,
      billing_interval_count,
    },
    card: has_card ? { card_token, card_brand, card_last_four } : undefined,
  });
  return {
    subscription_id: row.subscription_id,
    period_start: row.current_period_start,
    period_end: row.current_period_end,
  };
}

/** The buyer may try again, and what was taken of a coupon is given back. */
async function decline(
  { tx, emit, now }: StoreTx,
  before: CheckoutRow,
  refused: TransactionRow & { decline_code: string },
): Promise<PaymentOutcome> {
  assert(mayBecome(refused.status, 'declined'));
  const { discount_id, customer_id, decline_code } = refused;
  const settled_at = settledAt(refused, now);
  const settled = { settled_at, next_attempt_at: null, action_url: null };
  const transaction: TransactionRow = { ...refused, ...settled, status: 'declined' };
  await settleDeclined(tx, transaction);
  if (discount_id !== null) await returnRedemption(tx, { discount_id, customer_id });
  const checkout = declined(before, decline_code, now);
  await saveCheckout(tx, checkout);
  emit('transaction.declined', showTransaction(transaction));
  return { result: 'declined', checkout, decline_code };
}
