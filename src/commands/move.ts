import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyAndCompare, stepsOf } from '../care/backups/copy-and-compare.ts';
import { dataFiles } from '../care/backups/data-files.ts';
import { beginMove } from '../care/move/begin-move.ts';
import type { Compared } from '../care/move/compare-rows.ts';
import { SEARCH_TEXTS } from '../care/move/end.ts';
import type { Step } from '../care/move/move-rows.ts';
import { type MovePlace, type OpenPlace, openPlace, readPlace } from '../care/move/place.ts';
import { makeFolder } from '../platform/core/make-folder.ts';
import { giveToOwner } from '../platform/core/owner.ts';
import { KASSA, shellWord } from '../platform/core/program.ts';
import type { Clock } from '../platform/core/time.ts';
import { refuseNoShop } from '../platform/db/no-shop.ts';
import { openDatabase } from '../platform/db/open.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';
import { verifyDatabase } from './verify.ts';

interface Request {
  from: string | undefined;
  to: string | undefined;
  undo: boolean;
  restart: boolean;
  clock: Clock;
  print(line: string): void;
}

/** Moves everything to another database and compares it there. Returns whether all is right. */
export async function move(settings: Settings, request: Request, output: Output): Promise<boolean> {
  const { data_dir, database_url } = settings;
  const from =
    request.from === undefined ? { data_dir, database_url } : readPlace(request.from, data_dir);
  await refuseNoShop(from);
  if (request.undo) return undo(from, output);
  if (request.to === undefined) {
    throw new SettingsError(`Say where to: ${KASSA} move --to postgres://… (or a folder)`);
  }
  const to = readPlace(request.to, data_dir);
  const is_same =
    from.database_url === to.database_url && (to.database_url || from.data_dir === to.data_dir);
  if (is_same) throw new SettingsError('That is the database that is to be moved.');
  const source = await openPlace(from);
  try {
    const target = await openPlace(to);
    try {
      return await moveTo({ source, target, settings, to, request, output });
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
  request: Request;
  output: Output;
}

async function moveTo({ source, target, settings, to, request, output }: Ends): Promise<boolean> {
  const { clock, restart } = request;
  const report = showSteps(request);
  const { mark, state } = await beginMove({ source, target, restart, now: clock() });
  const started_at = clock();
  let compared: Compared | undefined;
  let is_right = true;
  if (state !== 'all_there') {
    request.print(`${state === 'new' ? 'Moving' : 'Going on to move'} to ${target.place}`);
    compared = await copyAndCompare({ source, target, report });
    if (compared.differences.length > 0) throw new SettingsError(unequal(compared));
    copyFiles(settings, to);
    is_right = await verifyTarget({ settings, to, request, output });
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
  request,
  output,
}: Pick<Ends, 'settings' | 'to' | 'request' | 'output'>): Promise<boolean> {
  request.print('Verifying every amount, count and record there');
  const db = await openDatabase(to, { even_if_moved: true });
  const { clock, print } = request;
  const nothing = { place: to, audit_head: undefined, since: undefined, until: undefined };
  // With --json, one object is printed: that of the move.
  const quiet = { ...output, record: (_: object, lines: string[]) => lines.forEach(print) };
  try {
    return await verifyDatabase(db, settings, quiet, { clock, print, provider: false, ...nothing });
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

/** A line when a table is copied, and between them how far it is, as a backup shows it. */
function showSteps({ clock, print }: Request): (step: Step) => void {
  const write = (text: string) => print(text.trimEnd());
  const { progress } = showProgress({ write, is_terminal: false }, clock);
  const show = stepsOf(progress);
  let last: Step | undefined;
  return (step) => {
    const is_begun = last?.table !== step.table || last.doing !== step.doing;
    if (is_begun && last?.doing === 'copy' && last.rows > 0) {
      print(`  ${last.table.padEnd(24)} ${number(last.rows)} rows`);
    }
    if (is_begun && step.table === SEARCH_TEXTS.name) {
      const doing = step.doing === 'copy' ? 'moving' : 'comparing';
      print(`  ${doing} ${step.table}: reading the words of the search takes a while`);
    }
    last = step;
    show(step);
  };
}

const number = (value: number): string => Math.round(value).toLocaleString('en');
