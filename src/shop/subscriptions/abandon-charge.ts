import type { Tx } from '../../platform/db/database.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { wholeSteps } from '../money/payments/chargeable.rules.ts';
import { markAbandoned, returnAllOfAbandoned } from '../money/transactions/abandoned-charge.sql.ts';
import { beginRefund } from '../money/transactions/begin-refund.ts';
import { about } from '../money/transactions/line-about.rules.ts';
import { returnToBalance } from '../money/transactions/return-to-balance.ts';
import { readReversals, reversedSoFar } from '../money/transactions/reverse-payment.ts';
import { type Ending, settleTransaction } from '../money/transactions/settle-transaction.ts';
import { taxGivenBack } from '../money/transactions/tax-given-back.rules.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findPendingCharge } from '../money/transactions/transaction.sql.ts';
import { chargeableIn } from './chargeable-in.ts';
import { giveBackMinor } from './renewal.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/**
 * A subscription is ended or paused while a charge is under way: nobody waits for that, and the
 * charge is abandoned. A job gives it up at the provider as soon as that answers. If it is paid after
 * all, what is for the time after this goes back, or all of it (`gives_all`): of a renewal of 30 for
 * a month that was canceled on its tenth day, 20. What collects a debt is not touched. Returns
 * whether there was such a charge. The subscription is locked.
 */
export async function abandonCharge(
  tx: Tx,
  row: SubscriptionRow,
  { now, gives_all = false }: { now: number; gives_all?: boolean },
): Promise<boolean> {
  const { subscription_id } = row;
  if (gives_all) await returnAllOfAbandoned(tx, subscription_id);
  const pending = await findPendingCharge(tx, subscription_id);
  if (!pending || pending.effect === null) return false;
  const { transaction_id } = pending;
  const left_at = gives_all ? Number.NEGATIVE_INFINITY : now;
  const give_back_minor = giveBackMinor(pending, row, left_at);
  await markAbandoned(tx, { transaction_id, give_back_minor, now });
  return true;
}

/**
 * Records what became of an abandoned charge: the subscription stays as it is. What has
 * to go back is refunded, in the transaction that records the payment: once. The caller asks the
 * provider for the refund. What was paid from the balance goes back there.
 */
export async function settleAbandoned(
  context: StoreTx,
  pending: TransactionRow,
  ending: Ending,
): Promise<{ transaction: TransactionRow; refund: TransactionRow | undefined }> {
  const transaction = await settleTransaction(context, pending, ending);
  const { give_back_minor, total_minor, balance_change_minor } = transaction;
  if (ending.status !== 'paid' || give_back_minor === null) {
    return { transaction, refund: undefined };
  }
  const most_minor = total_minor - Math.max(0, balance_change_minor);
  const to_card = Math.min(give_back_minor, most_minor);
  const amount_minor = wholeSteps(to_card, chargeableIn(context, transaction));
  const terms = { amount_minor, reason: 'canceled', request_key: null, now: context.now };
  const refund =
    amount_minor > 0
      ? await beginRefund(context, transaction, { ...terms, is_of_cancel: true })
      : undefined;
  const rest_minor = give_back_minor - amount_minor;
  if (rest_minor > 0) {
    const description = 'Paid for time after the end';
    const line_text = { description, about: about('unused_time') };
    const reversed = reversedSoFar(transaction, await readReversals(context.tx, transaction));
    const { rows } = taxGivenBack(transaction, rest_minor, reversed);
    await returnToBalance(context, transaction, { ...line_text, amount_minor: rest_minor, rows });
  }
  return { transaction, refund };
}
