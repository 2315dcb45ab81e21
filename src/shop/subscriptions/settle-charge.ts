import assert from 'node:assert/strict';
import { randomText } from '../../platform/core/ids.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { emitLicenseDisabled, emitLicenseEnabled } from '../licenses/emit-license-status.ts';
import { hasPaid } from '../licenses/paid-subscription.sql.ts';
import type { ChargeResult, Started } from '../money/payments/gateway.ts';
import { ifAnswered } from '../money/payments/if-answered.ts';
import { savePaymentMethod } from '../money/payments/payment-method.sql.ts';
import {
  askAboutCharge,
  checkedReference,
  NOT_MADE,
  type Settling,
  StillPending,
  waitForProvider,
  withAnswer,
} from '../money/transactions/ask-provider.ts';
import { wasDeclinedAt } from '../money/transactions/earlier-renewal.sql.ts';
import { openTransaction } from '../money/transactions/open-transaction.ts';
import { cardOf } from '../money/transactions/paying-card.rules.ts';
import {
  failedSinceCounted,
  withFailedRefunds,
} from '../money/transactions/period-refunds.rules.ts';
import { settleRefund } from '../money/transactions/settle-refund.ts';
import { type Ending, settleTransaction } from '../money/transactions/settle-transaction.ts';
import {
  recordCreditFromPayments,
  returnCredit,
} from '../money/transactions/subscription-payments.sql.ts';
import {
  movedAtOnce,
  movedWhenPaid,
  type TransactionRow,
} from '../money/transactions/transaction.rules.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';
import { waitForPayer } from '../money/transactions/wait-for-payer.ts';
import { readSettings } from '../store/read-settings.ts';
import { settleAbandoned } from './abandon-charge.ts';
import { auditSubscription } from './audit-subscription.ts';
import { changeLicense } from './change-license.ts';
import { afterDecline } from './decline.rules.ts';
import { keepPause } from './pause.sql.ts';
import { plannedCharge } from './planned-in-force.ts';
import { afterPayment, parseEffect } from './renewal.rules.ts';
import { returnCountedRefunds } from './return-counted-refunds.ts';
import { saveSubscription } from './save-subscription.ts';
import { type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import { lockSubscription, recordTrial } from './subscription.sql.ts';

export interface ChargeOutcome {
  transaction: TransactionRow;
  subscription: SubscriptionRow;
  /** Of an abandoned charge: what goes back of it. */
  refund?: TransactionRow | undefined;
}

/** Asks the provider about a pending charge of a subscription and records what follows from it. */
export async function settleCharge(
  work: StoreWork,
  transaction: TransactionRow,
  settling: Settling = 'ask',
): Promise<ChargeOutcome> {
  const { write, now } = work;
  const { transaction_id, subscription_id } = transaction;
  assert(subscription_id !== null);
  const give_up = settling !== 'ask' || transaction.give_back_minor !== null;
  const answer =
    transaction.status === 'pending' ? await ask(work, transaction, { give_up }) : undefined;
  const settled = await write(async (context) => {
    const { tx } = context;
    const subscription = await lockSubscription(tx, subscription_id);
    const found = await lockTransaction(tx, transaction_id);
    assert(subscription && found);
    if (found.status !== 'pending' || !answer) return { transaction: found, subscription };
    const pending = withAnswer(found, answer);
    if (answer.status === 'pending') {
      await waitForProvider(context, pending);
      return undefined;
    }
    if (answer.status === 'action_required' && found.return_path !== null) {
      await waitForPayer(context, pending, answer.action_url);
      return undefined;
    }
    const at = { ...context, now: Math.max(now, subscription.updated_at) };
    const ending = endingFrom(answer, give_up ? GIVEN_UP[settling] : null);
    if (found.give_back_minor === null) return settle(at, subscription, pending, ending);
    const left = await settleAbandoned(at, pending, ending);
    return { ...left, subscription };
  });
  if (!settled) throw new StillPending('the provider is still at work on it');
  if (settled.refund) await tryRefund(work, settled.refund);
  return settled;
}

/** The refund is stored: if the provider does not answer now, a job settles it later. */
export const tryRefund = (work: StoreWork, refund: TransactionRow) =>
  ifAnswered(settleRefund(work, refund));

/** Where nobody is there, a charge that is to be confirmed is given up, and is a decline. */
async function ask(
  work: StoreWork,
  transaction: TransactionRow,
  { give_up }: { give_up: boolean },
): Promise<Started<ChargeResult>> {
  const { return_path } = transaction;
  const return_url = return_path === null ? '' : `${work.services.base_url}${return_path}`;
  const answer = await askAboutCharge(work, transaction, { give_up, return_url });
  if (answer.status !== 'action_required' || return_path !== null) return answer;
  const named = { ...transaction, provider_reference: checkedReference(transaction, answer) };
  const ended = await askAboutCharge(work, named, { give_up: true, return_url });
  return ended.status === 'declined' ? { ...ended, decline_code: UNCONFIRMED } : ended;
}

const UNCONFIRMED = 'authentication_required';

/** The decline code of a charge that was given up because of a cancel. */
const CANCELED = 'charge_canceled';
const GIVEN_UP = { ask: CANCELED, cancel: CANCELED, payer_left: 'payment_not_completed' } as const;

/** `given_up`: the decline code where we have ended it, and not the bank. */
function endingFrom(
  answer: Exclude<ChargeResult, { status: 'pending' }>,
  given_up: string | null,
): Ending {
  if (answer.status === 'paid') return answer;
  if (answer.status !== 'declined') return { status: 'declined', decline_code: UNCONFIRMED };
  return { status: 'declined', decline_code: given_up ?? answer.decline_code };
}

/** Records the outcome of a charge and all its effects, in one database transaction. */
async function settle(
  context: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
  ending: Ending,
): Promise<ChargeOutcome> {
  const transaction = await settleTransaction(context, pending, ending);
  if (ending.status === 'paid') {
    const balance_minor = before.balance_minor + movedWhenPaid(pending);
    return chargePaid(context, { ...before, balance_minor }, transaction);
  }
  const balance_minor = before.balance_minor - movedAtOnce(pending);
  return chargeDeclined(context, { ...before, balance_minor }, transaction);
}

/** Records a charge of 0 as paid, without asking a provider. */
export const recordZeroCharge = (
  context: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
) => settleAtOnce(context, before, pending, { status: 'paid' });

/** Records a charge as declined because the customer has no card. */
export const recordMissingCard = (
  context: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
) =>
  settleAtOnce(context, before, pending, {
    status: 'declined',
    decline_code: 'payment_method_missing',
  });

async function settleAtOnce(
  context: StoreTx,
  before: SubscriptionRow,
  pending: TransactionRow,
  ending: Ending,
): Promise<ChargeOutcome> {
  await openTransaction(context.tx, pending);
  const balance_minor = before.balance_minor + movedAtOnce(pending);
  return settle(context, { ...before, balance_minor }, pending, ending);
}

async function chargePaid(
  context: StoreTx,
  before: SubscriptionRow,
  paid: TransactionRow,
): Promise<ChargeOutcome> {
  const { tx, emit, now, services } = context;
  const { customer_id } = paid;
  const card = cardOf(paid);
  // The customer entered this card for the charge, so it becomes their saved card.
  if (paid.buyer_present === 1 && card) {
    await savePaymentMethod(tx, { ...card, customer_id, updated_at: paid.created_at });
  }
  // A debt that was collected: nothing else changes.
  if (paid.effect === null) return { transaction: paid, subscription: before };
  const failed = paid.type === 'plan_change' ? failedSinceCounted(before, parseEffect(paid)) : [];
  const changed = afterPayment(withFailedRefunds(before, failed), paid, now);
  await saveSubscription(context, changed);
  await keepPause(tx, before, changed);
  auditSubscription(context, before, changed);
  const { subscription_id, plan_id } = changed;
  if (paid.type === 'plan_change') {
    const { paid_since: since, balance_minor } = before;
    await recordCredit(tx, { subscription_id, since, paid, balance_minor });
  }
  const subscription = await returnCountedRefunds(context, changed, failed);
  const is_changed = before.plan_id !== plan_id || before.quantity !== subscription.quantity;
  // A plan counts as tried, however short the trial was.
  if (is_changed && subscription.status === 'trialing') {
    await recordTrial(tx, { customer_id, plan_id, subscription_id, now });
  }
  const record = showSubscription(subscription, services);
  if (before.status === 'past_due' && subscription.status === 'active') {
    emit('subscription.recovered', record);
  }
  if (before.status === 'paused') {
    emit('subscription.resumed', record);
    await emitLicenseEnabled(context, before);
  }
  if (is_changed) await changeLicense(context, before, subscription, paid);
  if (is_changed || paid.type === 'plan_change') emit('subscription.updated', record);
  if (paid.type === 'renewal') emit('subscription.renewed', record);
  return { transaction: paid, subscription };
}

/** Records from which payments credit was made, or that it was used for this period again. */
async function recordCredit(
  tx: Tx,
  {
    paid,
    balance_minor,
    ...of
  }: { subscription_id: string; since: number; paid: TransactionRow; balance_minor: number },
): Promise<void> {
  const { balance_change_minor: change, total_minor } = paid;
  if (change > 0 && total_minor === 0) {
    await recordCreditFromPayments(tx, { ...of, amount_minor: change });
  }
  // A cost that was put off uses the credit there is; beyond that it is owed, and nobody's credit.
  const owed = Math.max(0, -balance_minor);
  const amount_minor = Math.max(0, -change - owed);
  if (amount_minor > 0) await returnCredit(tx, { ...of, amount_minor, by: paid.transaction_id });
}

/** As unguessable as the address of a checkout. */
const PAYMENT_TOKEN_BYTES = 20;

async function chargeDeclined(
  context: StoreTx,
  before: SubscriptionRow,
  declined: TransactionRow,
): Promise<ChargeOutcome> {
  const { tx, now } = context;
  // A change that could not be paid has not happened, a try that the customer or the seller asked
  // for is no retry, and what is being canceled is tried no more.
  const was_requested = declined.buyer_present === 1 || declined.request_key !== null;
  const stays = declined.type !== 'renewal' || was_requested || before.status === 'paused';
  // What was never charged is due again at once, under a key of its own.
  const was_tried = ![CANCELED, NOT_MADE].includes(declined.decline_code ?? '');
  if (stays || !was_tried) {
    return { transaction: declined, subscription: before };
  }
  const settings = await readSettings(tx);
  const has_paid = await hasPaid(tx, before.subscription_id);
  const { transaction_id } = declined;
  const { subscription_id, current_period_end: at } = before;
  const was_past_due = await wasDeclinedAt(tx, { transaction_id, subscription_id, at });
  const after = afterDecline(before, declined, {
    now,
    settings,
    has_paid,
    was_past_due,
  });
  const payment_token = after.payment_token ?? randomText(PAYMENT_TOKEN_BYTES);
  const unpaid = { ...after, payment_token };
  const is_first = before.status !== 'past_due';
  const planned = is_first ? await plannedCharge(context, unpaid, declined) : undefined;
  const changed = planned && (await recordZeroCharge(context, unpaid, planned)).subscription;
  // The latest transaction is the payment that failed, not the change that came of it.
  const subscription = { ...(changed ?? unpaid), latest_transaction_id: transaction_id };
  await saveSubscription(context, subscription);
  auditSubscription(context, before, subscription);
  await emitUnpaid(context, before, subscription);
  return { transaction: declined, subscription };
}

/** Emits the events for a failed payment: past due, paused or canceled. */
export async function emitUnpaid(
  context: StoreTx,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const { emit, services } = context;
  const record = showSubscription(after, services);
  if (after.status === 'past_due') {
    if (before.status !== 'past_due') emit('subscription.past_due', record);
    return;
  }
  emit(after.status === 'paused' ? 'subscription.paused' : 'subscription.canceled', record);
  await emitLicenseDisabled(context, before);
}
