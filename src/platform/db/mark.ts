import { KASSA } from '../core/program.ts';
import { isoInstant } from '../core/time.ts';
import { SettingsError } from '../machine/settings.ts';
import type { Database } from './database.ts';
import type { MoveMark } from './move-mark.ts';

const IN_THE_WAY = `SELECT move_id, role, other, started_at, finished_at FROM moves
  WHERE role = 'source' OR finished_at IS NULL`;

/** Why a database is not to be used, and what to do. */
interface Moved {
  problem: string;
  advice: string;
}

/** Refuses a database whose records live elsewhere by now, or that does not have all of them yet. */
export async function refuseMoved(db: Database): Promise<void> {
  const moved = await findMoved(db);
  if (moved) throw new SettingsError(`${moved.problem} ${moved.advice}`);
}

/** Undefined for one that may be used. */
export async function findMoved(db: Database): Promise<Moved | undefined> {
  const [mark] = await db.reader(null).all<MoveMark>(IN_THE_WAY);
  return mark && whyNot(mark);
}

function whyNot({ role, other, started_at, finished_at }: MoveMark): Moved {
  if (role === 'target') {
    return {
      problem: `A move from ${other} to this database was begun at ${isoInstant(started_at)} and is not finished.`,
      advice: 'Give that command again: it goes on where it stopped.',
    };
  }
  if (finished_at === null) {
    return {
      problem: `This database is being moved to ${other} since ${isoInstant(started_at)}.`,
      advice: `Give that command again to go on, or use this database nevertheless with: ${KASSA} move --undo`,
    };
  }
  return {
    problem: `This database was moved to ${other} at ${isoInstant(finished_at)}, and the shop goes on there.`,
    advice: `Set DATABASE_URL or KASSA_DATA_DIR to it. To use this old state nevertheless: ${KASSA} move --undo`,
  };
}
