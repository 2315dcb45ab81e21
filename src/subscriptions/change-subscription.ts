import type { Detail, Refusal } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { maxMinor } from '../core/money.ts';
import type { Reader, Tx } from '../db/database.ts';
import type { StoreWrite } from '../events/outbox.ts';
import type { KeyOf } from '../licenses/license-key.rules.ts';
import { declineMessage } from '../payments/card.rules.ts';
import type { Gateway } from '../payments/gateway.ts';
import { findProduct } from '../products/product.sql.ts';
import type { TransactionRow } from '../transactions/transaction.rules.ts';
import { findTransactionByRequest, insertTransaction } from '../transactions/transaction.sql.ts';
import { awaitCharge } from './await-charge.ts';
import { isHigher } from './bill.rules.ts';
import {
  changedLater,
  type PlannedChange,
  type Proration,
  plannedChange,
  termsFor,
  whyNotChange,
  whyNotPlan,
} from './change.rules.ts';
import { afterEffect, chargeOf, nextPeriod } from './renewal.rules.ts';
import { type ChargeContext, chargeNobody, chargeNothing, settleCharge } from './settle-charge.ts';
import { type PlanTerms, type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import { findPaymentMethod, findSubscription, saveSubscription } from './subscription.sql.ts';

export const CHANGE_ERRORS = [
  'subscription_not_found',
  'plan_invalid',
  'subscription_status',
] as const;

type RefuseChange = (code: (typeof CHANGE_ERRORS)[number], details?: Detail[]) => Refusal;

export interface ChangeContext {
  write: StoreWrite;
  reader: Reader;
  gateway: Gateway | undefined;
  store: { store_id: string };
  licensing: { keyOf: KeyOf };
  now: number;
  request_key: string | null;
  once<T extends object>(tx: Tx, work: () => Promise<T>): Promise<T>;
  refuse: (
    code: (typeof CHANGE_ERRORS)[number] | 'payment_declined',
    details?: Detail[],
  ) => Refusal;
}

export interface WantedChange {
  subscription_id: string;
  plan_id: string | undefined;
  /** Under which name the plan was sent, for a refusal. */
  plan_param: string;
  quantity: number | undefined;
  proration: Proration | undefined;
  at_period_end: boolean;
  /** Set when only a higher plan will do. */
  refuseLower?: () => Refusal;
}

/** Changes plan or quantity: now, paid for if it costs something, or at the end of the period. */
export async function changeSubscription(
  context: ChangeContext,
  wanted: WantedChange,
): Promise<SubscriptionRow> {
  const { write, gateway, store, licensing, now, request_key, refuse } = context;
  const begun = await awaitCharge(context, wanted.subscription_id, async (found) => {
    const { tx, emit, before, now } = found;
    const earlier =
      request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
    if (earlier) return { transaction: earlier, subscription: before };
    const terms = await wantedTerms(tx, refuse, before, wanted);
    if (wanted.at_period_end) {
      const after = changedLater(before, { ...terms, now });
      refuseTooLarge(refuse, wanted, after, 0);
      await context.once(tx, async () => {
        await saveSubscription(tx, after);
        emit('subscription.updated', showSubscription(after));
        return showSubscription(after);
      });
      return { transaction: undefined, subscription: after };
    }
    const planned = plannedChange(before, { ...terms, proration: wanted.proration, now });
    const after = afterEffect(before, planned.effect, now);
    refuseTooLarge(refuse, wanted, after, planned.bill.total_minor);
    return beginChange({ tx, emit, licensing, now, request_key }, before, planned);
  });
  if (!begun) throw refuse('subscription_not_found');
  const { transaction } = begun;
  if (!transaction) return begun.subscription;
  if (!gateway) throw new Error('what is charged is charged through a gateway');
  const settled = await settleCharge({ write, gateway, store, licensing, now }, transaction);
  const { decline_code: code } = settled.transaction;
  if (code === null) return settled.subscription;
  const message = `was declined: ${declineMessage(code)}`;
  throw refuse('payment_declined', [{ param: 'payment_method', code, message }]);
}

/** The same change, looked at and not made. */
export async function previewChange(
  { reader, now, refuse }: Pick<ChangeContext, 'reader' | 'now'> & { refuse: RefuseChange },
  wanted: WantedChange,
): Promise<{ before: SubscriptionRow; planned: PlannedChange; terms: Terms }> {
  const before = await findSubscription(reader, wanted.subscription_id);
  if (!before) throw refuse('subscription_not_found');
  const terms = await wantedTerms(reader, refuse, before, wanted);
  const planned = plannedChange(before, { ...terms, proration: wanted.proration, now });
  return { before, planned, terms };
}

/** Neither now nor at the next renewal may it cost more than there are numbers for. */
function refuseTooLarge(
  refuse: RefuseChange,
  { plan_param }: WantedChange,
  after: SubscriptionRow,
  charged_minor: number,
): void {
  const most = Math.max(charged_minor, nextPeriod(after).bill.total_minor);
  if (Math.max(most, Math.abs(after.credit_minor)) <= maxMinor(after.currency)) return;
  const message = 'makes the amount too large';
  throw refuse('plan_invalid', [{ param: plan_param, code: 'plan_invalid', message }]);
}

interface Terms {
  plan: PlanTerms;
  quantity: number;
}

/** The terms that are wanted, or a refusal. */
async function wantedTerms(
  reader: Reader,
  refuse: RefuseChange,
  before: SubscriptionRow,
  { plan_id, plan_param, quantity = before.quantity, refuseLower }: WantedChange,
): Promise<Terms> {
  const no = whyNotChange(before);
  if (no) throw refuse(no);
  const invalid = (message: string) =>
    refuse('plan_invalid', [{ param: plan_param, code: 'plan_invalid', message }]);
  const product = plan_id === undefined ? undefined : await findProduct(reader, plan_id);
  const reason =
    plan_id === undefined || plan_id === before.plan_id ? undefined : whyNotPlan(before, product);
  if (reason) throw invalid(reason);
  const is_same = plan_id === undefined || plan_id === before.plan_id;
  const drops_nothing = before.pending_change === null || refuseLower !== undefined;
  if (is_same && quantity === before.quantity && drops_nothing) {
    if (plan_id !== undefined) throw invalid('is the plan it has');
    const detail = { param: 'quantity', code: 'plan_invalid', message: 'is the quantity it has' };
    throw refuse('plan_invalid', [detail]);
  }
  const plan = termsFor(before, product);
  if (plan.price_minor * quantity > maxMinor(plan.currency)) {
    throw invalid('makes the amount too large');
  }
  if (refuseLower && !isHigher(plan, before)) throw refuseLower();
  return { plan, quantity };
}

async function beginChange(
  context: ChargeContext & { request_key: string | null },
  before: SubscriptionRow,
  { bill, effect }: PlannedChange,
): Promise<{ transaction: TransactionRow; subscription: SubscriptionRow }> {
  const { tx, now, request_key } = context;
  const transaction_id = newId('txn', now);
  const charge = { transaction_id, type: 'plan_change', bill, effect, request_key, now } as const;
  const pending = chargeOf(before, charge);
  if (bill.total_minor === 0) return chargeNothing(context, before, pending);
  const method = await findPaymentMethod(tx, before.customer_id);
  if (!method) return chargeNobody(context, before, pending);
  const with_card = { ...pending, ...method };
  await insertTransaction(tx, with_card);
  return { transaction: with_card, subscription: before };
}
