import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../harness/shop.ts';
import { answering, startReceiver } from '../../stand-ins/receiver.ts';

// Endpoints that are given up, what becomes of what waits for them, and what is forgotten.

const DAY_MS = 86_400_000;

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

interface Delivery {
  status: string;
  sequence: number;
  attempts: number;
  next_attempt_at: string | null;
}

async function withEndpoint() {
  const store = await shop.openStore();
  const { must } = store;
  const receiver = await startReceiver();
  const { webhook_id } = await must('POST /create-webhook', { url: receiver.url });
  const deliveries = async (): Promise<Delivery[]> =>
    (await must('GET /list-webhook-deliveries', { webhook_id, limit: 100 })).data;
  const endpoint = async () => (await must('GET /list-webhooks')).data[0];
  const enable = () => must('POST /update-webhook', { webhook_id, status: 'enabled' });
  const attemptsOf = (all: Delivery[]) => all.reduce((sum, { attempts }) => sum + attempts, 0);
  /** To the next instant at which something is due, and until it was tried; false when nothing is. */
  const nextTry = async (): Promise<boolean> => {
    const before = await deliveries();
    const due = before.flatMap(({ next_attempt_at }) =>
      next_attempt_at === null ? [] : Date.parse(next_attempt_at),
    );
    if (due.length === 0 || (await endpoint()).status !== 'enabled') return false;
    shop.now = Math.max(shop.now, Math.min(...due));
    await shop.runJob('webhooks');
    assert.ok(attemptsOf(await deliveries()) > attemptsOf(before), 'it was tried');
    return true;
  };
  /** Something happens, and was tried once. */
  const happens = async (): Promise<void> => {
    const before = attemptsOf(await deliveries());
    await store.sell();
    await shop.runJob('webhooks');
    assert.ok(attemptsOf(await deliveries()) > before, 'it was tried');
  };
  const sequences = () => receiver.received.map(({ body }) => JSON.parse(body).sequence);
  const disabledInLog = () =>
    shop.log_lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.webhook_id === webhook_id && line.event === 'webhook disabled');
  return {
    ...store,
    ...{ receiver, webhook_id, deliveries, endpoint, enable, nextTry, happens },
    ...{ sequences, disabledInLog },
  };
}

test('410 disables at once, with the reason, in the list and in the log; nothing more is sent', async () => {
  const { sell, receiver, endpoint, disabledInLog, store_id, webhook_id } = await withEndpoint();
  receiver.answer = answering(410);
  await sell();
  await shop.runJob('webhooks');
  assert.equal((await endpoint()).status, 'disabled');
  const at = new Date(shop.now).toISOString();
  const { disabled_reason, failing_since } = await endpoint();
  assert.deepEqual([disabled_reason, failing_since], ['gone', at]);
  const [line, ...more] = disabledInLog();
  assert.deepEqual(more, []);
  const { level, store_id: of_store, reason } = line;
  assert.deepEqual([level, of_store, reason], ['error', store_id, 'gone']);
  receiver.answer = answering(200);
  shop.now += DAY_MS;
  await sell();
  await receiver.gotNoMore(shop);
  assert.equal(receiver.received.length, 1);
  assert.ok(webhook_id);
});

test('enabled after a 410 it goes on where it stopped: nothing is lost, also not what was answered with 410', async () => {
  const { sell, receiver, endpoint, enable, sequences } = await withEndpoint();
  receiver.answer = answering(410);
  await sell();
  await shop.runJob('webhooks');
  assert.equal((await endpoint()).status, 'disabled');
  await sell();
  receiver.answer = answering(200);
  receiver.received = [];
  const { status, disabled_reason, failing_since } = await enable();
  assert.deepEqual([status, disabled_reason, failing_since], ['enabled', null, null]);
  await receiver.got(2);
  await receiver.gotNoMore(shop);
  assert.deepEqual(sequences().toSorted(), [1, 2]);
});

test('an endpoint that takes nothing for three days is disabled, is logged, and goes on where it stopped', async () => {
  const { sell, receiver, endpoint, enable, nextTry, happens, sequences, disabledInLog } =
    await withEndpoint();
  receiver.answer = answering(500);
  const start = shop.now;
  await happens();
  while (shop.now < start + 2 * DAY_MS) assert.ok(await nextTry());
  await happens();
  while (await nextTry()) assert.ok(shop.now <= start + 4 * DAY_MS, 'by the fourth day');
  const { status, disabled_reason, failing_since } = await endpoint();
  assert.deepEqual([status, disabled_reason], ['disabled', 'failing']);
  assert.equal(failing_since, new Date(start).toISOString());
  assert.ok(shop.now - start > 2.5 * DAY_MS, 'not before the third day');
  assert.deepEqual(
    disabledInLog().map(({ level, reason }) => [level, reason]),
    [['error', 'failing']],
  );
  await sell();
  shop.now += 10 * DAY_MS;
  receiver.answer = answering(200);
  receiver.received = [];
  await receiver.gotNoMore(shop);
  await enable();
  await receiver.got(3);
  await receiver.gotNoMore(shop);
  assert.deepEqual(sequences().toSorted(), [1, 2, 3], 'nothing is lost');
});

