// How long a shop takes from SQLite to PostgreSQL and back, on this machine alone.
//   npm run bench:move                  1,000,000 products, each sold once with a license
//   npm run bench:move -- 20000         fewer
// The verification finds one thing wrong: whoever fills the shop tells nobody of its activations.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { move } from '../../src/commands/move.ts';
import { createOutput } from '../../src/commands/output.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { readSettings } from '../../src/platform/machine/settings.ts';
import { makeStore } from '../../src/shop/store/make-store.ts';
import { startPostgres } from '../harness/postgres.ts';
import { fill } from './fill.ts';
import { cleanUpAtExit, makeFolder } from './processes.ts';

cleanUpAtExit();
const count = Number(process.argv[2] ?? 1_000_000);
const data_dir = makeFolder();
const db = await openDatabase({ data_dir, database_url: undefined });
await db.write(null, (tx) => makeStore(tx, { name: 'Full', mode: 'test', now: Date.now() }));
await db.close();
await fill({ data_dir, database_url: undefined }, count);

const server = await startPostgres();
try {
  await measured('to PostgreSQL', { from: undefined, to: server.url });
  await measured('to SQLite', { from: server.url, to: join(data_dir, 'back') });
} finally {
  await server.stop();
  rmSync(data_dir, { recursive: true, force: true });
}

async function measured(name: string, places: { from: string | undefined; to: string }) {
  const print = (line: string) => process.stderr.write(`${line}\n`);
  let moved = { rows: 0, seconds: 0 };
  const output = createOutput(true, (line) => {
    moved = JSON.parse(line);
  });
  const asked = { ...places, undo: false, restart: false, clock: Date.now, print };
  const before = process.cpuUsage();
  await move(readSettings({ KASSA_DATA_DIR: data_dir }), asked, output);
  const { user, system } = process.cpuUsage(before);
  const computed = (user + system) / 1_000_000;
  const rate = Math.round(moved.rows / Math.max(1, moved.seconds)).toLocaleString('en');
  process.stdout.write(
    `${name}: ${moved.rows.toLocaleString('en')} rows moved and compared in ${moved.seconds} s, with the verification at the end (${rate} rows/s); Kassa computed ${computed.toFixed(1)} s of that\n`,
  );
}
