import { settlePayment } from '../checkout/settle-payment.ts';
import type { Reader } from '../db/database.ts';
import type { StoreWrite } from '../events/outbox.ts';
import type { Log } from '../http/log.ts';
import { type Gateway, GatewayUnavailable } from '../payments/gateway.ts';
import { settleRefund } from '../transactions/settle-refund.ts';
import { nextAttemptAt, type TransactionRow } from '../transactions/transaction.rules.ts';
import { listDueTransactions, postponeTransaction } from '../transactions/transaction.sql.ts';

const BATCH = 50;

export interface StoreJob {
  reader: Reader;
  write: StoreWrite;
  gateway: Gateway | undefined;
  store: { store_id: string };
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
  await Promise.all(due.map((transaction) => resolve(job, transaction)));
  return due.length === BATCH;
}

async function resolve(job: StoreJob, transaction: TransactionRow): Promise<void> {
  const { gateway, write, store, now, log } = job;
  const { transaction_id, action_url, attempts } = transaction;
  try {
    if (!gateway) throw new GatewayUnavailable('this store has no payment provider');
    if (transaction.type === 'refund') await settleRefund({ ...job, gateway }, transaction);
    // Nobody is there to confirm a payment now: one that waited for that has waited long enough.
    else
      await settlePayment({ ...job, gateway }, transaction, {
        buyer_present: false,
        give_up: action_url !== null,
      });
    log.info('resolved', { store_id: store.store_id, transaction_id });
  } catch (error) {
    const next_attempt_at = nextAttemptAt(now, attempts);
    const wait = { transaction_id, action_url, next_attempt_at, attempts: attempts + 1 };
    await write(async (tx) => postponeTransaction(tx, wait));
    log.error('unresolved', { store_id: store.store_id, transaction_id, error: String(error) });
  }
}
