import { HOUR_MS } from '../../../platform/core/time.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { listOverdue } from '../../subscriptions/subscription.sql.ts';
import { COUNTED_MAX } from './attention.sql.ts';

/** Many that are due at once take their time, and so does the first start after a while. */
export const OVERDUE_AFTER_MS = HOUR_MS;

interface Overdue {
  /** `COUNTED_MAX` stands for more, too. */
  count: number;
  subscription_id: string;
  /** By the clock of the store. */
  since: number;
}

/** The subscriptions whose renewal, end or notice should have been long ago, but cannot be. */
export async function findOverdue(reader: Reader, now: number): Promise<Overdue | undefined> {
  const upto = now - OVERDUE_AFTER_MS;
  const overdue = await listOverdue(reader, { upto, limit: COUNTED_MAX });
  const [oldest] = overdue;
  if (!oldest) return undefined;
  const { subscription_id, next_action_at: since } = oldest;
  return { count: overdue.length, subscription_id, since };
}

export const WHY_OVERDUE = 'the log says why ("unresolved", or "job failed")';
