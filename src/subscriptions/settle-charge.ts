import assert from 'node:assert/strict';
import type { Tx } from '../db/database.ts';
import { followPlan } from '../licenses/follow-plan.ts';
import { resumeLicense, stopLicense } from '../licenses/follow-subscription.ts';
import type { StoreTx, StoreWork } from '../operation/work.ts';
import { type ChargeResult, requireGateway, withinTimeout } from '../payments/gateway.ts';
import { findProduct } from '../products/product.sql.ts';
import { readSettings } from '../stores/read-settings.ts';
import { openTransaction, settleDeclined, settlePaid } from '../transactions/open-transaction.ts';
import { postLedger } from '../transactions/post-ledger.ts';
import {
  creditBroughtBack,
  creditFromPayments,
  hasPaid,
} from '../transactions/subscription-payments.sql.ts';
import {
  mayBecome,
  settledAt,
  showTransaction,
  type TransactionRow,
} from '../transactions/transaction.rules.ts';
import { insertTransaction, lockTransaction } from '../transactions/transaction.sql.ts';
import { afterDecline, afterPayment } from './renewal.rules.ts';
import { type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import {
  keepTrial,
  lockSubscription,
  savePaymentMethod,
  saveSubscription,
} from './subscription.sql.ts';

export interface ChargeOutcome {
  transaction: TransactionRow;
  subscription: SubscriptionRow;
}

/** Asks the provider about a pending charge of a subscription and records what follows from it. */
export async function settleCharge(
  work: StoreWork,
  transaction: TransactionRow,
  how: { give_up: boolean } = { give_up: false },
): Promise<ChargeOutcome> {
  const { write, store, now } = work;
  const { transaction_id, subscription_id, card_token, currency } = transaction;
  assert(subscription_id !== null);
  const charge = {
    store_id: store.store_id,
    key: transaction_id,
    card_token,
    amount_minor: transaction.total_minor,
    currency,
    buyer_present: false,
    return_url: '',
    now,
  };
  const ask = () => requireGateway(work)[how.give_up ? 'cancelCharge' : 'charge'](charge);
  const result = transaction.status === 'pending' ? await withinTimeout(ask()) : undefined;
  return write(async (inside) => {
    const { tx } = inside;
    const subscription = await lockSubscription(tx, subscription_id);
    const pending = await lockTransaction(tx, transaction_id);
    assert(subscription && pending);
    if (pending.status !== 'pending' || !result) return { transaction: pending, subscription };
    const given_up = how.give_up && result.status === 'declined';
    const outcome = given_up ? { ...result, decline_code: CANCELED } : result;
    const at = Math.max(now, subscription.updated_at);
    return record({ ...inside, now: at }, subscription, pending, outcome);
  });
}

/** The decline code of a charge that a cancel came before. */
const CANCELED = 'charge_canceled';

/** Everything that follows from an answer, in one transaction. */
async function record(
  inside: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
  result: ChargeResult,
): Promise<ChargeOutcome> {
  const { tx, now } = inside;
  // Nobody is there to confirm it: that is a decline.
  const decline_code =
    result.status === 'declined'
      ? result.decline_code
      : result.status === 'action_required'
        ? 'authentication_required'
        : null;
  const transaction: TransactionRow = {
    ...pending,
    status: decline_code === null ? 'paid' : 'declined',
    decline_code,
    settled_at: settledAt(pending, now),
    next_attempt_at: null,
  };
  assert(mayBecome(pending.status, transaction.status));
  if (decline_code === null) {
    await settlePaid(tx, transaction);
    const balance_minor = before.balance_minor + Math.max(0, pending.balance_change_minor);
    return chargePaid(inside, { ...before, balance_minor }, transaction);
  }
  await settleDeclined(tx, transaction);
  const balance_minor = before.balance_minor - Math.min(0, pending.balance_change_minor);
  return chargeDeclined(inside, { ...before, balance_minor }, transaction);
}

/** A charge of nothing is paid at once. */
export async function chargeNothing(
  inside: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
): Promise<ChargeOutcome> {
  const settled = {
    status: 'paid',
    settled_at: pending.created_at,
    next_attempt_at: null,
  } as const;
  const transaction: TransactionRow = { ...pending, ...settled };
  await openTransaction(inside.tx, transaction);
  const balance_minor = before.balance_minor + pending.balance_change_minor;
  return chargePaid(inside, { ...before, balance_minor }, transaction);
}

/** Without a card there is nobody to ask. */
export async function chargeNobody(
  inside: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
): Promise<ChargeOutcome> {
  const transaction: TransactionRow = {
    ...pending,
    status: 'declined',
    decline_code: 'payment_method_missing',
    settled_at: pending.created_at,
    next_attempt_at: null,
  };
  await insertTransaction(inside.tx, transaction);
  return chargeDeclined(inside, before, transaction);
}

async function chargePaid(
  inside: StoreTx,
  before: SubscriptionRow,
  paid: TransactionRow,
): Promise<ChargeOutcome> {
  const { tx, emit, now } = inside;
  await postLedger(tx, paid);
  const { customer_id, card_token, card_brand, card_last_four } = paid;
  // The customer gave this card: it is theirs from now on, whoever settles the charge.
  if (paid.buyer_present === 1 && card_token && card_brand && card_last_four) {
    const card = { card_token, card_brand, card_last_four };
    await savePaymentMethod(tx, { ...card, customer_id, updated_at: now });
  }
  if (paid.effect === null) {
    // A debt that was collected: nothing else changes.
    emit('transaction.paid', showTransaction(paid));
    return { transaction: paid, subscription: before };
  }
  const subscription = afterPayment(before, paid, now);
  await saveSubscription(tx, subscription);
  const { subscription_id, plan_id } = subscription;
  if (paid.type === 'plan_change') {
    const { paid_since: since, balance_minor } = before;
    await followCredit(tx, { subscription_id, since, paid, balance_minor });
  }
  const is_changed = before.plan_id !== plan_id || before.quantity !== subscription.quantity;
  // A plan that was tried has been tried, also for a moment.
  if (is_changed && subscription.status === 'trialing') {
    await keepTrial(tx, { customer_id, plan_id, subscription_id, now });
  }
  const record = showSubscription(subscription);
  if (paid.total_minor > 0) emit('transaction.paid', showTransaction(paid));
  if (before.status === 'past_due' && subscription.status === 'active') {
    emit('subscription.recovered', record);
  }
  if (before.status === 'paused') {
    emit('subscription.resumed', record);
    await resumeLicense(inside, before);
  }
  if (is_changed) await changeLicense(inside, before, subscription, paid);
  if (is_changed || paid.type === 'plan_change') emit('subscription.updated', record);
  if (paid.type === 'renewal') emit('subscription.renewed', record);
  return { transaction: paid, subscription };
}

/** Credit that a change makes is remembered with its payments; what comes back to them is not. */
async function followCredit(
  tx: Tx,
  {
    paid,
    balance_minor,
    ...of
  }: { subscription_id: string; since: number; paid: TransactionRow; balance_minor: number },
): Promise<void> {
  const { balance_change_minor: change, total_minor } = paid;
  if (change > 0 && total_minor === 0) {
    await creditFromPayments(tx, { ...of, amount_minor: change });
  }
  // A cost that was put off uses the credit there is; beyond that it is owed, and nobody's credit.
  const owed = total_minor === 0 ? Math.max(0, -balance_minor) : 0;
  const amount_minor = Math.max(0, -change - owed);
  if (amount_minor > 0) await creditBroughtBack(tx, { ...of, amount_minor });
}

/** The license follows the plan and the quantity that are paid for. */
async function changeLicense(
  inside: StoreTx,
  before: SubscriptionRow,
  { subscription_id, customer_id, quantity, plan_id }: SubscriptionRow,
  { transaction_id }: TransactionRow,
): Promise<void> {
  const plan = plan_id === before.plan_id ? undefined : await findProduct(inside.tx, plan_id);
  const change = { subscription_id, customer_id, quantity, transaction_id, plan };
  await followPlan(inside, change);
}

async function chargeDeclined(
  inside: StoreTx,
  before: SubscriptionRow,
  declined: TransactionRow,
): Promise<ChargeOutcome> {
  const { tx, emit, now } = inside;
  emit('transaction.declined', showTransaction(declined));
  // A change that could not be paid has not happened, a customer's own try is no retry, and what
  // is being canceled is tried no more.
  const stays =
    declined.type !== 'renewal' || declined.buyer_present === 1 || before.status === 'paused';
  if (stays || declined.decline_code === CANCELED) {
    return { transaction: declined, subscription: before };
  }
  const settings = await readSettings(tx);
  const has_paid = await hasPaid(tx, before.subscription_id);
  const subscription = afterDecline(before, declined, { now, settings, has_paid });
  await saveSubscription(tx, subscription);
  await tellUnpaid(inside, before, subscription);
  return { transaction: declined, subscription };
}

/** A payment was not made: past due, or the end that the store has chosen. */
export async function tellUnpaid(
  inside: StoreTx,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const { emit } = inside;
  const record = showSubscription(after);
  if (after.status === 'past_due') {
    if (before.status !== 'past_due') emit('subscription.past_due', record);
    return;
  }
  emit(after.status === 'paused' ? 'subscription.paused' : 'subscription.canceled', record);
  await stopLicense(inside, before);
}
