import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFiles } from '../care/backups/data-files.ts';
import { beginMove } from '../care/move/begin-move.ts';
import { type Compared, compareRows } from '../care/move/compare-rows.ts';
import { SEARCH_TEXTS } from '../care/move/end.ts';
import { copyRows, type Step } from '../care/move/move-rows.ts';
import { type MovePlace, type OpenPlace, openPlace, readPlace } from '../care/move/place.ts';
import { makeFolder } from '../platform/core/make-folder.ts';
import { giveToOwner } from '../platform/core/owner.ts';
import { KASSA, shellWord } from '../platform/core/program.ts';
import type { Clock } from '../platform/core/time.ts';
import { refuseNoShop } from '../platform/db/no-shop.ts';
import { openDatabase } from '../platform/db/open.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import type { Output } from './output.ts';
import { verifyDatabase } from './verify.ts';

const TELL_EVERY_MS = 2_000;

interface Asked {
  from: string | undefined;
  to: string | undefined;
  undo: boolean;
  restart: boolean;
  clock: Clock;
  tell(line: string): void;
}

/** Moves everything to another database and compares it there. Returns whether all is right. */
export async function move(settings: Settings, asked: Asked, output: Output): Promise<boolean> {
  const { data_dir, database_url } = settings;
  const from =
    asked.from === undefined ? { data_dir, database_url } : readPlace(asked.from, data_dir);
  await refuseNoShop(from);
  if (asked.undo) return undo(from, output);
  if (asked.to === undefined) {
    throw new SettingsError(`Say where to: ${KASSA} move --to postgres://… (or a folder)`);
  }
  const to = readPlace(asked.to, data_dir);
  const is_same =
    from.database_url === to.database_url && (to.database_url || from.data_dir === to.data_dir);
  if (is_same) throw new SettingsError('That is the database that is to be moved.');
  const source = await openPlace(from);
  try {
    const target = await openPlace(to);
    try {
      return await moveTo({ source, target, settings, to, asked, output });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

interface Ends {
  source: OpenPlace;
  target: OpenPlace;
  settings: Settings;
  to: MovePlace;
  asked: Asked;
  output: Output;
}

async function moveTo({ source, target, settings, to, asked, output }: Ends): Promise<boolean> {
  const { clock, restart } = asked;
  const tell = createTeller(asked);
  const { mark, state } = await beginMove({ source, target, restart, now: clock() });
  const started_at = clock();
  let compared: Compared | undefined;
  let is_right = true;
  if (state !== 'all_there') {
    asked.tell(`${state === 'new' ? 'Moving' : 'Going on to move'} to ${target.place}`);
    const of_all = await copyRows({ source, target, tell });
    asked.tell('Comparing every row');
    compared = await compareRows(source, target, { of_all, tell });
    if (compared.differences.length > 0) throw new SettingsError(unequal(compared));
    copyFiles(settings, to);
    is_right = await verifyTarget({ settings, to, asked, output });
    await target.finish({ ...mark, role: 'target', other: source.place, finished_at: clock() });
  }
  await source.saveMark({ ...mark, finished_at: clock() });
  const seconds = Math.round((clock() - started_at) / 1000);
  const { tables = null, rows = null } = compared ?? {};
  output.record({ moved: true, to: target.place, tables, rows, seconds, verified: is_right }, [
    ...(rows === null
      ? []
      : [`${number(rows)} rows of ${tables} tables are moved, and each is equal.`]),
    ...(is_right ? [] : ['What is wrong above is just as wrong in the old database.']),
    ...whatNext({ source, to, settings }),
  ]);
  return is_right;
}

/** The same as `kassa verify` there. */
async function verifyTarget({
  settings,
  to,
  asked,
  output,
}: Pick<Ends, 'settings' | 'to' | 'asked' | 'output'>): Promise<boolean> {
  asked.tell('Verifying every amount, count and record there');
  const db = await openDatabase(to, { even_if_moved: true });
  const { clock, tell } = asked;
  const nothing = { place: to, audit_head: undefined, since: undefined, until: undefined };
  // With --json, one object is printed: that of the move.
  const quiet = { ...output, record: (_: object, lines: string[]) => lines.forEach(tell) };
  try {
    return await verifyDatabase(db, settings, quiet, { clock, tell, provider: false, ...nothing });
  } finally {
    await db.close();
  }
}

const unequal = ({ differences }: Compared): string =>
  [
    'The databases are not equal, so the move is not finished:',
    ...differences.map((text) => `  ${text}`),
    'Was the old one used meanwhile? To empty the new one and begin anew, add --restart.',
  ].join('\n');

/** A folder that is moved to gets what is not in the database: the secret, and certificates. */
function copyFiles({ data_dir }: Settings, to: MovePlace): void {
  if (to.database_url || to.data_dir === data_dir) return;
  for (const name of dataFiles(data_dir, [to.data_dir])) {
    const theirs = join(to.data_dir, name);
    if (existsSync(theirs)) continue;
    makeFolder(dirname(theirs));
    copyFileSync(join(data_dir, name), theirs);
    giveToOwner(to.data_dir, [name.split('/')[0] ?? name]);
  }
}

function whatNext({ source, to, settings }: Pick<Ends, 'source' | 'to' | 'settings'>): string[] {
  const secret = settings.secret ? 'KASSA_SECRET' : join(to.data_dir, 'secret');
  const use = to.database_url
    ? 'Start Kassa with DATABASE_URL set to the new database.'
    : `Start Kassa without DATABASE_URL${to.data_dir === settings.data_dir ? '.' : ` and with KASSA_DATA_DIR=${shellWord(to.data_dir)}.`}`;
  return [
    '',
    'What to do now:',
    `  1. ${use}`,
    `  2. Keep ${secret}: it is not in the database, and every process that uses it needs the same.`,
    `  3. Keep ${source.place} until you have a backup of the new database. Kassa does not start on it any more.`,
  ];
}

async function undo(from: MovePlace, output: Output): Promise<boolean> {
  const end = await openPlace(from);
  try {
    await end.refuseOthers();
    await end.migrate();
    const marks = (await end.marks()).filter(({ role }) => role === 'source');
    await end.removeMarks('source');
    const others = marks.map(({ other }) => other);
    output.record({ undone: marks.length > 0, moved_to: others }, [
      marks.length === 0
        ? 'This database was not moved.'
        : `${end.place} can be used again. What was sold at ${others.join(', ')} since is not in it: use one of them only.`,
    ]);
  } finally {
    await end.close();
  }
  return true;
}

const WORD = { copy: 'moving', compare: 'comparing', finish: 'index' };

/** A line when a table is done, and every other second while one takes longer. */
function createTeller({ clock, tell }: Asked): (step: Step) => void {
  let started_at = clock();
  let told_at = clock();
  let last: Step | undefined;
  let rows_before = 0;
  return (step) => {
    const now = clock();
    if (last?.doing !== step.doing) {
      started_at = now;
      rows_before = step.rows_of_all;
    } else if (last.table !== step.table && last.rows > 0 && step.doing === 'copy') {
      tell(`  ${last.table.padEnd(24)} ${number(last.rows)} rows`);
    }
    const is_begun = last?.table !== step.table || last.doing !== step.doing;
    last = step;
    if (is_begun && step.table === SEARCH_TEXTS.name) {
      tell(`  ${WORD[step.doing]} ${step.table}: reading the words of the search takes a while`);
    }
    if (now - told_at < TELL_EVERY_MS) return;
    told_at = now;
    const { doing, table, rows_of_all, of_all } = step;
    if (doing === 'finish') return tell(`  index ${number(rows_of_all)} of ${number(of_all)}`);
    const rate = (rows_of_all - rows_before) / Math.max(1, (now - started_at) / 1000);
    const left =
      rate > 0 ? `, about ${number(Math.max(0, of_all - rows_of_all) / rate)} s left` : '';
    tell(
      `  ${WORD[doing]} ${table}: ${number(rows_of_all)} of ${number(of_all)} rows, ${number(rate)} rows/s${left}`,
    );
  };
}

const number = (value: number): string => Math.round(value).toLocaleString('en');
