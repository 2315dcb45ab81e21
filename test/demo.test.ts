import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { demo } from '../src/commands/demo/demo.ts';
import { createOutput } from '../src/commands/output.ts';
import { trigger } from '../src/commands/trigger.ts';
import { EVENT_TYPES } from '../src/core/events.ts';
import { createLog } from '../src/core/log.ts';
import { openDatabase } from '../src/db/open.ts';
import { readSettings } from '../src/installation/settings.ts';
import { listStores } from '../src/stores/store.sql.ts';
import { verify } from '../src/verify/verify.ts';
import { kassa } from './kassa-command.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'kassa-demo-'));
after(() => rmSync(data_dir, { recursive: true }));
const settings = readSettings({ KASSA_DATA_DIR: data_dir });
const log = createLog('error', () => {});

const COUNTS = `SELECT t.type, t.status, COUNT(*) AS count, SUM(t.total_minor) AS total
  FROM transactions t WHERE t.store_id = :store_id GROUP BY t.type, t.status
  ORDER BY t.type, t.status`;

const NOT_TRIED = ['transaction.returned', 'subscription.renewal_coming'];

test('kassa demo --serve looks at its port first, and advises the command that was given', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const place = { KASSA_DATA_DIR: join(data_dir, 'shown'), KASSA_HOST: '127.0.0.1' };
  const { code, err } = await kassa(['demo', '--serve'], { ...place, KASSA_PORT: String(port) });
  taken.close();
  assert.equal(code, 1);
  assert.match(err, new RegExp(`^Port ${port} is in use by another program\\.`));
  const advised = Number(/ KASSA_PORT=(\d+) npm run demo$/.exec(err.trim())?.[1]);
  assert.ok(advised > port, err);
  assert.doesNotMatch(err, /A year/);
  assert.equal(existsSync(place.KASSA_DATA_DIR), false, 'nothing was made');
});

test('kassa demo lives the same days for the same seed, by the rules, and other days for another', async () => {
  const db = await openDatabase(settings);
  const run = async (seed: string) => {
    const told: Record<string, unknown>[] = [];
    const output = {
      record: (fields: object) => told.push({ ...fields }),
      list: () => {},
      whyNotShown: async () => undefined,
    };
    const options = { seed, days: 45, clock: Date.now, log, tell: () => {} };
    await demo(db, settings, options, output);
    const [{ store_id, visitors } = { store_id: '', visitors: 0 }] = told;
    const counts = await db.reader({ store_id: String(store_id) }).all<object>(COUNTS);
    return { visitors, counts };
  };
  const first = await run('7');
  assert.deepEqual(await run('7'), first);
  assert.notDeepEqual(await run('8'), first);
  const kinds = JSON.stringify(first.counts);
  for (const kind of ['purchase', 'subscription_start', 'renewal', 'refund', 'declined']) {
    assert.ok(kinds.includes(`"${kind}"`), kind);
  }
  const checks = await verify(db, { progress: () => {} });
  assert.deepEqual(
    checks.flatMap(({ violations }) => violations),
    [],
  );
  // What `kassa trigger` knows happens in such a store, too: it charges taxes, and others have
  // subscriptions there. Those of a whole year take too long here.
  const store = (await listStores(db.reader(null))).at(-1)?.store_id;
  for (const type of EVENT_TYPES.filter((one) => !NOT_TRIED.includes(one))) {
    const lines: string[] = [];
    const output = createOutput(true, (line) => lines.push(line));
    await trigger(db, settings, { type, store, clock: Date.now, log }, output);
    const { events } = JSON.parse(lines.join());
    assert.ok(events.length <= 100, type);
    assert.ok(
      events.some((event: { type: string }) => event.type === type),
      type,
    );
  }
  await db.close();
});
