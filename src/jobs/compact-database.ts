import type { Database } from '../platform/db/database.ts';
import type { Job } from './job.ts';

const LOOK_EVERY_MS = 1_000;
const PAUSE_MS = 25; // Between steps of 2 to 6 ms, so that requests do not wait long.

/** Does the maintenance of the database that was put off under load, in small steps. */
export const compactJob = (db: Database): Job => ({
  name: 'compact',
  every_ms: LOOK_EVERY_MS,
  more_ms: PAUSE_MS,
  run: () => db.compact(),
});
