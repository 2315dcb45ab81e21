import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';
import {
  answering,
  type Receiver,
  signatureOf,
  startReceiver,
} from '../../../../test/stand-ins/receiver.ts';
import { newEventId } from '../../../platform/core/event-ids.ts';

const OP = 'POST /replay-event';

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

/** A store in which something happened, and then an endpoint was made. */
async function withEvent() {
  const store = await shop.openStore();
  const { must } = store;
  await store.sell();
  const [event] = (await must('GET /list-events')).data;
  const endpoint = async (more: object = {}) => {
    const receiver = await startReceiver();
    const made = await must('POST /create-webhook', { url: receiver.url, ...more });
    return { receiver, ...made };
  };
  return { ...store, event, event_id: event.event_id as string, endpoint };
}

test('200: to one endpoint, also of an event from before it was made; the whole answer', async () => {
  const { must, event, event_id, endpoint, advance, toldTypes } = await withEvent();
  const { receiver, webhook_id, secret } = await endpoint();
  await advance('P1D');
  await toldTypes();
  const answer = await must(OP, { event_id, webhook_id });
  const delivery = {
    delivery_id: answer.deliveries[0].delivery_id,
    object: 'webhook_delivery',
    webhook_id,
    event_id,
    event_type: 'product.created',
    sequence: 1,
    status: 'pending',
    attempts: 0,
    response_status: null,
    response_body: null,
    duration_ms: null,
    error: null,
    last_attempt_at: null,
    next_attempt_at: '2026-11-14T09:30:00.000Z',
    delivered_at: null,
    created_at: '2026-11-14T09:30:00.000Z',
  };
  assert.deepEqual(answer, { object: 'replay', event_id, deliveries: [delivery] });
  const [received] = await receiver.got(1);
  assert.ok(received);
  assert.deepEqual(JSON.parse(received.body), event);
  assert.equal(received.headers['webhook-id'], event_id);
  assert.equal(received.headers['webhook-signature'], signatureOf(received, secret));
  assert.deepEqual(await toldTypes(), [], 'a replay is no event');
});

test('200: again and again, each time with the same webhook-id and a delivery of its own', async () => {
  const { must, sell, endpoint } = await withEvent();
  const { receiver, webhook_id } = await endpoint();
  await sell();
  const [first] = await receiver.got(1);
  const event_id = first?.headers['webhook-id'];
  for (let n = 2; n <= 4; n++) {
    await must(OP, { event_id, webhook_id });
    const received = await receiver.got(n);
    assert.equal(received.at(-1)?.headers['webhook-id'], event_id);
    assert.equal(received.at(-1)?.body, first?.body);
  }
  const { data } = await must('GET /list-webhook-deliveries', { event_id });
  const ids = data.map(({ delivery_id }: { delivery_id: string }) => delivery_id);
  assert.equal(new Set(ids).size, 4);
});

test('200: without webhook_id to all that want its type, and not to those that are disabled', async () => {
  const { must, event_id, endpoint } = await withEvent();
  const all = await endpoint();
  const wanting = await endpoint({ events: ['license.created', 'product.created'] });
  const other = await endpoint({ events: ['product.updated'] });
  const off = await endpoint();
  const deleted = await endpoint();
  await must('POST /update-webhook', { webhook_id: off.webhook_id, status: 'disabled' });
  await must('DELETE /delete-webhook', { webhook_id: deleted.webhook_id });
  const { deliveries } = await must(OP, { event_id });
  const ids = deliveries.map(({ webhook_id }: { webhook_id: string }) => webhook_id);
  assert.deepEqual(ids.toSorted(), [all.webhook_id, wanting.webhook_id].toSorted());
  await all.receiver.got(1);
  await wanting.receiver.got(1);
  await all.receiver.gotNoMore(shop);
  for (const { receiver } of [other, off, deleted]) assert.equal(receiver.received.length, 0);
});

test('200: an endpoint that is named gets it whatever it wants', async () => {
  const { must, event_id, endpoint } = await withEvent();
  const { receiver, webhook_id } = await endpoint({ events: ['product.updated'] });
  await must(OP, { event_id, webhook_id });
  await receiver.got(1);
  assert.deepEqual(receiver.types, ['product.created']);
});

test('200: without any endpoint nothing is sent, and the answer says so', async () => {
  const { must, event_id } = await withEvent();
  assert.deepEqual(await must(OP, { event_id }), { object: 'replay', event_id, deliveries: [] });
});

