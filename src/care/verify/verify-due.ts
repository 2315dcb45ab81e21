import { DAY_MS, isoInstant } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { findHold } from '../../shop/money/payments/held-charges.sql.ts';
import { listOverdue } from '../../shop/subscriptions/subscription.sql.ts';
import type { Work } from './work.ts';

const BATCH = 100;

/** A subscription whose renewal, end or notice should have been a day ago is never as it must be. */
export async function verifyDue(
  { store, check }: Work,
  db: Pick<Database, 'reader'>,
  now: number,
): Promise<void> {
  const { store_id, clock_ahead_ms } = store;
  const reader = db.reader({ store_id });
  if ((await findHold(reader)) !== null) return; // A person has to compare first: doctor says so.
  const upto = now + clock_ahead_ms - DAY_MS;
  const overdue = await listOverdue(reader, { upto, limit: BATCH });
  const problems = overdue.map(
    ({ subscription_id, next_action_at }) =>
      `${subscription_id} is due since ${isoInstant(next_action_at)}: is Kassa running?`,
  );
  check('what is due has been done', store_id, problems);
}
