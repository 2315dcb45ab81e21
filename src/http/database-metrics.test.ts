import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { WAITING_STATEMENTS } from '../attention/waiting.sql.ts';
import { noteBackup } from '../stores/backup.sql.ts';
import { createDatabaseMetrics } from './database-metrics.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
});

/** Read anew, as after five seconds. */
async function figures(): Promise<Map<string, number>> {
  const lines = await createDatabaseMetrics({
    db: shop.db,
    storage: { problem: () => undefined },
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
  const waiting = async () => (await figures()).get('kassa_webhook_deliveries_waiting') === 2;
  await until(waiting, 'two deliveries wait');
  const some = await figures();
  assert.equal(some.get('kassa_last_backup_timestamp_seconds'), 1_700_000_000);
  assert.ok((some.get('kassa_commit_writes_count') ?? 0) > 0);
  assert.ok((some.get('kassa_commit_duration_seconds_sum') ?? 0) > 0);
  assert.equal(some.get('kassa_storage_writable'), 1);
});

test('/metrics has them, as gauges and histograms of Prometheus', async () => {
  const { text } = await shop.send({ method: 'GET', path: '/metrics' });
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
