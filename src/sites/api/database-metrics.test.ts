import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { mailServerAt } from '../../../test/stand-ins/mail-server.ts';
import { backup } from '../../commands/backup.ts';
import { createOutput } from '../../commands/output.ts';
import { readSettings } from '../../platform/machine/settings.ts';
import { createStateReader } from '../../shop/insight/attention/installation-state.ts';
import { WAITING_STATEMENTS } from '../../shop/insight/attention/waiting.sql.ts';
import { noteBackup } from '../../shop/store/backup.sql.ts';
import { createDatabaseMetrics } from './database-metrics.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ webhook_allow: ['127.0.0.0/8'], mail_server: mailServerAt(9) });
});

const CERTIFICATE_ENDS_AT = Date.parse('2027-01-01T00:00:00Z');

/** Read anew, as after five seconds. */
async function figures(): Promise<Map<string, number>> {
  const lines = await createDatabaseMetrics({
    db: shop.db,
    storage: { problem: () => undefined },
    ...{ readState: createStateReader(shop.db, () => shop.now), makesBackups: () => true },
    certificateEndsAt: () => CERTIFICATE_ENDS_AT,
    jobFigures: () => [],
  })();
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const [name = '', value] = line.split(' ');
      return name === '#' ? [] : [[name, Number(value)]];
    }),
  );
}

test('what waits is counted, of all stores, and the newest backup is told', async () => {
  const none = await figures();
  for (const name of ['payments_pending', 'webhook_deliveries_waiting', 'mails_waiting']) {
    assert.equal(none.get(`kassa_${name}`), 0, name);
  }
  assert.equal(none.get('kassa_last_backup_timestamp_seconds'), 0);
  // Nobody listens there.
  const hook = await shop.call('POST /create-webhook', { url: 'https://127.0.0.1:9/hook' });
  assert.equal(hook.status, 200, hook.text);
  for (const name of ['one', 'two']) {
    const answer = await shop.call('POST /create-product', {
      ...{ name, description: '', price: 5, currency: 'USD' },
    });
    assert.equal(answer.status, 200);
  }
  await shop.db.write(null, async (tx) =>
    noteBackup(tx, {
      ...{ made_at: 1_700_000_000_000, place: 'there', bytes: 1, made_by: 'command' },
    }),
  );
  const made_at = Date.now() + 9e9; // The clock was wrong then: it says nothing of how old it is.
  await shop.db.write(null, async (tx) =>
    noteBackup(tx, { made_at, place: 'there', bytes: 1, made_by: 'command' }),
  );
  const waiting = async () => (await figures()).get('kassa_webhook_deliveries_waiting') === 2;
  await until(waiting, 'two deliveries wait');
  const some = await figures();
  assert.equal(some.get('kassa_last_backup_timestamp_seconds'), 1_700_000_000);
  assert.ok((some.get('kassa_commit_writes_count') ?? 0) > 0);
  assert.ok((some.get('kassa_commit_duration_seconds_sum') ?? 0) > 0);
  assert.equal(some.get('kassa_storage_writable'), 1);
});

const figure = async (name: string): Promise<number> => (await figures()).get(name) ?? Number.NaN;

test('a payment that the provider has not answered is pending until it has', async () => {
  const store = await shop.openStore();
  const product_id = await store.product();
  const { checkout_session_id } = await store.create({ product_id });
  await store.setFault('unavailable');
  await store.ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays });
  assert.equal(await figure('kassa_payments_pending'), 1);
  await store.setFault(undefined);
  shop.now += 3_600_000;
  await shop.runJob('due');
  assert.equal(await figure('kassa_payments_pending'), 0);
});

test('mails that the mail server does not take are waiting', async () => {
  const before_them = await figure('kassa_mails_waiting');
  for (const to of ['ada@example.com', 'bob@example.com']) {
    assert.equal((await shop.call('POST /send-test-mail', { to })).status, 200);
  }
  await shop.runJob('mails');
  assert.equal(await figure('kassa_mails_waiting'), before_them + 2);
});

test('the age of a backup that was made 90 seconds ago is 90 seconds', async () => {
  const { data_dir, database_url } = shop.place;
  const settings = readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url });
  const folder = join(data_dir, 'backups');
  const asked = { folder, noted: undefined, full: false, quick: true, keep: undefined };
  const terminal = { write: () => {}, is_terminal: false };
  await backup(
    shop.db,
    settings,
    { ...asked, clock: () => shop.now, terminal },
    createOutput(true, () => {}),
  );
  shop.now += 90_000;
  const made_at = await figure('kassa_last_backup_timestamp_seconds');
  assert.equal(shop.now / 1000 - made_at, 90);
});

