import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import type { Answer } from '../harness/answer.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { makePlace, Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

// Three instances share a PostgreSQL that takes fewer connections than they would open.

const FEW = 4;
const WRITES = 30;

const isRefused = ({ status, body }: Answer): boolean =>
  status === 500 && body.error.code === 'internal_error';

/** Somebody in the database whose connections can be limited. */
async function makeRole(database_url: string) {
  const admin = new Client(database_url);
  await admin.connect();
  const { username, password } = new URL(database_url);
  const role = `kassa_few_${process.pid}`;
  await admin.query(`CREATE ROLE ${role} LOGIN IN ROLE ${username} PASSWORD '${password}'`);
  return {
    url: Object.assign(new URL(database_url), { username: role }).href,
    limit: (connections: number) =>
      admin.query(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`),
    endAll: () =>
      admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
        role,
      ]),
    async drop() {
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    },
  };
}

test('with too few connections everything is answered, and repeated writes happen once', async () => {
  const place = await makePlace();
  const role = await makeRole(place.database_url ?? '');
  const clock = () => Date.now();
  const shops = [0, 1, 2].map(() => new Shop({ clock }, { ...place, database_url: role.url }));
  atEndOfFile(async () => {
    for (const shop of shops) {
      shop.agent.destroy();
      await shop.app.close();
    }
    await role.drop();
    await place.remove();
  });
  for (const shop of shops) await shop.open();
  const [first] = shops as [Shop, Shop, Shop];
  const { api_key } = await first.makeStore('test');
  for (const shop of shops) shop.api_key = api_key;
  const ask = (shop: Shop, path: string) => shop.send({ method: 'GET', path });
  const write = (at: number, run: string): Promise<Answer> =>
    (shops[at % shops.length] ?? first).call(
      'POST /create-customer',
      { customer_id: `${run}-${at}`, name: 'Ada' },
      { headers: { 'Idempotency-Key': `${run}-${at}` } },
    );
  const writeAll = (run: string) =>
    Promise.all(Array.from({ length: WRITES }, (_, at) => write(at, run)));

  // They compete for the few there are: whoever has none refuses.
  await role.limit(FEW);
  await role.endAll();
  const few = await writeAll('few');
  for (const answer of few) assert.ok(answer.status === 200 || isRefused(answer), answer.text);

  await role.limit(0);
  await role.endAll();
  await until(async () => {
    const ready = await Promise.all(shops.map((shop) => ask(shop, '/readyz')));
    return ready.every(({ status }) => status === 503);
  }, 'nobody is ready');
  for (const answer of await writeAll('none')) assert.ok(isRefused(answer), answer.text);
  for (const shop of shops) assert.equal((await ask(shop, '/healthz')).status, 200);

  // They come back by themselves, first with few.
  await role.limit(FEW);
  await until(
    async () => (await writeAll('none')).some(({ status }) => status === 200),
    'some are',
  );
  await role.limit(-1);
  for (const shop of shops) {
    await until(async () => (await ask(shop, '/readyz')).status === 200, 'it is ready again');
  }
  for (const run of ['few', 'none']) {
    await until(
      async () => (await writeAll(run)).every(({ status }) => status === 200),
      'repeated with the same keys, all writes are answered',
    );
  }
  const count = 'SELECT COUNT(*) AS n FROM customers';
  const [made] = await first.db.reader(null).all<{ n: number }>(count);
  assert.equal(Number(made?.n), 2 * WRITES, 'each of them once');
  await first.assertRight();
});
