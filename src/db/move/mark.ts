import { KASSA } from '../../core/program.ts';
import { isoInstant } from '../../core/time.ts';
import { SettingsError } from '../../installation/settings.ts';
import type { Database } from '../database.ts';
import type { MoveMark } from './end.ts';

const IN_THE_WAY = `SELECT move_id, role, other, started_at, finished_at FROM moves
  WHERE role = 'source' OR finished_at IS NULL`;

/** Refuses a database whose records live elsewhere by now, or that does not have all of them yet. */
export async function refuseMoved(db: Database): Promise<void> {
  const [mark] = await db.reader(null).all<MoveMark>(IN_THE_WAY);
  if (mark) throw new SettingsError(whyNot(mark));
}

function whyNot({ role, other, started_at, finished_at }: MoveMark): string {
  if (role === 'target') {
    return `A move from ${other} to this database was begun at ${isoInstant(started_at)} and is not finished. Give that command again: it goes on where it stopped.`;
  }
  if (finished_at === null) {
    return `This database is being moved to ${other} since ${isoInstant(started_at)}. Give that command again to go on, or use this database nevertheless with: ${KASSA} move --undo`;
  }
  return `This database was moved to ${other} at ${isoInstant(finished_at)}, and the shop goes on there: set DATABASE_URL or KASSA_DATA_DIR to it. To use this old state nevertheless: ${KASSA} move --undo`;
}
