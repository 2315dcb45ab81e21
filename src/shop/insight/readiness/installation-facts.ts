import type { Actor } from '../../../platform/core/actor.ts';
import type { Clock } from '../../../platform/core/time.ts';
import type { Database, Reader } from '../../../platform/db/database.ts';
import { findLastTry, lastBackupAt } from '../../store/backup.sql.ts';
import { listTriedOut } from './readiness.sql.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    /** What all stores of this installation share, for whoever asks: others' stores are not named. */
    installationFacts(actor: Pick<Actor, 'kind' | 'id'>): Promise<InstallationFacts>;
  }
}

export interface InstallationFacts {
  last_backup_at: number | null;
  /** Why the schedule made none when it last tried; null also where there is no schedule. */
  backup_problem: string | null;
  tried_out: Awaited<ReturnType<typeof listTriedOut>>;
}

interface At {
  now: number;
  has_schedule: boolean;
  actor: Pick<Actor, 'kind' | 'id'>;
}

/** Of no store: `reader` is that of the installation. Whoever sits at its terminal sees all stores. */
export async function readInstallation(
  reader: Reader,
  { now, has_schedule, actor }: At,
): Promise<InstallationFacts> {
  const person_id = actor.kind === 'person' ? actor.id : null;
  const [last_backup_at, { problem }, tried] = await Promise.all([
    lastBackupAt(reader, now),
    findLastTry(reader),
    listTriedOut(reader, person_id),
  ]);
  const sees_all = actor.kind === 'command';
  const tried_out = tried.map((one) => (sees_all ? { ...one, may_enter: 1 } : one));
  return { last_backup_at, backup_problem: has_schedule ? problem : null, tried_out };
}

export const createInstallationFacts =
  (db: Pick<Database, 'reader'>, clock: Clock, hasSchedule: () => boolean) =>
  (actor: Pick<Actor, 'kind' | 'id'>): Promise<InstallationFacts> =>
    readInstallation(db.reader(null), { now: clock(), has_schedule: hasSchedule(), actor });
