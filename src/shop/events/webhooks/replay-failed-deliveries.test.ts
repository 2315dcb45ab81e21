import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';
import { answering, startReceiver } from '../../../../test/stand-ins/receiver.ts';

const OP = 'POST /replay-failed-deliveries';
const DAY_MS = 86_400_000;
const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

/** A store whose endpoint answers with 500, and so many deliveries that failed once. */
async function withFailed(count: number) {
  const store = await shop.openStore();
  const receiver = await startReceiver();
  receiver.answer = answering(500);
  const { webhook_id } = await store.must('POST /create-webhook', { url: receiver.url });
  const list = async (more: object = {}) =>
    (await store.must('GET /list-webhook-deliveries', { webhook_id, limit: 100, ...more })).data;
  const tried = () =>
    until(
      async () => (await list()).every(({ attempts }: { attempts: number }) => attempts > 0),
      'all were tried',
    );
  for (let n = 0; n < count; n++) await store.product();
  await receiver.got(count);
  await tried();
  return { ...store, receiver, webhook_id, list, tried };
}

test('200: what waits for its next attempt is sent now, each once; a second call finds nothing', async () => {
  const { must, receiver, webhook_id, list } = await withFailed(3);
  receiver.answer = answering(200);
  await receiver.gotNoMore(shop);
  const answer = await must(OP, { webhook_id });
  assert.deepEqual(answer, { object: 'failed_replay', webhook_id, replayed: 3, more_left: false });
  await receiver.got(6);
  await until(async () => (await list({ status: 'delivered' })).length === 3, 'all are delivered');
  assert.equal((await must(OP, { webhook_id })).replayed, 0);
  await receiver.gotNoMore(shop);
  assert.equal((await list()).length, 3, 'they are the same deliveries');
});

test('200: what was given up is tried again, for three days from now', async () => {
  const { must, receiver, webhook_id, list } = await withFailed(1);
  const [{ delivery_id }] = await list();
  const sql = `UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL
    WHERE store_id = :store_id AND delivery_id = :delivery_id`;
  const { store_id } = await must('GET /get-store');
  await shop.db.write({ store_id }, async (tx) => tx.run(sql, { delivery_id }));
  const began = shop.now;
  shop.now += 20 * DAY_MS;
  assert.equal((await must(OP, { webhook_id })).replayed, 1);
  await receiver.got(2);
  await until(async () => (await list())[0].attempts === 2, 'it was tried');
  const [after] = await list();
  assert.equal(after.status, 'pending');
  assert.equal(after.created_at, new Date(shop.now).toISOString());
  shop.now = began;
});

test('200: calls at the same time send each delivery once', async () => {
  const { ask, receiver, webhook_id, list } = await withFailed(4);
  receiver.answer = answering(200);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(OP, { webhook_id })));
  const replayed = answers.map(({ body }) => body.replayed).reduce((a, b) => a + b, 0);
  assert.equal(replayed, 4);
  await until(async () => (await list({ status: 'delivered' })).length === 4, 'all are delivered');
  await receiver.gotNoMore(shop);
  assert.equal(receiver.received.length, 8);
});

test('200: only what was first sent in a range of time', async () => {
  const began = shop.now;
  const { must, receiver, webhook_id, product, tried } = await withFailed(1);
  shop.now += 2 * DAY_MS;
  await product();
  await until(() => receiver.received.length >= 2, 'the second was sent');
  await tried();
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const replay = async (range: object) => (await must(OP, { webhook_id, ...range })).replayed;
  assert.equal(await replay({ until: day(began - DAY_MS) }), 0);
  assert.equal(await replay({ since: day(shop.now + DAY_MS) }), 0);
  assert.equal(await replay({ since: day(shop.now), until: day(shop.now) }), 1);
  shop.now = began;
});

test('404 webhook_not_found: none, a deleted one, or one of another store', async () => {
  const { ask, must, webhook_id } = await withFailed(0);
  const other = await withFailed(0);
  const missing = await ask(OP, { webhook_id: 'wh_nothing' });
  assertRefused(missing, 404, 'webhook_not_found', []);
  await must('DELETE /delete-webhook', { webhook_id });
  for (const one of [webhook_id, other.webhook_id]) {
    assert.deepEqual(errorOf(await ask(OP, { webhook_id: one })), errorOf(missing));
  }
});

test('400 webhook_unavailable: it is switched off; nothing is stored', async () => {
  const { ask, must, webhook_id } = await withFailed(1);
  await must('POST /update-webhook', { webhook_id, status: 'disabled' });
  const before = await shop.everything();
  assertRefused(await ask(OP, { webhook_id }), 400, 'webhook_unavailable', ['webhook_id']);
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: a range that ends before it begins, and what is no time', async () => {
  const { ask, webhook_id } = await withFailed(0);
  const refused = async (range: object, names: string[]) =>
    assertRefused(await ask(OP, { webhook_id, ...range }), 400, 'invalid_parameters', names);
  await refused({ since: '2026-11-15', until: '2026-11-14' }, ['until']);
  await refused({ since: 'yesterday' }, ['since']);
  await refused({ until: 7 }, ['until']);
});
