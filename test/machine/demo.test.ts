import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { verify } from '../../src/care/verify/verify.ts';
import { makeDemoPath } from '../../src/commands/dashboard.ts';
import { demo } from '../../src/commands/demo/demo.ts';
import { createOutput } from '../../src/commands/output.ts';
import { trigger } from '../../src/commands/trigger.ts';
import { EVENT_TYPES } from '../../src/platform/core/events.ts';
import { createLog } from '../../src/platform/core/log.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { readSettings } from '../../src/platform/machine/settings.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { setPassword } from '../../src/shop/store/team/factor.sql.ts';
import { listOwners } from '../../src/shop/store/team/person.sql.ts';
import { kassa } from '../harness/kassa-command.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'kassa-demo-'));
after(() => rmSync(data_dir, { recursive: true }));
const settings = readSettings({ KASSA_DATA_DIR: data_dir });
const log = createLog('error', () => {});

const COUNTS = `SELECT t.type, t.status, COUNT(*) AS count, SUM(t.total_minor) AS total
  FROM transactions t WHERE t.store_id = :store_id GROUP BY t.type, t.status
  ORDER BY t.type, t.status`;

const SILENT = { record: () => {}, list: () => {}, whyNotShown: async () => undefined };

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

/** What is at an address of this machine. */
async function open(address: string, cookie = '') {
  const asked = request(address, { rejectUnauthorized: false, headers: { cookie } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode: status, headers } = answer;
  return { status, headers, text: await text(answer) };
}

/** A shop of two days is shown. Any port will do: what is printed names the one that was found. */
async function showDemo(folder: string, DATABASE_URL = '') {
  const place = readSettings({ KASSA_DATA_DIR: join(data_dir, folder), DATABASE_URL });
  const made = await openDatabase(place);
  await demo(made, place, { seed: '7', days: 2, clock: Date.now, log, print: () => {} }, SILENT);
  await made.close();
  const settings = { KASSA_DATA_DIR: place.data_dir, DATABASE_URL, KASSA_PORT: '0' };
  const KASSA_PROCESSES = DATABASE_URL === '' ? '1' : '2';
  const running = kassa(['demo', '--serve'], { ...settings, KASSA_PROCESSES });
  after(() => running.child.kill());
  let out = '';
  running.child.stdout?.on('data', (data) => {
    out += data;
  });
  await until(async () => /account\/look\/\w{32}\n/.test(out), 'the link');
  assert.doesNotMatch(out, /account\/setup/, 'there is no account to make');
  const link = / {2}(https:.*\/account\/look\/\w+)\n\n?$/.exec(out)?.[1] ?? '';
  const [, address = ''] = /running at (https:\S+)/.exec(out) ?? [];
  return { place, running, link, home_address: `${address}/dashboard/1` };
}

test('kassa demo --serve ends with a link that opens the shop without an account, for a day', async () => {
  const { place, running, link, home_address } = await showDemo('looked-at');
  for (const _ of ['once', 'and again, in another browser']) {
    const { status, headers } = await open(link);
    assert.deepEqual([status, headers.location], [303, '/dashboard']);
    const cookies = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const home = await open(home_address, cookies);
    assert.equal(home.status, 200);
    assert.match(home.text, /Lumen Labs/);
  }
  assert.equal((await open(`${link.slice(0, -32)}${'0'.repeat(32)}`)).status, 404);
  const beside = await openDatabase(place);
  await beside.write(null, async (tx) => {
    const [owner] = await listOwners(tx);
    await setPassword(tx, owner?.person_id ?? '', 'a hash');
  });
  assert.equal((await open(link)).status, 404, 'whoever can sign in does');
  assert.equal(await makeDemoPath(beside, Date.now()), undefined);
  await beside.close();
  running.child.kill();
  await running;
});

test('the link comes last, with the port that was found: with several processes on PostgreSQL too', async () => {
  const place = await makePlace();
  after(() => place.remove());
  const { running, link } = await showDemo('looked-at-by-many', place.database_url);
  assert.deepEqual([(await open(link)).status], [303]);
  running.child.kill();
  await running;
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
    const options = { seed, days: 45, clock: Date.now, log, print: () => {} };
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
