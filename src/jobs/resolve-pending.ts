import { settlePayment } from '../checkout/settle-payment.ts';
import type { Log } from '../core/log.ts';
import type { Reader } from '../db/database.ts';
import type { Licensing } from '../licenses/licensing.ts';
import type { StoreWrite } from '../operation/outbox.ts';
import { type Gateway, GatewayUnavailable } from '../payments/gateway.ts';
import { settleCharge } from '../subscriptions/settle-charge.ts';
import { settleRefund } from '../transactions/settle-refund.ts';
import { nextAttemptAt, type TransactionRow } from '../transactions/transaction.rules.ts';
import { listDueTransactions, retryLater } from '../transactions/transaction.sql.ts';

const BATCH = 50;
const AT_ONCE = 4;

export interface StoreJob {
  reader: Reader;
  write: StoreWrite;
  gateway: Gateway | undefined;
  store: { store_id: string; number: number };
  licensing: Licensing;
  base_url: string;
  now: number;
  log: Log;
}

/**
 * Payments and refunds whose outcome nobody recorded, because the process ended in between or the
 * provider did not answer: asks again with the same key. Returns whether there may be more.
 */
export async function resolvePending(job: StoreJob): Promise<boolean> {
  const due = await listDueTransactions(job.reader, { now: job.now, limit: BATCH });
  const waiting = due.values();
  const work = async (): Promise<void> => {
    for (const transaction of waiting) await resolve(job, transaction);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return due.length === BATCH;
}

const isCharge = ({ type }: TransactionRow): boolean =>
  type === 'renewal' || type === 'plan_change';

async function resolve(job: StoreJob, transaction: TransactionRow): Promise<void> {
  const { gateway, write, store, now, log } = job;
  const { transaction_id, action_url, attempts } = transaction;
  try {
    if (!gateway) throw new GatewayUnavailable('this store has no payment provider');
    if (transaction.type === 'refund') await settleRefund({ ...job, gateway }, transaction);
    else if (isCharge(transaction)) await settleCharge({ ...job, gateway }, transaction);
    // A buyer who was to confirm it has had the time for that.
    else await settlePayment({ ...job, gateway }, transaction, { give_up: action_url !== null });
    log.info('resolved', { store_id: store.store_id, transaction_id });
  } catch (error) {
    const next_attempt_at = nextAttemptAt(now, attempts);
    await write(async (tx) => retryLater(tx, { transaction_id, next_attempt_at, attempts }));
    log.error('unresolved', { store_id: store.store_id, transaction_id, error: String(error) });
  }
}
