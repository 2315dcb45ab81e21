import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { openPlace } from '../../../src/care/move/place.ts';
import { demo } from '../../../src/commands/demo/demo.ts';
import { move } from '../../../src/commands/move.ts';
import { createOutput } from '../../../src/commands/output.ts';
import { createLog } from '../../../src/platform/core/log.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { KASSA } from '../../harness/program.ts';
import { makePlace, type Place, Shop } from '../../harness/shop.ts';

// Moving shops between databases, for test/care/moves/.

const settingsOf = ({ data_dir, database_url }: Pick<Place, 'data_dir' | 'database_url'>) =>
  readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url });

interface Options {
  from?: string;
  to?: string;
  undo?: boolean;
  restart?: boolean;
}

/** Runs `kassa move` with a place as its settings. Returns what it printed. */
export async function moveFrom(place: Pick<Place, 'data_dir' | 'database_url'>, options: Options) {
  const printed: string[] = [];
  const told: string[] = [];
  const output = createOutput(false, (line) => printed.push(line));
  const asked = { from: undefined, to: undefined, undo: false, restart: false, ...options };
  const print = (line: string) => told.push(line);
  const is_right = await move(settingsOf(place), { ...asked, clock: Date.now, print }, output);
  assert.ok(is_right, told.join('\n'));
  return { text: printed.join('\n'), told: told.join('\n') };
}

/** Starts `kassa move` in a process and kills it as soon as `when` finds what it has told. */
export async function killMove(
  { data_dir, database_url }: Pick<Place, 'data_dir' | 'database_url'>,
  args: string[],
  when: (told: string) => boolean,
): Promise<{ code: number | null; told: string }> {
  const env = { ...process.env, KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
  const child = spawn(process.execPath, [...KASSA, 'move', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
    if (when(told)) child.kill('SIGKILL');
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, told };
}

/** A shop on SQLite, whatever is tested. */
export async function startSqliteShop(): Promise<Shop> {
  const shop = new Shop(
    { clock: Date.now, webhook_allow: ['127.0.0.0/8'] },
    await makePlace('sqlite'),
  );
  await shop.open();
  stopAtEnd(shop);
  atEndOfFile(() => shop.place.remove());
  const store = await shop.makeStore('test');
  shop.api_key = store.api_key;
  shop.store_id = store.store_id;
  return shop;
}

/** A test that fails leaves its service running, and the process would not end. */
function stopAtEnd({ app, agent }: Shop): void {
  atEndOfFile(async () => {
    agent.destroy();
    await app.close().catch(() => {}); // It was closed.
  });
}

/** The same shop, at another place. */
export async function reopen(shop: Shop, place: Place): Promise<Shop> {
  const moved = new Shop(shop.options, place);
  await moved.open();
  stopAtEnd(moved);
  moved.api_key = shop.api_key;
  moved.store_id = shop.store_id;
  return moved;
}

export async function liveSomeDays(shop: Shop, days: number): Promise<void> {
  const output = { record: () => {}, list: () => {}, whyNotShown: async () => undefined };
  const log = createLog('error', () => {});
  const settings = settingsOf({ data_dir: shop.place.data_dir, database_url: undefined });
  await demo(shop.db, settings, { seed: '7', days, clock: Date.now, log, print: () => {} }, output);
}

/** All rows of all tables, by table. */
export async function rowsOf(place: Place): Promise<Record<string, string[]>> {
  const end = await openPlace(place);
  try {
    const found: Record<string, string[]> = {};
    for (const table of await end.tables()) {
      const lines: string[] = [];
      const columns = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const sorted = { ...table, columns: table.name === 'search_texts' ? table.columns : columns };
      for await (const some of end.read(sorted, null)) lines.push(...some);
      found[table.name] = lines;
    }
    return found;
  } finally {
    await end.close();
  }
}
