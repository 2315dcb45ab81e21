import { isoInstant, wallClock } from '../../platform/core/time.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { COUNTED_MAX } from '../../shop/insight/attention/attention.sql.ts';
import { listFailingJobs } from '../../shop/insight/attention/failing-job.sql.ts';
import { findOverdue, WHY_OVERDUE } from '../../shop/insight/attention/overdue.ts';
import { type Finding, fail } from './finding.ts';

/** Renewals, ends and notices that should have been long ago. */
export async function aboutOverdue(reader: Reader, name: string, now: number): Promise<Finding[]> {
  const overdue = await findOverdue(reader, now);
  if (!overdue) return [];
  const { count, subscription_id, since } = overdue;
  const number = count < COUNTED_MAX ? `${count}` : `${COUNTED_MAX} or more`;
  const what = `${number} overdue: ${subscription_id} since ${isoInstant(since)}`;
  const todo = `if Kassa is running, ${WHY_OVERDUE}; if not, start it`;
  return [fail(`renewals of ${name}`, what, todo)];
}

/** What a running Kassa cannot do in the background. */
export const aboutJobs = async (db: Database): Promise<Finding[]> =>
  (await listFailingJobs(db.reader(null), wallClock())).map(({ job, failing_since, problem }) => {
    const what = `has failed at every run since ${isoInstant(failing_since)}: ${problem}`;
    return fail(`job ${job}`, what, 'the log has more ("job failed")');
  });
