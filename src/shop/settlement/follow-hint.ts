import { ProviderRefused } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway, Hint } from '../money/payments/gateway.ts';
import { keepingRefusal } from '../money/payments/refused-charges.ts';
import { ifSettled } from '../money/transactions/ask-provider.ts';
import { learnFee } from '../money/transactions/learn-fee.ts';
import { returnLatePayment } from '../money/transactions/return-late-payment.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findByReference, findTransaction } from '../money/transactions/transaction.sql.ts';
import { findCardUpdate } from '../subscriptions/card-update.sql.ts';
import { settleCardUpdate } from '../subscriptions/settle-card-update.ts';
import { updateSavedCard } from '../subscriptions/update-saved-card.ts';
import { learnOfDispute } from './learn-of-dispute.ts';
import { learnOfFraud } from './learn-of-fraud.ts';
import { learnOfRefund } from './learn-of-refund.ts';
import { settle } from './settle.ts';
import { markRefundedAsSeen, recordUnknownPayment } from './unknown-payment.ts';

/**
 * Finds out what has changed at the provider, and records it, by the same steps as a request or a
 * job. A hint may come twice, late, before others that are older, or concern nothing of this store.
 * Throws ProviderUnanswered if it has to be followed again.
 */
export async function followHint(work: StoreWork, gateway: Gateway, hint: Hint): Promise<void> {
  const { provider } = gateway;
  const following = () => follow(work, gateway, hint);
  // What is still pending is stored with the time when it is asked about again.
  await ifSettled(keepingRefusal(work, { provider, key: hint.key ?? hint.reference }, following));
}

async function follow(work: StoreWork, gateway: Gateway, hint: Hint): Promise<void> {
  const settlePending = (row: TransactionRow) => settle(work, row, 'ask');
  if (hint.of === 'charge') await followCharge(work, gateway, hint);
  if (hint.of === 'refund') {
    await learnOfRefund(work, gateway, hint, settlePending);
    await markRefundedAsSeen(work, gateway);
  }
  if (hint.of === 'dispute') await learnOfDispute(work, gateway, hint, settlePending);
  if (hint.of === 'warning') await learnOfFraud(work, gateway, hint, settlePending);
  if (hint.of === 'card') await updateSavedCard(work, gateway, hint.reference);
}

async function followCharge(work: StoreWork, gateway: Gateway, hint: Hint): Promise<void> {
  const update = hint.key === null ? undefined : await findCardUpdate(work.reader, hint.key);
  if (update) await settleCardUpdate(work, update);
  const found = await findNamed(work, gateway, hint);
  if (!found && !update) await recordUnknownPayment(work, gateway, hint);
  if (!found || found.type === 'refund') return;
  if (found.status === 'pending') await settle(work, found, 'ask').catch(leaveRefused);
  // Whether it was still pending a moment ago does not matter: it is read again.
  const now = await findTransaction(work.reader, found.transaction_id);
  if (now?.status === 'declined') await returnLatePayment(work, gateway, now, hint.reference);
  if (now) await learnFee(work, now);
}

/** What the seller has to mend stays pending, and a job asks again: the next hint need not wait. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof ProviderRefused)) throw error;
}

/** The transaction that a hint names: by our own name, if the provider kept it, or by its own. */
async function findNamed(
  { reader }: StoreWork,
  { provider }: Gateway,
  { key, reference }: Hint,
): Promise<TransactionRow | undefined> {
  const named = key === null ? undefined : await findTransaction(reader, key);
  const found = named ?? (await findByReference(reader, { provider, reference }));
  return found?.provider === provider ? found : undefined;
}
