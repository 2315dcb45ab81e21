import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'GET /list-customer-activity';
const shop = await startShop();

interface Entry {
  type: string;
  created_at: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
  data: any;
}

/** Ada, who has bought a license, uses it, has some of it refunded and got credit. */
async function busyStore() {
  const store = await openStore(shop);
  const { must } = store;
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  const session = await store.buy(await store.sell(), { customer_id: 'ada' });
  const key: string = session.license_keys[0];
  await store.advance('PT1H');
  await store.activate(key);
  await store.advance('PT1H');
  await store.refund(session.transaction_id, { amount: 5 });
  await store.advance('PT1H');
  const gift = { customer_id: 'ada', amount: 3, currency: 'EUR', reason: 'An apology' };
  await must('POST /adjust-customer-balance', gift);
  await store.buy(await store.product(), { customer_id: 'ben' });
  const pages = async (input: object) => {
    const all: Entry[][] = [];
    let cursor: string | undefined;
    do {
      const page = await must(OP, { ...input, cursor });
      assert.equal(page.has_more, page.next_cursor !== null);
      all.push(page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  };
  return { ...store, session, license_key: key, pages };
}

test('200: everything of a customer and nothing of another, newest first, on pages of any size', async () => {
  const { pages, license_key } = await busyStore();
  const [entries = []] = await pages({ customer_id: 'ada' });
  const types = entries.map(({ type }) => type);
  for (const type of [
    ...['customer.created', 'transaction.paid', 'license.created', 'license.activated'],
    ...['transaction.refunded', 'invoice.created', 'mail.created', 'balance.adjusted'],
  ]) {
    assert.ok(types.includes(type), `${type} of ${types}`);
  }
  const times = entries.map(({ created_at }) => created_at);
  assert.deepEqual(times, times.toSorted().reverse());
  assert.ok(entries.every(({ data }) => data.customer_id === 'ada'));
  const balance = entries.find(({ type }) => type === 'balance.adjusted');
  const { adjustment_id, created_at, ...given } = balance?.data ?? {};
  assert.deepEqual(given, {
    object: 'balance_adjustment',
    customer_id: 'ada',
    amount: 3,
    balance_after: 3,
    currency: 'EUR',
    reason: 'An apology',
  });
  const license = entries.find(({ type }) => type === 'license.activated');
  assert.equal(license?.data.license_key, license_key);
  for (const limit of [1, 2, 3, 7]) {
    const read = await pages({ customer_id: 'ada', limit });
    assert.ok(read.slice(0, -1).every((page) => page.length === limit));
    const of_time = (list: Entry[]) => list.map((one) => JSON.stringify(one)).toSorted();
    assert.deepEqual(of_time(read.flat()), of_time(entries), `pages of ${limit}`);
  }
});

test('200: of one record: what is about it or names it', async () => {
  const { pages, session } = await busyStore();
  const { transaction_id: record_id } = session;
  const found = (await pages({ customer_id: 'ada', record_id })).flat();
  const types = new Set(found.map(({ type }) => type));
  assert.ok(types.has('transaction.paid') && types.has('transaction.refunded'));
  assert.ok(types.has('license.created') && types.has('invoice.created'));
  assert.ok(!types.has('customer.created') && !types.has('balance.adjusted'));
  assert.deepEqual((await pages({ customer_id: 'ben', record_id })).flat(), []);
});

test('200: nothing of a customer whom nobody knows; 400: a cursor of another list', async () => {
  const { must, ask } = await busyStore();
  assert.deepEqual((await must(OP, { customer_id: 'nobody' })).data, []);
  const { next_cursor } = await must('GET /list-events', { limit: 1 });
  const refused = await ask(OP, { customer_id: 'ada', cursor: next_cursor });
  assertRefused(refused, 400, 'invalid_parameters', ['cursor']);
});
