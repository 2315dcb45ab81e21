import assert from 'node:assert/strict';
import type { Tx } from '../../platform/db/database.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { findDiscountById, returnRedemption } from '../catalogue/discounts/discount.sql.ts';
import { parseLicenseTerms } from '../catalogue/products/license-terms.rules.ts';
import { findBalance } from '../customers/balance.sql.ts';
import { issueLicense } from '../licenses/issue-license.ts';
import type { AtBank } from '../money/payments/at-bank.rules.ts';
import { isAtProvider, isHosted } from '../money/payments/way-to-pay.ts';
import {
  askAboutCharge,
  type Settling,
  waitForProvider,
  withAnswer,
} from '../money/transactions/ask-provider.ts';
import { cardOf } from '../money/transactions/paying-card.rules.ts';
import { settleTransaction } from '../money/transactions/settle-transaction.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';
import { isPayerLate, waitForPayer } from '../money/transactions/wait-for-payer.ts';
import { pauseWhilePending } from '../money/transactions/waiting.rules.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { parseTaxDecision } from '../tax/stored-tax.rules.ts';
import { checkoutFigures } from './add-checkout.ts';
import { type Buyer, parseBuyer } from './buyer.rules.ts';
import {
  bankAddress,
  type CheckoutRow,
  checkoutAddress,
  withDecline,
  withStatus,
} from './checkout.rules.ts';
import { findCheckout, lockBegun, lockCheckout, saveCheckout } from './checkout.sql.ts';
import { showCheckout } from './checkout-record.rules.ts';
import { isTrialUsed } from './guest.ts';
import { giveBackPlace } from './link-place.sql.ts';
import { payerOf } from './payer.rules.ts';
import { removeTrial } from './remove-trial.ts';
import { signedReturn } from './return-address.rules.ts';
import { saveBuyer } from './save-buyer.ts';

export type PaymentOutcome =
  | { result: 'completed'; checkout: CheckoutRow }
  | { result: 'declined'; checkout: CheckoutRow; decline_code: string }
  | ({ result: 'action_required'; checkout: CheckoutRow } & AtBank)
  /** The provider is working on it; the buyer has nothing to do. */
  | { result: 'processing'; checkout: CheckoutRow };

/**
 * Asks the provider about a pending payment, and records the answer and all its effects. Several
 * processes may do this at the same time. `checkout`: its session, if the caller has just written it.
 */
export async function settlePayment(
  work: StoreWork,
  transaction: TransactionRow,
  settling: Settling = 'ask',
  checkout?: CheckoutRow,
): Promise<PaymentOutcome> {
  const { write, now } = work;
  const { transaction_id, checkout_session_id } = transaction;
  assert(checkout_session_id !== null, 'a payment of a checkout names it');
  const is_hosted = isHosted(work, transaction);
  const is_at_provider = isAtProvider(work, transaction);
  const answer =
    transaction.status === 'pending' ? await ask(work, transaction, settling, checkout) : undefined;

  return write(async (context) => {
    const { tx } = context;
    const is_known = answer?.status === 'paid' && (await lockAsBegun(tx, transaction, checkout));
    const before = is_known ? checkout : await lockCheckout(tx, checkout_session_id);
    const found = is_known ? transaction : await lockTransaction(tx, transaction_id);
    assert(before && found);
    if (found.status !== 'pending' || !answer) return outcomeOf(before, found);
    const pending = withAnswer(found, answer);
    if (answer.status === 'action_required') {
      const { client_secret } = answer;
      const action_url = answer.action_url || bankAddress(work.services.base_url, before);
      await waitForPayer({ ...context, now }, pending, action_url);
      return { result: 'action_required', checkout: before, action_url, client_secret };
    }
    if (answer.status === 'pending') {
      await waitForProvider(
        context,
        pending,
        is_at_provider ? pauseWhilePending(found, now) : undefined,
      );
      return { result: 'processing', checkout: before };
    }
    if (answer.status === 'paid') {
      if (await isTrialGone(tx, before)) return takeTrialAway(context, before, pending);
      return completePayment(context, before, pending, { checkout: before, transaction: found });
    }
    const { decline_code } = answer;
    // At a bank the time to confirm was over; on the way there, nothing was asked of the buyer.
    const was_at_bank = !is_hosted && (!is_at_provider || found.action_url !== null);
    const is_left = !was_at_bank && decline_code === 'confirmation_expired';
    const code = is_left ? 'payment_not_completed' : decline_code;
    return declinePayment(context, before, pending, code);
  });
}

