import { newId } from '../../platform/core/ids.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { SavedCard } from '../money/payments/gateway.ts';
import { findHold } from '../money/payments/held-charges.sql.ts';
import type { PaymentMethodRow } from '../money/payments/payment-method.sql.ts';
import { ifSettled } from '../money/transactions/ask-provider.ts';
import { openCharge } from '../money/transactions/open-transaction.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import {
  findTransaction,
  findTransactionByRequest,
} from '../money/transactions/transaction.sql.ts';
import { auditSubscription } from './audit-subscription.ts';
import { readBilling } from './read-billing.ts';
import { chargeOf, nextPeriod } from './renewal.rules.ts';
import { saveSubscription } from './save-subscription.ts';
import { recordZeroCharge, settleCharge } from './settle-charge.ts';
import { withNextAction } from './subscription.rules.ts';
import { listPastDue, lockSubscription } from './subscription.sql.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

interface ChargeRequest {
  /** What pays: a saved card; or the provider alone, where the payer goes to its page. */
  paid_by: Omit<SavedCard, 'refused'> | PaymentMethodRow | { provider: string };
  request_key: string | null;
  /** 0: nobody is there who could confirm it with a bank. */
  buyer_present?: 0 | 1;
  /** The page that the payer comes back to, if one is there. */
  return_path?: string;
}

/**
 * Opens the charge of what is past due, because the customer wants to pay it now, or the seller
 * wants it tried. If it is declined, it does not count as a retry. Undefined when nothing is past due any more, or another
 * charge of it is under way.
 */
export async function beginPastDueCharge(
  found: IdleSubscription,
  { paid_by, request_key, buyer_present = 1, return_path }: ChargeRequest,
): Promise<TransactionRow | undefined> {
  const { tx, before, now, unsettled } = found;
  const earlier =
    request_key === null ? undefined : await findTransactionByRequest(tx, request_key);
  if (earlier || unsettled || before.status !== 'past_due') return earlier;
  const billing = (await readBilling(found, tx, before)).at(now);
  const { effect, bill } = nextPeriod(before, billing);
  const transaction_id = newId('txn', now);
  const made = { bill, effect, tax_evidence: billing.tax_evidence };
  const charge = { transaction_id, type: 'renewal', ...made, request_key, now } as const;
  const pending = {
    ...chargeOf(before, charge),
    ...paid_by,
    buyer_present,
    return_path: return_path ?? null,
  };
  if (bill.total_minor === 0) return (await recordZeroCharge(found, before, pending)).transaction;
  await openCharge(tx, pending);
  return pending;
}

export interface ChargedSubscription {
  subscription_id: string;
  transaction_id: string;
  status: 'paid' | 'declined' | 'pending';
  decline_code: string | null;
}

/**
 * Charges a card with everything of a customer that is past due. What is under way is left, and
 * everything while charges are held: a job charges the card afterwards.
 */
export async function chargePastDue(
  work: StoreWork,
  {
    customer_id,
    card,
    request_key,
  }: { customer_id: string; card: Omit<SavedCard, 'refused'>; request_key: string | null },
): Promise<ChargedSubscription[]> {
  const charged: ChargedSubscription[] = [];
  const is_held = (await findHold(work.reader)) !== null;
  for (const { subscription_id } of await listPastDue(work.reader, customer_id)) {
    if (is_held) {
      await makeDue(work, subscription_id);
      continue;
    }
    const key = request_key === null ? null : `${request_key} ${subscription_id}`;
    const pending = await withIdleSubscription(work, subscription_id, 'payment', (found) =>
      beginPastDueCharge(found, { paid_by: card, request_key: key }),
    );
    if (pending) charged.push({ subscription_id, ...(await outcomeOf(work, pending)) });
  }
  return charged;
}

/** After a card was refused for good, nothing more was due but the end. */
const makeDue = ({ write }: StoreWork, subscription_id: string): Promise<void> =>
  write(async (context) => {
    const before = await lockSubscription(context.tx, subscription_id);
    if (before?.status !== 'past_due') return;
    const now = Math.max(context.now, before.updated_at);
    const due = { past_due_until: null, next_payment_at: now, updated_at: now };
    const after = withNextAction({ ...before, ...due });
    await saveSubscription(context, after);
    auditSubscription(context, before, after);
  });

async function outcomeOf(
  work: StoreWork,
  pending: TransactionRow,
): Promise<Omit<ChargedSubscription, 'subscription_id'>> {
  const { transaction_id } = pending;
  const settled = await ifSettled(settleCharge(work, pending));
  if (!settled) return { transaction_id, status: 'pending', decline_code: null };
  const { decline_code = null } = (await findTransaction(work.reader, transaction_id)) ?? {};
  return { transaction_id, status: decline_code === null ? 'paid' : 'declined', decline_code };
}
