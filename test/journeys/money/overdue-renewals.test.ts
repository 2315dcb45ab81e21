import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../src/platform/core/time.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';

// Seven subscriptions whose renewals fail at every run, for three days: who is told?

const NOW = Date.now();
const shop = await startShop();
shop.now = NOW - 34 * DAY_MS;
const SUBSCRIBERS = 7;

const { data_dir, database_url } = shop.place;
const where = { KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
const change = async (...statements: string[]) =>
  shop.db.write(null, async (tx) => {
    for (const sql of statements) await tx.run(sql);
  });

/** No renewal can be stored, as where a table lacks a column. */
const breakRenewals = () =>
  database_url === undefined
    ? change(`CREATE TRIGGER no_renewals BEFORE INSERT ON transactions
        WHEN NEW.type = 'renewal' BEGIN SELECT RAISE(ABORT, 'broken'); END`)
    : change(
        `CREATE FUNCTION no_renewals() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN IF NEW.type = 'renewal' THEN RAISE 'broken'; END IF; RETURN NEW; END $$`,
        `CREATE TRIGGER no_renewals BEFORE INSERT ON transactions
          FOR EACH ROW EXECUTE FUNCTION no_renewals()`,
      );
const mendRenewals = () =>
  database_url === undefined
    ? change('DROP TRIGGER no_renewals')
    : change('DROP TRIGGER no_renewals ON transactions', 'DROP FUNCTION no_renewals');

const store = await shop.openStore();
const plan_id = await store.plan();
const subscribed: string[] = [];
for (let at = 0; at < SUBSCRIBERS; at++) {
  subscribed.push(await store.subscribe(plan_id, { customer_id: `customer-${at}` }));
}
await breakRenewals();
const due_at = Date.parse((await store.get(subscribed[0] ?? '')).current_period_end);
shop.now = NOW;
await shop.runJob('due');

const readyz = async () => (await shop.send({ method: 'GET', path: '/readyz' })).body;
const overdueSeconds = async (mode: string): Promise<number> => {
  const { text } = await shop.send({ method: 'GET', path: '/metrics' });
  const line = new RegExp(`^kassa_renewals_overdue_seconds\\{mode="${mode}"\\} (\\S+)$`, 'm');
  return Number(line.exec(text)?.[1]);
};
const doctorLine = async () => {
  const { out } = await kassa(['doctor', '--json'], where);
  const { findings }: { findings: { about: string; state: string; what: string }[] } =
    JSON.parse(out);
  return findings.find(({ about }) => about.startsWith('renewals of'));
};
const OVERDUE_HOURS = Math.floor((NOW - due_at) / 3_600_000);

test('renewals that fail at every run are an item of attention, with the one that waits for longest', async () => {
  const items: { kind: string }[] = (await store.must('GET /get-attention')).items;
  const item = items.find(({ kind }) => kind === 'overdue_renewals');
  assert.deepEqual(item, {
    ...{ kind: 'overdue_renewals', count: SUBSCRIBERS, record_id: subscribed[0] },
    ...{ amount: null, currency: null, at: new Date(due_at).toISOString(), operation: null },
    message: 'Kassa cannot carry them out: the log says why ("unresolved", or "job failed")',
  });
  assert.ok(shop.log_lines.some((line) => line.includes('"unresolved"')));
});

test('doctor fails with them, and verify says that they are not as they must be', async () => {
  const line = await doctorLine();
  assert.equal(line?.state, 'fail');
  const since = new Date(due_at).toISOString();
  assert.equal(line?.what, `7 overdue: ${subscribed[0]} since ${since}`);
  const { code, out } = await kassa(['verify'], where);
  assert.equal(code, 1);
  assert.match(out, /WRONG what is due has been done/);
  assert.match(out, new RegExp(`${subscribed[6]} is due since 20`));
});

test('/metrics says for how long, by mode; /readyz warns of live stores and stays in service', async () => {
  const waits = (mode: string, seconds: number) =>
    until(async () => Math.abs((await overdueSeconds(mode)) - seconds) < 1, `${mode} ${seconds}`);
  await waits('test', (NOW - due_at) / 1_000);
  assert.equal(await overdueSeconds('live'), 0);
  assert.deepEqual(await readyz(), { status: 'ready' });
  const { store_id } = await store.must('GET /get-store');
  const setMode = (mode: string) =>
    change(`UPDATE stores SET mode = '${mode}' WHERE store_id = '${store_id}'`);
  await setMode('live');
  await waits('live', (NOW - due_at) / 1_000);
  assert.deepEqual(await readyz(), {
    status: 'ready',
    warning:
      `renewals of live stores are overdue by ${OVERDUE_HOURS} h: ` +
      'the log says why ("unresolved", or "job failed")',
  });
  await setMode('test');
});

test('mended, they are carried out, and nobody is told any more', async () => {
  await mendRenewals();
  shop.now += 60_001; // Those that were tried just now are tried again after a minute.
  await shop.runJob('due');
  const { items } = await store.must('GET /get-attention');
  assert.deepEqual(items, []);
  assert.equal(await doctorLine(), undefined);
  const { out } = await kassa(['verify'], where);
  assert.match(out, /ok {4}what is due has been done/);
  await until(async () => (await overdueSeconds('test')) === 0, 'nothing is overdue');
});