/**
 * The same for a payment that somebody finds under way: what nobody charged while its own buyer was
 * there is given up, and not charged now.
 */
export const settleWaiting = (work: StoreWork, waiting: TransactionRow): Promise<PaymentOutcome> =>
  settlePayment(work, waiting, isPayerLate(work, waiting) ? 'payer_left' : 'ask');

/**
 * Locks session and transaction if both are as the caller has just written them, and need not be
 * read again. Otherwise somebody else has asked the provider too.
 */
async function lockAsBegun(
  tx: Tx,
  transaction: TransactionRow,
  checkout: CheckoutRow | undefined,
): Promise<boolean> {
  if (!checkout) return false;
  const { transaction_id, clock_moved_ms } = transaction;
  const { checkout_session_id } = checkout;
  const begun = { checkout_session_id, transaction_id, clock_moved_ms };
  return (await lockBegun(tx, begun)) !== undefined;
}

async function ask(
  work: StoreWork,
  transaction: TransactionRow,
  settling: Settling,
  begun: CheckoutRow | undefined,
) {
  const give_up = settling !== 'ask';
  const checkout =
    begun ?? (await findCheckout(work.reader, transaction.checkout_session_id ?? ''));
  assert(checkout, 'what is paid for exists');
  const { base_url } = work.services;
  const return_url = `${checkoutAddress(base_url, checkout.checkout_session_id)}/return`;
  return askAboutCharge(work, transaction, { give_up, return_url, buyer: knownBuyer(checkout) });
}

/** What the provider learns of the buyer, as far as they have said who they are. */
function knownBuyer(checkout: CheckoutRow): Pick<Buyer, 'email' | 'name' | 'language'> {
  const { email, name, language } = parseBuyer(checkout) ?? {};
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
  };
}

/** The outcome of a payment that may have been settled earlier. */
export function outcomeOf(checkout: CheckoutRow, transaction: TransactionRow): PaymentOutcome {
  const { decline_code, action_url } = transaction;
  if (decline_code !== null) return { result: 'declined', checkout, decline_code };
  if (action_url !== null) return { result: 'action_required', checkout, action_url };
  assert.equal(checkout.status, 'completed', 'what is paid is completed');
  return { result: 'completed', checkout };
}

/**
 * Records a successful payment and all its effects, in one database transaction. `stored`: the rows
 * as they were read when they were locked, if they were.
 */
export async function completePayment(
  context: StoreTx,
  before: CheckoutRow,
  pending: TransactionRow,
  stored?: { checkout: CheckoutRow; transaction: TransactionRow },
): Promise<PaymentOutcome> {
  const { tx, emit, audit, addFigures, now, services } = context;
  const { transaction_id, customer_id, billed_to } = pending;
  // Whoever has only typed the customer's address changes nothing of theirs.
  if (billed_to === null) await saveBuyer(context, before, customer_id);
  const started: TransactionRow = {
    ...pending,
    ...(await startIfRecurring(context, before, pending)),
  };
  const { subscription_id } = started;
  const terms = parseLicenseTerms(before.license);
  const { product_id, quantity } = before;
  const bought = { product_id, customer_id, quantity, transaction_id, subscription_id };
  const license = terms && (await issueLicense(context, { ...bought, terms }));
  const key_seed = license?.key_seed ?? null;
  const settled = { ...started, key_seed };
  const paid = await settleTransaction(context, settled, { status: 'paid' }, stored?.transaction);
  const end = {
    transaction_id,
    subscription_id,
    completed_at: paid.settled_at,
    last_payment_error: null,
    buyer: null,
    key_seed,
    return_query: signReturn(context, { ...before, transaction_id, customer_id, subscription_id }),
  };
  const checkout = withStatus(before, 'completed', now, end);
  await saveCheckout(tx, checkout, stored?.checkout);
  addFigures(checkoutFigures(checkout, { checkouts_paid: 1 }));
  const completed = showCheckout(checkout, { base_url: services.base_url, now });
  const { checkout_session_id: target, status } = before;
  audit({ target, before: { status }, after: { status: 'completed' } });
  emit('checkout.completed', completed, parseBuyer(before));
  return { result: 'completed', checkout };
}

