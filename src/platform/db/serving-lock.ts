import { join } from 'node:path';
import { SettingsError } from '../machine/settings.ts';
import { type FileLock, takeFileLock } from './file-lock.ts';
import { carryOut } from './finish-restore.ts';
import { withReserve } from './reserve.ts';
import { explainedForStart } from './storage-problem.ts';

/** Time for a server that is just stopping. */
const WAIT_MS = 2_000;

/** Makes sure that only one server uses a data folder. Commands do not take this lock. */
export function takeServingLock(data_dir: string): FileLock {
  const lock = takeLock(data_dir);
  if (lock) {
    carryOut(data_dir); // A restore that was interrupted.
    return lock;
  }
  throw new SettingsError(
    `Another Kassa server is running on ${data_dir}, and one at a time can serve a SQLite file. Stop that one, or choose another folder with KASSA_DATA_DIR; any number of servers can share a PostgreSQL (DATABASE_URL).`,
  );
}

function takeLock(data_dir: string): FileLock | undefined {
  try {
    return withReserve(data_dir, () => takeFileLock(join(data_dir, 'server.lock'), WAIT_MS));
  } catch (error) {
    throw explainedForStart(error, data_dir);
  }
}
