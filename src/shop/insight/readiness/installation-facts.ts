import type { Clock } from '../../../platform/core/time.ts';
import type { Database, Reader } from '../../../platform/db/database.ts';
import { findLastTry, lastBackupAt } from '../../store/backup.sql.ts';
import { listTriedOut } from './readiness.sql.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    /** What all stores of this installation share. */
    installationFacts(): Promise<InstallationFacts>;
  }
}

export interface InstallationFacts {
  last_backup_at: number | null;
  /** Why the schedule made none when it last tried; null also where there is no schedule. */
  backup_problem: string | null;
  tried_out: Awaited<ReturnType<typeof listTriedOut>>;
}

/** Of no store: `reader` is that of the installation. */
export async function readInstallation(
  reader: Reader,
  { now, has_schedule }: { now: number; has_schedule: boolean },
): Promise<InstallationFacts> {
  const [last_backup_at, { problem }, tried_out] = await Promise.all([
    lastBackupAt(reader, now),
    findLastTry(reader),
    listTriedOut(reader),
  ]);
  return { last_backup_at, backup_problem: has_schedule ? problem : null, tried_out };
}

export const createInstallationFacts =
  (db: Pick<Database, 'reader'>, clock: Clock, has_schedule: boolean) =>
  (): Promise<InstallationFacts> =>
    readInstallation(db.reader(null), { now: clock(), has_schedule });
