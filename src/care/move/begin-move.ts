import { randomBytes } from 'node:crypto';
import { KASSA } from '../../platform/core/program.ts';
import type { MoveMark } from '../../platform/db/move-mark.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import type { MoveEnd } from './end.ts';
import type { OpenPlace } from './place.ts';
import { valuesOf } from './row-line.ts';

/** Tables that have rows as soon as they are made. */
const NEVER_EMPTY = ['migrations', 'audit_heads', 'backup_schedule'];

export interface Begun {
  mark: MoveMark;
  /** New; going on after an interruption; or only the source is still to be marked. */
  state: 'new' | 'goes_on' | 'all_there';
}

interface Ends {
  source: OpenPlace;
  target: OpenPlace;
  /** Whether a target with an unfinished move from elsewhere is emptied. */
  restart: boolean;
  now: number;
}

/** Makes sure that this move may be made, and marks both ends. Else it throws, and nothing is changed. */
export async function beginMove({ source, target, restart, now }: Ends): Promise<Begun> {
  await source.refuseOthers();
  await target.refuseOthers();
  await source.migrate();
  const earlier = await sourceMark(source, target);
  const found = await lookAt(target);
  const is_ours = found.mark !== undefined && found.mark.move_id === earlier?.move_id;
  if (is_ours && earlier && found.mark?.finished_at !== null) {
    return { mark: earlier, state: 'all_there' };
  }
  const is_foreign = found.mark !== undefined && !is_ours;
  if (is_foreign && found.mark?.finished_at === null && !restart) {
    throw new SettingsError(
      `${target.place} has an unfinished move from ${found.mark.other}, from before that was used again or from elsewhere. To empty it and begin anew, add --restart.`,
    );
  }
  if (!found.is_empty && (found.mark === undefined || found.mark.finished_at !== null)) {
    throw new SettingsError(
      `${target.place} is not empty: a shop needs a database of its own, without any tables.`,
    );
  }
  if (restart && !found.is_empty) await target.clear();
  const mark = earlier ?? {
    move_id: randomBytes(8).toString('hex'),
    role: 'source',
    other: target.place,
    started_at: now,
    finished_at: null,
  };
  await source.saveMark(mark);
  try {
    await source.refuseOthers(); // Again: one that starts from now on sees the mark.
  } catch (error) {
    if (!earlier) await source.removeMarks('source');
    throw error;
  }
  if (is_ours && !restart) {
    await refuseOtherVersion(source, target);
    return { mark, state: 'goes_on' };
  }
  await target.migrate();
  await target.prepare({ ...mark, role: 'target', other: source.place });
  return { mark, state: 'new' };
}

/** The mark of an interrupted move from here. */
async function sourceMark(source: MoveEnd, target: MoveEnd): Promise<MoveMark | undefined> {
  const marks = await source.marks();
  const unfinished = marks.find(({ role, finished_at }) => role === 'target' && !finished_at);
  if (unfinished) {
    throw new SettingsError(
      `${source.place} does not have everything itself: a move from ${unfinished.other} to it is not finished.`,
    );
  }
  const mark = marks.find(({ role }) => role === 'source');
  if (mark && mark.finished_at !== null) {
    throw new SettingsError(
      `${source.place} was moved to ${mark.other} already. If that is to be forgotten: ${KASSA} move --undo`,
    );
  }
  if (mark && mark.other !== target.place) {
    throw new SettingsError(
      `A move from ${source.place} to ${mark.other} was begun. Go on with that, or forget it first: ${KASSA} move --undo`,
    );
  }
  return mark;
}

async function lookAt(target: MoveEnd): Promise<{ is_empty: boolean; mark?: MoveMark }> {
  const tables = await target.tables();
  if (tables.length === 0) return { is_empty: true };
  const is_kassa = tables.some(({ name }) => name === 'event_counters');
  if (!is_kassa) return { is_empty: false };
  const marks = (await target.hasMarks()) ? await target.marks() : [];
  const mark = marks.find(({ role }) => role === 'target');
  if (mark) return { is_empty: false, mark };
  for (const table of tables) {
    if (NEVER_EMPTY.includes(table.name)) continue;
    if ((await target.count(table)) > 0) return { is_empty: false };
  }
  return { is_empty: true };
}

/** Half of the rows may be as an older version wrote them. */
async function refuseOtherVersion(source: MoveEnd, target: MoveEnd): Promise<void> {
  const [ours, theirs] = await Promise.all([source, target].map(migrationsOf));
  if (ours === theirs) return;
  throw new SettingsError(
    'Kassa was updated since this move was begun. To empty the target and begin anew, add --restart.',
  );
}

async function migrationsOf(end: MoveEnd): Promise<string> {
  const table = (await end.tables()).find(({ name }) => name === 'migrations');
  const at = table?.columns.findIndex(({ name }) => name === 'number') ?? 0;
  const numbers: (string | null | undefined)[] = [];
  if (table) {
    for await (const lines of end.read(table, null)) {
      numbers.push(...lines.map((line) => valuesOf(line)[at]));
    }
  }
  return numbers.join(' ');
}
