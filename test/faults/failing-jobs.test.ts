import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/platform/core/time.ts';
import { kassa } from '../harness/kassa-command.ts';
import { startShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

// The job that renews subscriptions fails at every run: who is told, and until when?

const NOW = Date.now();
const shop = await startShop();
shop.now = NOW - 34 * DAY_MS;
const { data_dir, database_url } = shop.place;
const where = { KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
const store = await shop.openStore();
await store.subscribe(await store.plan());

const change = async (...statements: string[]) =>
  shop.db.write(null, async (tx) => {
    for (const sql of statements) await tx.run(sql);
  });
const breakSubscriptions = () =>
  database_url === undefined
    ? change(`CREATE TRIGGER stuck BEFORE UPDATE ON subscriptions
        BEGIN SELECT RAISE(ABORT, 'it is stuck'); END`)
    : change(
        `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE 'it is stuck'; END $$`,
        `CREATE TRIGGER stuck BEFORE UPDATE ON subscriptions
          FOR EACH ROW EXECUTE FUNCTION stuck()`,
      );
const mend = () =>
  database_url === undefined
    ? change('DROP TRIGGER stuck')
    : change('DROP TRIGGER stuck ON subscriptions', 'DROP FUNCTION stuck()');

const failingJobs = async (): Promise<{ record_id: string; at: string; message: string }[]> =>
  (await store.must('GET /get-attention')).items.filter(
    ({ kind }: { kind: string }) => kind === 'failing_job',
  );
const doctorLine = async () => {
  const { out } = await kassa(['doctor', '--json'], where);
  const { findings }: { findings: { about: string; state: string; what: string }[] } =
    JSON.parse(out);
  return findings.find(({ about }) => about === 'job due');
};
const get = async (path: string) => shop.send({ method: 'GET', path });
const metric = async (name: string): Promise<number | undefined> => {
  const found = new RegExp(`^${name}\\{job="due"\\} (\\S+)$`, 'm').exec(
    (await get('/metrics')).text,
  );
  return found ? Number(found[1]) : undefined;
};
const readyWarning = async (): Promise<string | undefined> => (await get('/readyz')).body.warning;
/** It is written down beside the runs. */
const untilTold = (number: number) =>
  until(async () => (await failingJobs()).length === number, `${number} failing jobs are told`);

test('a job that fails for the first time is counted, and nobody is called', async () => {
  assert.equal(await metric('kassa_job_failures_total'), undefined);
  await breakSubscriptions();
  shop.now = NOW - 11 * MINUTE_MS;
  await shop.runJob('due');
  assert.ok(Number(await metric('kassa_job_failures_total')) >= 1);
  assert.deepEqual(await failingJobs(), []);
  assert.equal(await readyWarning(), undefined);
});

test('after ten minutes attention, doctor, /readyz and /metrics name it, with the error', async () => {
  shop.now = NOW;
  await shop.runJob('due');
  await untilTold(1);
  const [item] = await failingJobs();
  assert.equal(item?.record_id, 'due');
  assert.match(item?.message ?? '', /it is stuck/);
  assert.equal(Date.parse(item?.at ?? ''), NOW - 11 * MINUTE_MS);
  const line = await doctorLine();
  assert.equal(line?.state, 'fail');
  assert.match(line?.what ?? '', /^has failed at every run since .*it is stuck/);
  assert.equal(await metric('kassa_job_failing_seconds'), 660);
  await until(async () => (await readyWarning()) !== undefined, '/readyz warns');
  assert.match((await readyWarning()) ?? '', /^the job "due" has failed at every run since 20/);
  assert.equal((await get('/readyz')).status, 200);
});

test('a process that has ended says nothing any more, and its rows are removed', async () => {
  const rows = () => shop.db.reader(null).all<{ job: string }>('SELECT job FROM failing_jobs');
  await change(`INSERT INTO failing_jobs (process, job, failing_since, failed_at, valid_until, problem)
    VALUES ('another', 'mails', 0, ${NOW - DAY_MS}, ${NOW - DAY_MS + 1}, 'long ago')`);
  assert.equal((await failingJobs()).length, 1);
  assert.equal((await rows()).length, 2);
  await shop.runJob('tidy');
  assert.deepEqual(
    (await rows()).map(({ job }) => ({ job })),
    [{ job: 'due' }],
  );
});

test('a run that goes through ends it', async () => {
  await mend();
  await shop.runJob('due');
  await untilTold(0);
  assert.equal(await doctorLine(), undefined);
  assert.equal(await metric('kassa_job_failing_seconds'), 0);
  await until(async () => (await readyWarning()) === undefined, '/readyz is silent');
});
