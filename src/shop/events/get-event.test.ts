import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { newEventId } from '../../platform/core/event-ids.ts';

const OP = 'GET /get-event';
const shop = await startShop();

test('200: the event as list-events shows it, with its license keys', async () => {
  const { must, newKey } = await shop.openStore();
  const license_key = await newKey();
  const { data } = await must('GET /list-events', { limit: 100 });
  for (const event of data) {
    assert.deepEqual(await must(OP, { event_id: event.event_id }), event);
  }
  assert.ok(JSON.stringify(data).includes(license_key));
});

test('404 event_not_found: none, a guessed one, or one of another store, which is the same', async () => {
  const { ask, must, product } = await shop.openStore();
  const other = await shop.openStore();
  await product();
  await other.product();
  const [own] = (await must('GET /list-events')).data;
  const [theirs] = (await other.must('GET /list-events')).data;
  const missing = await ask(OP, { event_id: 'evt_nothing' });
  assertRefused(missing, 404, 'event_not_found', []);
  for (const event_id of [theirs.event_id, newEventId(1), `${own.event_id} `]) {
    assert.deepEqual(errorOf(await ask(OP, { event_id })), errorOf(missing));
  }
});

test('200: list-events finds what is about a record and what names it, in pages, and nothing else', async () => {
  const { must, product, buy } = await shop.openStore();
  const product_id = await product();
  const other_id = await product({ metadata: { note: 'ada' } });
  await buy(product_id, { customer_id: 'ada' });
  await buy(other_id, { customer_id: 'ben' });
  const typesOf = async (record_id: string, more: object = {}) => {
    const { data } = await must('GET /list-events', { record_id, ...more });
    return data.map(({ type }: { type: string }) => type).toReversed();
  };
  const bought = ['transaction.paid', 'checkout.completed'];
  assert.deepEqual(await typesOf(product_id), ['product.created', ...bought]);
  assert.deepEqual(await typesOf('ben'), ['customer.created', ...bought]);
  assert.deepEqual(await typesOf(product_id, { type: 'product.created' }), ['product.created']);
  for (const nobody of ['', 'Editor ', 'a', 'customer_id', product_id.slice(0, -1)]) {
    assert.deepEqual(await typesOf(nobody), [], nobody);
  }
  const first = await must('GET /list-events', { record_id: product_id, limit: 2 });
  assert.equal(first.has_more, true);
  const { next_cursor: cursor } = first;
  const second = await must('GET /list-events', { record_id: product_id, limit: 2, cursor });
  assert.deepEqual([first.data.length, second.data.length, second.has_more], [2, 1, false]);
});
