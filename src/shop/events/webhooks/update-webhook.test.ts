import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, NEXT_DAY } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';
import { answering, startReceiver } from '../../../../test/stand-ins/receiver.ts';

const OP = 'POST /update-webhook';

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

/** A store with an endpoint that a receiver of its own listens at. */
async function withEndpoint(more: object = {}) {
  const store = await shop.openStore();
  const receiver = await startReceiver();
  const made = await store.must('POST /create-webhook', { url: receiver.url, ...more });
  const { webhook_id } = made;
  const update = (change: object) => store.must(OP, { webhook_id, ...change });
  /** Something happens that is sent and not taken. */
  const fails = async () => {
    receiver.answer = answering(500);
    await store.sell();
    const list = () => store.must('GET /list-webhook-deliveries', { webhook_id });
    await until(async () => (await list()).data[0]?.attempts === 1, 'it was tried');
  };
  return { ...store, receiver, made, webhook_id, update, fails };
}

test('200: each field is changed for itself, what is not sent stays, and no secret is shown', async () => {
  const { must, advance, made, receiver, update } = await withEndpoint();
  await advance('P1D');
  assert.deepEqual(await update({}), { ...made, secret: null });
  const webhook = { ...made, secret: null, updated_at: NEXT_DAY };
  const events = ['product.updated', 'license.created'];
  assert.deepEqual(await update({ events }), { ...webhook, events });
  const url = `${receiver.url}/2`;
  assert.deepEqual(await update({ url }), { ...webhook, events, url });
  const off = { status: 'disabled', disabled_reason: 'seller' };
  assert.deepEqual(await update({ status: 'disabled' }), { ...webhook, events, url, ...off });
  assert.deepEqual(await update({ status: 'disabled' }), { ...webhook, events, url, ...off });
  assert.deepEqual(await update({ status: 'enabled' }), { ...webhook, events, url });
  assert.deepEqual(await update({ events: null }), { ...webhook, url });
  const { secret: _, ...listed } = { ...webhook, url };
  assert.deepEqual((await must('GET /list-webhooks')).data, [listed]);
});

test('200: what is sent from then on goes to the new address, also what waited for the old one', async () => {
  const { sell, receiver, update, fails } = await withEndpoint();
  await fails();
  const [first] = receiver.received;
  const other = await startReceiver();
  await update({ url: other.url, status: 'disabled' });
  await update({ status: 'enabled' });
  await sell();
  const ids = (await other.got(2)).map(({ headers }) => headers['webhook-id']);
  assert.ok(ids.includes(first?.headers['webhook-id']));
  assert.equal(receiver.received.length, 1);
});

test('200: other events are wanted from then on', async () => {
  const { must, sell, receiver, update } = await withEndpoint({ events: ['product.updated'] });
  const product_id = await sell();
  await must('POST /update-product', { product_id, price: 5 });
  await receiver.got(1);
  await update({ events: ['product.created'] });
  await must('POST /update-product', { product_id, price: 6 });
  await sell();
  await receiver.got(2);
  await receiver.gotNoMore(shop);
  assert.deepEqual(receiver.types, ['product.updated', 'product.created']);
});

test('200: rotate_secret answers another secret, shown once and kept nowhere in plain', async () => {
  const { must, made, webhook_id, ask } = await withEndpoint();
  const headers = { 'idempotency-key': 'rotate-1' };
  const first = await ask(OP, { webhook_id, rotate_secret: true }, headers);
  const { secret } = first.body;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(secret, made.secret);
  const again = await ask(OP, { webhook_id, rotate_secret: true }, headers);
  assert.deepEqual(again.body, first.body, 'with the same Idempotency-Key it is rotated once');
  assert.equal((await must(OP, { webhook_id })).secret, null);
  const stored = await shop.everything();
  for (const one of [secret, made.secret]) assert.ok(!stored.includes(one.slice(6)));
});

test('200: disabled, nothing is sent; enabled, everything that happened meanwhile is, in order', async () => {
  const { must, sell, receiver, update } = await withEndpoint();
  const product_id = await sell();
  await receiver.got(1);
  await update({ status: 'disabled' });
  for (const price of [1, 2, 3]) await must('POST /update-product', { product_id, price });
  await receiver.gotNoMore(shop);
  await update({ status: 'enabled' });
  const received = await receiver.got(4);
  const told = received.map(({ body }) => {
    const { sequence, data } = JSON.parse(body);
    return [sequence, data.price];
  });
  assert.deepEqual(told, [
    [1, 20],
    [2, 1],
    [3, 2],
    [4, 3],
  ]);
});