test('an endpoint that takes nothing for three days is disabled though only one thing happened', async () => {
  const { receiver, endpoint, enable, nextTry, happens, sequences } = await withEndpoint();
  receiver.answer = answering(500);
  const start = shop.now;
  await happens();
  while (await nextTry()) assert.ok(shop.now <= start + 4 * DAY_MS);
  assert.ok(receiver.received.length >= 15, `${receiver.received.length} tries`);
  shop.now = Math.max(shop.now, start + 3 * DAY_MS);
  await receiver.gotNoMore(shop);
  const { status, disabled_reason } = await endpoint();
  assert.deepEqual([status, disabled_reason], ['disabled', 'failing']);
  receiver.answer = answering(200);
  receiver.received = [];
  await enable();
  await receiver.got(1);
  assert.deepEqual(sequences(), [1]);
});

test('an endpoint that takes other things is not disabled; what it refused for three days has failed', async () => {
  const { receiver, endpoint, nextTry, happens, deliveries } = await withEndpoint();
  receiver.answer = (response, { body }) =>
    response.writeHead(JSON.parse(body).sequence === 1 ? 500 : 200).end();
  const start = shop.now;
  await happens();
  for (let day = 1; await nextTry(); ) {
    if (shop.now < start + day * DAY_MS) continue;
    await happens();
    day += 1;
  }
  const { status, disabled_reason } = await endpoint();
  assert.deepEqual([status, disabled_reason], ['enabled', null]);
  const all = await deliveries();
  const first = all.at(-1);
  assert.deepEqual([first?.sequence, first?.status, first?.next_attempt_at], [1, 'failed', null]);
  assert.ok(Number(first?.attempts) >= 15, `${first?.attempts} attempts`);
  assert.ok(all.length > 1 && all.slice(0, -1).every((one) => one.status === 'delivered'));
});

test('deliveries are forgotten after thirty days, but not those that still wait', async () => {
  const { receiver, deliveries, happens, enable, must, webhook_id } = await withEndpoint();
  const statuses = async () => (await deliveries()).map(({ status }) => status);
  await happens();
  receiver.answer = answering(500);
  await happens();
  await must('POST /update-webhook', { webhook_id, status: 'disabled' });
  shop.now += 30 * DAY_MS - 1;
  await shop.runJob('tidy');
  assert.deepEqual(await statuses(), ['pending', 'delivered']);
  shop.now += 1;
  await shop.runJob('tidy');
  assert.deepEqual(await statuses(), ['pending']);
  receiver.answer = answering(200);
  await enable();
  await shop.runJob('webhooks');
  assert.deepEqual(await statuses(), ['delivered']);
  assert.equal(receiver.received.length, 3);
});

test('the deliveries of a deleted endpoint are forgotten, and those of another stay', async () => {
  const { must, happens, receiver, deliveries, webhook_id } = await withEndpoint();
  const other = await startReceiver();
  await must('POST /create-webhook', { url: other.url });
  receiver.answer = answering(500);
  await happens();
  await other.got(1);
  await must('DELETE /delete-webhook', { webhook_id });
  assert.equal((await deliveries()).length, 1);
  await shop.runJob('tidy');
  assert.equal((await deliveries()).length, 0);
  assert.equal((await must('GET /list-webhook-deliveries')).data.length, 1);
});

test('more than a batch is forgotten, and what is not over stays', async () => {
  const own = await startShop({ webhook_allow: ['127.0.0.0/8'] });
  const { must, sell } = await own.openStore(own);
  const receiver = await startReceiver();
  await must('POST /create-webhook', { url: receiver.url });
  const count = async () => {
    const sql = 'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE status <> :status';
    const [row] = await own.db.reader(null).all<{ count: number }>(sql, { status: 'pending' });
    return Number(row?.count);
  };
  for (let n = 0; n < 520; n++) await sell();
  await own.runJob('webhooks');
  assert.equal(await count(), 520, 'all are delivered');
  own.now += 30 * DAY_MS;
  await sell();
  await own.runJob('webhooks');
  assert.equal(await count(), 521, 'one more is delivered');
  await own.runJob('tidy');
  assert.equal(await count(), 1);
});