/** The signed query of the address to return to, if the seller has given a key for it. */
function signReturn({ store, services }: StoreTx, row: CheckoutRow): string | null {
  if (row.return_key === null) return null;
  const place = ['return key', store.store_id, row.checkout_session_id] as const;
  const key = services.secrets.open(row.return_key, [...place]);
  return key === undefined ? null : signedReturn(row, key);
}

/** Starts a subscription if the product is recurring; this is its first payment. */
async function startIfRecurring(
  context: StoreTx,
  checkout: CheckoutRow,
  paid: TransactionRow,
): Promise<Partial<TransactionRow>> {
  const { billing_interval, billing_interval_count } = checkout;
  if (billing_interval === null || billing_interval_count === null) return {};
  const { transaction_id, customer_id, created_at } = paid;
  const { checkout_session_id, quantity, metadata } = checkout;
  const { discount_id, coupon_code, percent_bps, coupon_duration, coupon_months } = checkout;
  const coupon = discount_id === null ? undefined : await findDiscountById(context.tx, discount_id);
  const account = { customer_id, currency: checkout.currency };
  const balance_minor = await findBalance(context.tx, account);
  const row = await startSubscription(context, {
    checkout_session_id,
    customer_id,
    quantity,
    metadata,
    transaction_id,
    discount_id,
    coupon_code,
    percent_bps,
    coupon_duration,
    coupon_months,
    coupon_amount_minor: checkout.coupon_amount_minor,
    coupon_product_ids: coupon?.product_ids ?? null,
    paid_minor: checkout.total_minor,
    tax: parseTaxDecision(checkout.tax_decision),
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
      includes_tax: checkout.includes_tax,
      tax_category: checkout.tax_category,
    },
    card: cardOf(paid),
  });
  return {
    subscription_id: row.subscription_id,
    period_start: row.current_period_start,
    period_end: row.current_period_end,
  };
}

/** The trial of a session may have been used in another one while the buyer was at the provider. */
async function isTrialGone(tx: Tx, checkout: CheckoutRow): Promise<boolean> {
  if (checkout.trial_days === 0) return false;
  const payer = payerOf(checkout, parseBuyer(checkout));
  assert(payer, 'whoever pays has an address');
  return isTrialUsed(tx, payer, checkout.product_id);
}

/** Nothing was charged, so nothing is bought: the buyer sees the full price and decides again. */
async function takeTrialAway(
  context: StoreTx,
  before: CheckoutRow,
  pending: TransactionRow,
): Promise<PaymentOutcome> {
  const outcome = await declinePayment(context, before, pending, 'trial_used');
  await removeTrial(context.tx, before.checkout_session_id, context.now);
  return outcome;
}

/** Records a declined payment: the coupon can be used again, and the buyer can try again. */
async function declinePayment(
  context: StoreTx,
  before: CheckoutRow,
  pending: TransactionRow,
  decline_code: string,
): Promise<PaymentOutcome> {
  const { tx, now } = context;
  const { discount_id, customer_id, billed_to } = pending;
  await settleTransaction(context, pending, { status: 'declined', decline_code });
  if (discount_id !== null) await returnRedemption(tx, { discount_id, customer_id });
  if (before.payment_link_id !== null) await giveBackPlace(tx, before.payment_link_id);
  const declined = withDecline(before, decline_code, now);
  // The next payment may be under another address.
  const checkout = billed_to === null ? declined : { ...declined, customer_id: null };
  await saveCheckout(tx, checkout);
  return { result: 'declined', checkout, decline_code };
}