test('200: enabled again, what waited for its next try is sent at once', async () => {
  const { must, receiver, update, webhook_id, fails } = await withEndpoint();
  await fails();
  await update({ status: 'disabled' });
  receiver.answer = answering(200);
  await receiver.gotNoMore(shop);
  const enabled = await update({ status: 'enabled' });
  assert.deepEqual([enabled.status, enabled.failing_since], ['enabled', null]);
  const [first, second] = await receiver.got(2);
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
  const { data } = await must('GET /list-webhook-deliveries', { webhook_id });
  assert.equal(data.length, 1);
});

test('200: an endpoint whose address is not allowed any more can still be disabled', async () => {
  const own = await startShop({ webhook_allow: ['127.0.0.0/8'] });
  const url = 'http://127.0.0.1:9/hook';
  const { webhook_id } = (await own.call('POST /create-webhook', { url })).body;
  own.options.webhook_allow = [];
  await own.restart();
  const answer = await own.call(OP, { webhook_id, status: 'disabled' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.status, 'disabled');
  const moved = await own.call(OP, { webhook_id, url: 'https://example.com/hook' });
  assert.equal(moved.status, 200, moved.text);
  assertRefused(await own.call(OP, { webhook_id, url }), 400, 'invalid_parameters', ['url']);
});

test('404 webhook_not_found: none, a deleted one, or one of another store, which is the same', async () => {
  const { ask, must, webhook_id } = await withEndpoint();
  const other = await withEndpoint();
  await must('DELETE /delete-webhook', { webhook_id });
  const before = await shop.everything();
  const missing = await ask(OP, { webhook_id: 'wh_nothing', status: 'disabled' });
  assertRefused(missing, 404, 'webhook_not_found', []);
  for (const one of [webhook_id, other.webhook_id]) {
    const answer = await ask(OP, { webhook_id: one, rotate_secret: true });
    assert.deepEqual(errorOf(answer), errorOf(missing));
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is wrong is named, and nothing of it is stored', async () => {
  const { ask, must, webhook_id } = await withEndpoint();
  const live = await shop.makeStore('live');
  const made = { url: 'https://example.com/hook' };
  const { webhook_id: in_live } = (
    await shop.call('POST /create-webhook', made, { key: live.api_key })
  ).body;
  const before = await shop.everything();
  const wrong: [name: string, values: unknown[]][] = [
    ['webhook_id', [7, null]],
    ['url', ['', 7, 'http://8.8.8.8/', 'https://10.0.0.1/', 'https://a:b@example.com/']],
    ['events', [[], 'product.created', ['product'], ['product.created', 'product.created']]],
    ['status', ['', 'deleted', 'ENABLED', true]],
    ['rotate_secret', ['true', 1]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { webhook_id, status: 'disabled', [name]: value });
      assert.equal(`${answer.status} ${answer.body.error?.code}`, '400 invalid_parameters');
      const [{ param }] = answer.body.error.details;
      assert.match(param, new RegExp(`^${name}`), JSON.stringify(value));
    }
  }
  const plain = { webhook_id: in_live, url: 'http://127.0.0.1:3000/' };
  const in_live_store = await shop.call(OP, plain, { key: live.api_key });
  assertRefused(in_live_store, 400, 'invalid_parameters', ['url']);
  const unknown = await ask(OP, { webhook_id, secret: 'whsec_AAAA' });
  assertRefused(unknown, 400, 'unknown_parameter', ['secret']);
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['webhook_id']);
  assert.equal(await shop.everything(), before);
  await must(OP, { webhook_id });
});

test('200: another name and another format, in which the events are named anew', async () => {
  const { must } = await shop.openStore();
  const { webhook_id } = await must('POST /create-webhook', {
    url: 'https://example.com/hook',
    events: ['license.created'],
  });
  const change = { name: 'Fulfilment', format: 'creem', events: ['refund.created'] };
  assert.partialDeepStrictEqual(await must(OP, { webhook_id, ...change }), change);
  assert.partialDeepStrictEqual(await must(OP, { webhook_id, name: null }), {
    ...{ ...change, name: null },
  });
});

test('400 invalid_parameters: events of the other format, also if only the format is changed; all stays', async () => {
  const { ask, must } = await shop.openStore();
  const events = ['license.created'];
  const { webhook_id } = await must('POST /create-webhook', {
    url: 'https://example.com/hook',
    events,
  });
  const before = (await must('GET /list-webhooks')).data;
  for (const change of [
    { format: 'creem' },
    { events: ['refund.created'] },
    { format: 'creem', events: ['product.created'] },
  ]) {
    assertRefused(await ask(OP, { webhook_id, ...change }), 400, 'invalid_parameters', ['events']);
  }
  assertRefused(await ask(OP, { webhook_id, secret_readable: true }), 400, 'unknown_parameter');
  assert.deepEqual((await must('GET /list-webhooks')).data, before);
});
