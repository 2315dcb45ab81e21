import type { Reader } from '../../../platform/db/database.ts';

/** More are not counted: so counting costs the same however large a shop is. */
const WAITING_COUNTED_MAX = 10_000;

// Of all stores. Each has an index with nothing but what waits.
const count = (waiting: string) =>
  `SELECT COUNT(*) AS count FROM (SELECT 1 AS one FROM ${waiting} LIMIT ${WAITING_COUNTED_MAX}) w`;
const PAYMENTS = count(`transactions WHERE status = 'pending' AND next_attempt_at IS NOT NULL`);
const DELIVERIES = count(`webhook_deliveries WHERE status = 'pending'`);
const MAILS = count(`mails WHERE status IN ('queued', 'sending')`);

export const WAITING_STATEMENTS = { PAYMENTS, DELIVERIES, MAILS };

/** What waits for a provider, a receiver or a mail server, in all stores. */
export async function countWaiting(reader: Reader) {
  const counted = async (sql: string) =>
    Number((await reader.maybe<{ count: number }>(sql))?.count ?? 0);
  return {
    payments: await counted(PAYMENTS),
    deliveries: await counted(DELIVERIES),
    mails: await counted(MAILS),
  };
}
