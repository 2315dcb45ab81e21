import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';

const FIND_PENDING_OF = `SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND t.status = 'pending' AND t.provider = :provider LIMIT 1`;

/** A payment or refund that this provider has not ended yet. */
export const findPendingOf = (reader: Reader, provider: string) =>
  reader.maybe<{ transaction_id: string }>(FIND_PENDING_OF, { provider });

const FORGET_WAIT = changes('transactions', 'store_id')`
  UPDATE transactions SET clock_moved_ms = :now - created_at
  WHERE store_id = :store_id AND status = 'pending' AND type IN ('renewal', 'plan_change')
    AND buyer_present = 0 AND provider_reference IS NULL AND created_at >= :since
    AND created_at <= :now`;

/**
 * Charges that were opened since then, while charges were held, were never sent to the provider:
 * they are as good as new, however long they have waited.
 */
export const forgetWait = (tx: Tx, held: { since: number; now: number }) =>
  tx.run(FORGET_WAIT, held);

const LOCK_CLOCK = locks('stores', 'store_id')`
  SELECT clock_ahead_ms FROM stores WHERE store_id = :store_id FOR UPDATE`;

/** How far the clock of a store is ahead. Nobody moves it before this transaction has ended. */
export const lockClockAhead = async (tx: Tx): Promise<number> =>
  (await tx.maybe<{ clock_ahead_ms: number }>(LOCK_CLOCK))?.clock_ahead_ms ?? 0;
