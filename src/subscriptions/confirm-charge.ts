import type { StoreTx, StoreWork } from '../operation/work.ts';
import type { ChargeResult, SavedCard } from '../payments/gateway.ts';
import type { TransactionRow } from '../transactions/transaction.rules.ts';
import { saveWaiting } from '../transactions/transaction.sql.ts';
import { confirmationEndsAt, leftAt, nextLookAt } from '../transactions/waiting.rules.ts';

// A charge of a subscription while somebody is there, who confirms it or pays on another page.

/** Whether the payer pays on the provider's own page. */
const isHosted = (
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  { provider }: TransactionRow,
): boolean => services.gatewayOf(store, provider)?.takes_cards === false;

/** Keeps where the payer has to go, and when to look whether they have done what they should. */
export async function waitForPayer(
  inside: StoreTx,
  pending: TransactionRow,
  action_url: string,
): Promise<void> {
  const { tx, now } = inside;
  const { transaction_id, provider_reference } = pending;
  const is_hosted = isHosted(inside, pending);
  const next_attempt_at = is_hosted ? nextLookAt(pending, now) : confirmationEndsAt(now);
  const wait = { transaction_id, action_url, provider_reference, next_attempt_at };
  // At the bank only the first time: looking again does not extend the time to confirm.
  if (is_hosted || pending.action_url === null) await saveWaiting(tx, wait);
}

/** Whether the job gives a charge up: nobody has confirmed or paid it in time. */
export function isPayerLate(work: StoreWork, transaction: TransactionRow): boolean {
  if (transaction.return_path === null) return false;
  const { action_url, provider_reference } = transaction;
  if (!isHosted(work, transaction)) return action_url !== null;
  const may_be_left = action_url !== null || provider_reference === null;
  return may_be_left && work.now >= leftAt(transaction);
}

/** The card that was used, as the provider tells it; nothing where it does not. */
export function cardIn(answer: ChargeResult): Omit<SavedCard, 'refused'> | undefined {
  if (answer.status !== 'paid' || !answer.card) return undefined;
  const { refused: _, ...card } = answer.card;
  return card;
}