test('200: one that failed is tried again like any other', async () => {
  const { must, event_id, endpoint } = await withEvent();
  const { receiver, webhook_id } = await endpoint();
  receiver.answer = answering(500);
  await must(OP, { event_id, webhook_id });
  const list = () => must('GET /list-webhook-deliveries', { webhook_id });
  await until(async () => (await list()).data[0].attempts === 1, 'it was tried');
  receiver.answer = answering(200);
  shop.now += 6_000;
  await receiver.got(2);
  await receiver.gotNoMore(shop);
});

test('200: with the same Idempotency-Key it is sent once, and the answer is given again', async () => {
  const { ask, event_id, endpoint } = await withEvent();
  const { receiver, webhook_id } = await endpoint();
  const headers = { 'idempotency-key': 'replay-1' };
  const first = await ask(OP, { event_id, webhook_id }, headers);
  await receiver.got(1);
  const again = await ask(OP, { event_id, webhook_id }, headers);
  assert.deepEqual([first.status, again.body], [200, first.body]);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  await receiver.gotNoMore(shop);
});

test('200: the replay of an early event, while a hundred later ones about its record wait, holds up nothing', async () => {
  const { must, sell, endpoint } = await withEvent();
  const made: { receiver: Receiver; webhook_id: string } = await endpoint();
  const { receiver, webhook_id } = made;
  const gate = Promise.withResolvers<void>();
  receiver.answer = async (response) => {
    await gate.promise;
    response.writeHead(200).end();
  };
  const product_id = await sell();
  const [first] = await receiver.got(1);
  for (let n = 1; n <= 100; n++) await must('POST /update-product', { product_id, name: `v${n}` });
  const pending = () =>
    must('GET /list-webhook-deliveries', { webhook_id, status: 'pending', limit: 100 });
  await until(async () => (await pending()).has_more, 'all of them wait');
  shop.now += 10;
  await must(OP, { event_id: first?.headers['webhook-id'], webhook_id });
  gate.resolve();
  const twice = await receiver.got(1 + 100 + 1);
  const updates = twice
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === 'product.updated');
  assert.deepEqual(
    updates.map(({ data }) => data.name),
    Array.from({ length: 100 }, (_, n) => `v${n + 1}`),
    'those that are not replays arrive in order',
  );
  await until(async () => (await pending()).data.length === 0, 'nothing waits');
});

test('404 event_not_found: none, a guessed one, or one of another store, which is the same', async () => {
  const { ask, event_id, endpoint } = await withEvent();
  const { webhook_id } = await endpoint();
  const other = await withEvent();
  const before = await shop.everything();
  const missing = await ask(OP, { event_id: 'evt_nothing' });
  assertRefused(missing, 404, 'event_not_found', []);
  const guessed = [
    newEventId(1),
    newEventId(2),
    event_id.toUpperCase(),
    `${event_id} `,
    other.event_id,
  ];
  for (const one of guessed) {
    for (const input of [{ event_id: one }, { event_id: one, webhook_id }]) {
      assert.deepEqual(errorOf(await ask(OP, input)), errorOf(missing));
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400 webhook_unavailable: it is disabled, deleted, of another store or none; nothing is stored', async () => {
  const { ask, must, event_id, endpoint } = await withEvent();
  const off = await endpoint();
  const deleted = await endpoint();
  const theirs = await (await withEvent()).endpoint();
  await must('POST /update-webhook', { webhook_id: off.webhook_id, status: 'disabled' });
  await must('DELETE /delete-webhook', { webhook_id: deleted.webhook_id });
  const before = await shop.everything();
  const disabled = await ask(OP, { event_id, webhook_id: off.webhook_id });
  assertRefused(disabled, 400, 'webhook_unavailable', ['webhook_id']);
  const missing = await ask(OP, { event_id, webhook_id: 'wh_nothing' });
  assertRefused(missing, 400, 'webhook_unavailable', ['webhook_id']);
  for (const { webhook_id } of [deleted, theirs]) {
    assert.deepEqual(errorOf(await ask(OP, { event_id, webhook_id })), errorOf(missing));
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or odd is named; 403: a key that may only read sends nothing', async () => {
  const { ask, event_id } = await withEvent();
  const before = await shop.everything();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['event_id']);
  for (const value of [7, ['x']]) {
    assertRefused(await ask(OP, { event_id: value }), 400, 'invalid_parameters', ['event_id']);
    const named = await ask(OP, { event_id, webhook_id: value });
    assertRefused(named, 400, 'invalid_parameters', ['webhook_id']);
  }
  assertRefused(await ask(OP, { event_id, sequence: 1 }), 400, 'unknown_parameter', ['sequence']);
  assert.equal(await shop.everything(), before);
  const { api_key: key } = await shop.makeKey('read');
  assertRefused(await shop.call(OP, { event_id }, { key }), 403, 'api_key_scope');
});
