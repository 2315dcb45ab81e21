import { newId } from '../../platform/core/ids.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { billToBalance, NO_CHARGE } from './bill.rules.ts';
import { plannedInForce } from './past-due-change.rules.ts';
import { readBilling } from './read-billing.ts';
import { chargeOf } from './renewal.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/**
 * The payment of 0 that puts a planned change in force now that its renewal has failed, as any
 * change of what is past due has one. Undefined: nothing was planned, or it waits until it is paid.
 */
export async function plannedCharge(
  context: StoreTx,
  past_due: SubscriptionRow,
  failed: TransactionRow,
): Promise<TransactionRow | undefined> {
  const { tx } = context;
  // After the renewal, which may have been begun by a process whose clock is ahead.
  const now = Math.max(context.now, failed.created_at);
  const effect = plannedInForce(past_due);
  if (!effect) return undefined;
  const { tax_evidence } = (await readBilling(context, tx, past_due)).at(now);
  const made = { bill: billToBalance(NO_CHARGE), effect, tax_evidence, request_key: null, now };
  return chargeOf(past_due, { ...made, transaction_id: newId('txn', now), type: 'plan_change' });
}
