import type { Detail, Refusal } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import { maxMinor } from '../../platform/core/money.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { findProduct } from '../catalogue/products/product.sql.ts';
import { declineMessage } from '../money/payments/card.rules.ts';
import { refuseWhileHeld } from '../money/payments/held-charges.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { openCharge } from '../money/transactions/open-transaction.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findTransactionByRequest } from '../money/transactions/transaction.sql.ts';
import { auditSubscription } from './audit-subscription.ts';
import type { Bill } from './bill.rules.ts';
import {
  type PlannedChange,
  type Proration,
  plannedChange,
  type RequestedTerms,
  termsAfterChange,
  whyNotChange,
  withPendingChange,
} from './change.rules.ts';
import { refuseWrongClock } from './clock-is-wrong.ts';
import { afterDueSteps } from './due.rules.ts';
import { isHigher, planOf, planTermsOf, whyNotPlan } from './plan.rules.ts';
import { type BillingRules, readBilling } from './read-billing.ts';
import { afterEffect, chargeOf, nextPeriod } from './renewal.rules.ts';
import { saveSubscription } from './save-subscription.ts';
import { recordMissingCard, recordZeroCharge, settleCharge } from './settle-charge.ts';
import { type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';
import {
  type IdleSubscription,
  refusePending,
  withIdleSubscription,
} from './with-idle-subscription.ts';

export const CHANGE_ERRORS = [
  'subscription_not_found',
  'plan_invalid',
  'subscription_status',
] as const;

type RefuseChange = (code: (typeof CHANGE_ERRORS)[number], details?: Detail[]) => Refusal;

interface ChangeSteps extends StoreWork {
  request_key: string | null;
  keepAnswer<T extends object>(tx: Tx, work: () => Promise<T>): Promise<T>;
  refuse: (
    code: (typeof CHANGE_ERRORS)[number] | 'payment_declined' | 'payment_pending',
    details?: Detail[],
  ) => Refusal;
}

export interface RequestedChange {
  subscription_id: string;
  plan_id: string | undefined;
  /** The name of the plan's parameter, for error messages. */
  plan_param: string;
  quantity: number | undefined;
  proration: Proration | undefined;
  at_period_end: boolean;
  /** Set when only a higher plan is allowed. */
  refuseLower?: () => Refusal;
}

/** Changes plan or quantity: now, paid for if it costs something, or at the end of the period. */
export async function changeSubscription(
  work: ChangeSteps,
  requested: RequestedChange,
): Promise<SubscriptionRow> {
  const { request_key, refuse } = work;
  await refuseWrongClock(work);
  const change = async (found: IdleSubscription) => {
    const { tx, emit, before, now, services } = found;
    const earlier =
      request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
    if (earlier) return { transaction: earlier, subscription: before };
    const billing = await readBilling(work, tx, before);
    const context = { reader: tx, refuse, now, billing };
    const { after, planned } = await planChange(context, before, requested);
    if (planned?.changes_terms) {
      return beginChange(found, planned, request_key);
    }
    if (isSame(before, after)) return { transaction: undefined, subscription: before };
    // Only the pending change is different.
    await work.keepAnswer(tx, async () => {
      await saveSubscription(found, after);
      auditSubscription(found, before, after);
      emit('subscription.updated', showSubscription(after, services));
      return showSubscription(after, services);
    });
    return { transaction: undefined, subscription: after };
  };
  const { subscription_id } = requested;
  const begun = await refusePending(refuse, () =>
    withIdleSubscription(work, subscription_id, 'change', change),
  );
  if (!begun) throw refuse('subscription_not_found');
  const { transaction } = begun;
  if (!transaction) return begun.subscription;
  const settled = await refusePending(refuse, () => settleCharge(work, transaction));
  const { decline_code: code } = settled.transaction;
  if (code === null) return settled.subscription;
  const message = `was declined: ${declineMessage(code)}`;
  throw refuse('payment_declined', [{ param: 'payment_method', code, message }]);
}

/** Computes the same change without making it, as if everything that is due had been done. */
export async function previewChange(
  { reader, now, refuse, ...work }: Omit<StoreWork, 'write'> & { refuse: RefuseChange },
  requested: RequestedChange,
): Promise<Outcome> {
  const found = await findSubscription(reader, requested.subscription_id);
  if (!found) throw refuse('subscription_not_found');
  const billing = await readBilling(work, reader, found);
  const before = afterDueSteps(found, { now, billing: billing.at(now) });
  const at = Math.max(now, before.updated_at);
  return planChange({ reader, refuse, now: at, billing }, before, requested);
}

interface Planning {
  reader: Reader;
  refuse: RefuseChange;
  billing: BillingRules;
  now: number;
}

interface Outcome {
  after: SubscriptionRow;
  /** When it is to happen now. */
  planned: PlannedChange | undefined;
  /** What is to be paid for the next period. */
  next: Bill;
}

/** What becomes of a subscription, or a refusal. */
async function planChange(
  { reader, refuse, now, billing }: Planning,
  before: SubscriptionRow,
  requested: RequestedChange,
): Promise<Outcome> {
  const terms = await requestedTerms({ reader, refuse, billing }, before, requested);
  const { at_period_end, plan_param, proration } = requested;
  const planned = at_period_end
    ? undefined
    : plannedChange(before, { ...terms, proration, billing: billing.at(now), now });
  const after = planned
    ? withBalanceOf(afterEffect(before, planned.effect, now), planned)
    : withPendingChange(before, terms, now);
  const { bill: next } = nextPeriod(after, billing.at(Math.max(now, after.current_period_end)));
  if (isSame(before, after)) return { after: before, planned, next };
  const no = whyNotChange(before, termsAfterChange(before, terms), requested);
  if (no) throw refuse(no);
  // The amount must not be too large, now or at the next renewal.
  const owed_minor = Math.max(0, -after.balance_minor);
  const next_minor = next.total_minor - next.balance_change_minor + owed_minor;
  const most = Math.max(planned?.bill.total_minor ?? 0, next_minor, after.balance_minor);
  if (most > maxMinor(after.currency)) {
    throw invalidPlan(refuse, plan_param, 'makes the amount too large');
  }
  return { after, planned, next };
}

const isSame = (before: SubscriptionRow, after: SubscriptionRow): boolean =>
  before.plan_id === after.plan_id &&
  before.quantity === after.quantity &&
  before.pending_change === after.pending_change;

const withBalanceOf = (row: SubscriptionRow, { bill }: PlannedChange): SubscriptionRow => ({
  ...row,
  balance_minor: row.balance_minor + bill.balance_change_minor,
});

const invalidPlan = (refuse: RefuseChange, param: string, message: string): Refusal =>
  refuse('plan_invalid', [{ param, code: 'plan_invalid', message }]);

/** The requested terms, or a refusal. The current plan keeps the price it was bought at. */
async function requestedTerms(
  { reader, refuse, billing }: Omit<Planning, 'now'>,
  before: SubscriptionRow,
  { plan_id, plan_param, quantity, refuseLower }: RequestedChange,
): Promise<RequestedTerms> {
  if (plan_id === before.plan_id && refuseLower) {
    throw invalidPlan(refuse, plan_param, 'is the plan it has');
  }
  const is_other = plan_id !== undefined && plan_id !== before.plan_id;
  const product = is_other ? await findProduct(reader, plan_id) : undefined;
  const reason = is_other ? whyNotPlan(before, product) : undefined;
  if (reason) throw invalidPlan(refuse, plan_param, reason);
  const plan =
    (product && planTermsOf(product, billing.tax_settings)) ??
    (plan_id === undefined ? undefined : planOf(before));
  const { plan: target, quantity: units } = termsAfterChange(before, { plan, quantity });
  if (target.price_minor * units > maxMinor(target.currency)) {
    throw invalidPlan(refuse, plan_param, 'makes the amount too large');
  }
  if (refuseLower && !isHigher(target, before)) throw refuseLower();
  return { plan, quantity };
}

async function beginChange(
  found: IdleSubscription,
  { changes_terms: _, ...planned }: PlannedChange,
  request_key: string | null,
): Promise<{ transaction: TransactionRow; subscription: SubscriptionRow }> {
  const { tx, before, now } = found;
  const transaction_id = newId('txn', now);
  const charge = { transaction_id, type: 'plan_change', ...planned, request_key, now } as const;
  const pending = chargeOf(before, charge);
  if (pending.total_minor === 0) return recordZeroCharge(found, before, pending);
  await refuseWhileHeld(tx);
  const method = await findUsableCard(found, tx, before.customer_id);
  if (!method) return recordMissingCard(found, before, pending);
  const with_card = { ...pending, ...method };
  await openCharge(tx, with_card);
  return { transaction: with_card, subscription: before };
}
