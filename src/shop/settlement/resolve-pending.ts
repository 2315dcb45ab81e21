import { ProviderRefused } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { StillPending } from '../money/transactions/ask-provider.ts';
import { nextAttemptAt } from '../money/transactions/pending-transaction.rules.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { listDueTransactions, retryLater } from '../money/transactions/transaction.sql.ts';
import { isPayerLate } from '../money/transactions/wait-for-payer.ts';
import { settle } from './settle.ts';

const BATCH = 50;
const AT_ONCE = 4;

/**
 * Asks the provider again about payments and refunds that are still pending, because it did not
 * answer, is still working, or our process ended in between. Returns whether there may be more.
 */
export async function resolvePending(work: StoreWork): Promise<boolean> {
  const due = await listDueTransactions(work.reader, { now: work.now, limit: BATCH });
  const waiting = due.values();
  const resolveRest = async (): Promise<void> => {
    for (const transaction of waiting) await resolve(work, transaction);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, resolveRest));
  return due.length === BATCH;
}

async function resolve(work: StoreWork, transaction: TransactionRow): Promise<void> {
  const { write, store, now, services } = work;
  const { transaction_id, attempts } = transaction;
  try {
    await settle(work, transaction, isPayerLate(work, transaction) ? 'payer_left' : 'ask');
    services.log.info('resolved', { store_id: store.store_id, transaction_id });
  } catch (error) {
    const is_refused = error instanceof ProviderRefused;
    const next_attempt_at = nextAttemptAt(now, attempts, { is_refused });
    const retry = { transaction_id, next_attempt_at, attempts };
    // What is pending at the provider has its own time for the next attempt.
    if (!(error instanceof StillPending)) await write(async ({ tx }) => retryLater(tx, retry));
    services.log[error instanceof StillPending ? 'info' : 'error']('unresolved', {
      store_id: store.store_id,
      transaction_id,
      error: String(error),
    });
  }
}
