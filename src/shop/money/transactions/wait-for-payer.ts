import type { StoreTx, StoreWork } from '../../../platform/operation/work.ts';
import { isHosted, wayToPay } from '../payments/way-to-pay.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { saveWaiting } from './transaction.sql.ts';
import { confirmationEndsAt, fieldsLeftAt, leftAt, nextLookAt } from './waiting.rules.ts';

// A payment while somebody is there, who confirms it at their bank or pays on the provider's page.

/** Keeps where the payer has to go, and when to look whether they have done what they should. */
export async function waitForPayer(
  context: StoreTx,
  pending: TransactionRow,
  action_url: string,
): Promise<void> {
  const { tx, now } = context;
  const { transaction_id, provider_reference } = pending;
  const is_hosted = isHosted(context, pending);
  const next_attempt_at = is_hosted ? nextLookAt(pending, now) : confirmationEndsAt(now);
  const wait = { transaction_id, action_url, provider_reference, next_attempt_at };
  // At the bank only the first time: looking again does not extend the time to confirm.
  if (is_hosted || pending.action_url === null) await saveWaiting(tx, wait);
}

/** Whether a payment is given up: nobody has confirmed or paid it in time. */
export function isPayerLate(work: StoreWork, pending: TransactionRow): boolean {
  const { action_url, provider_reference } = pending;
  if (!hasPage(pending)) return false;
  const way = wayToPay(work, pending);
  if (way === 'card') return action_url !== null;
  if (way === 'fields' && action_url !== null) return true;
  const may_be_left = action_url !== null || provider_reference === null;
  const left_at = way === 'fields' ? fieldsLeftAt(pending) : leftAt(pending);
  return may_be_left && work.now >= left_at;
}

/** Whether there is a page that the payer comes back to. */
export const hasPage = ({ checkout_session_id, return_path }: TransactionRow): boolean =>
  checkout_session_id !== null || return_path !== null;