test('every write is counted, and so are the commits that they share and their time', async () => {
  const many = 64;
  const write = (made_at: number) =>
    shop.db.write(null, async (tx) =>
      noteBackup(tx, { made_at, place: 'there', bytes: 1, made_by: 'command' }),
    );
  const counted = async () => {
    const all = await figures();
    const of = (name: string) => all.get(`kassa_commit_${name}`) ?? Number.NaN;
    assert.equal(of('duration_seconds_count'), of('writes_count'));
    return {
      writes: of('writes_sum'),
      commits: of('writes_count'),
      large: of('writes_count') - of('writes_bucket{le="32"}'),
      seconds: of('duration_seconds_sum'),
    };
  };
  const first = await counted();
  for (let at = 0; at < many; at++) await write(at);
  const second = await counted();
  // Jobs may write too.
  assert.ok(second.writes - first.writes >= many);
  assert.ok(second.commits - first.commits >= many);
  assert.ok(second.seconds > first.seconds);
  await Promise.all(Array.from({ length: many }, (_, at) => write(many + at)));
  const third = await counted();
  assert.ok(third.writes - second.writes >= many);
  assert.ok(third.commits - second.commits < many);
  assert.ok(third.large > second.large, 'one commit had more than 32 writes');
});

test('/metrics has them, as gauges and histograms of Prometheus', async () => {
  const read = async () => (await shop.send({ method: 'GET', path: '/metrics' })).text;
  const now = await figures();
  assert.equal(now.get('kassa_webhook_deliveries_waiting'), 2);
  for (const name of [
    'webhook_deliveries_waiting',
    'mails_waiting',
    'last_backup_timestamp_seconds',
  ]) {
    const line = `\nkassa_${name} ${now.get(`kassa_${name}`)}\n`;
    await until(async () => (await read()).includes(line), line);
  }
  const text = await read();
  for (const [name, type] of [
    ['kassa_payments_pending', 'gauge'],
    ['kassa_mails_waiting', 'gauge'],
    ['kassa_commit_writes', 'histogram'],
    ['nodejs_eventloop_delay_max_seconds', 'gauge'],
  ] as const) {
    assert.equal(text.split(`# TYPE ${name} ${type}\n`).length, 2, name);
  }
  assert.match(text, /kassa_commit_duration_seconds_bucket\{le="\+Inf"\} \d+/);
  for (const line of text.trim().split('\n')) {
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]+\})? -?[\d.e+-]+)$/);
  }
});

test('webhooks that were switched off, a scheduled backup that failed, and the end of the certificate are told', async () => {
  assert.equal(await figure('kassa_webhooks_disabled'), 0);
  assert.equal(await figure('kassa_backup_failed'), 0);
  assert.equal(await figure('kassa_certificate_ends_timestamp_seconds'), CERTIFICATE_ENDS_AT / 1e3);
  await shop.db.write(null, async (tx) => {
    await tx.run(`UPDATE webhooks SET disabled_at = 1, disabled_reason = 'gone'`);
    await tx.run(`UPDATE backup_schedule SET problem = 'the disk is not there'`);
  });
  assert.equal(await figure('kassa_webhooks_disabled'), 1);
  assert.equal(await figure('kassa_backup_failed'), 1);
});

test('docs/alerts.yml names only figures that /metrics has', async () => {
  const { text } = await shop.send({ method: 'GET', path: '/metrics' });
  const rules = readFileSync(new URL('../../../docs/alerts.yml', import.meta.url), 'utf8');
  const exprs = rules.match(/(?<= expr: ).+/g) ?? [];
  assert.ok(exprs.length > 10);
  for (const name of exprs.join('\n').match(/\b(kassa|nodejs|process)_\w+/g) ?? []) {
    const family = name.replace(/_bucket$/, '');
    assert.ok(text.includes(`# TYPE ${family} `), name);
  }
});

test('counting what waits reads nothing else: each has an index of its own', async () => {
  if (!shop.place.one_server) return; // PostgreSQL has the same indexes and decides by size.
  for (const [name, sql] of Object.entries(WAITING_STATEMENTS)) {
    const plan = await shop.db.reader(null).all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    const text = plan.map(({ detail }) => detail).join('; ');
    assert.match(
      text,
      /transactions_pending|webhook_deliveries_due|webhook_deliveries_untried|mails_due/,
      `${name}: ${text}`,
    );
  }
});
