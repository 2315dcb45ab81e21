import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendEvents } from '../../../test/harness/append-events.ts';
import type { CastStore } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import type { EventType } from '../../platform/core/events.ts';

const OP = 'GET /list-events';
const NOTHING = { object: 'list', data: [], has_more: false, next_cursor: null };

const shop = await startShop();

interface Listed {
  sequence: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
  data: any;
}

const sequencesOf = ({ data }: { data: Listed[] }) => data.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

type Must = CastStore['must'];

/** Page after page, each as its sequences. */
async function pages(must: Must, input: object): Promise<number[][]> {
  const found: number[][] = [];
  let page = await must(OP, input);
  for (;;) {
    assert.equal(page.has_more, page.next_cursor !== null);
    found.push(sequencesOf(page));
    if (!page.has_more) return found;
    const { after_sequence: _, ...rest } = { after_sequence: 0, ...input };
    page = await must(OP, { ...rest, cursor: page.next_cursor });
  }
}

/** So many events at once, as an operation would tell them. */
const tell = (store_id: string, type: EventType, count: number) =>
  shop.db.write({ store_id }, (tx) => {
    const data = (n: number) => JSON.stringify({ object: type.split('.')[0], n });
    const events = Array.from({ length: count }, (_, n) => ({ type, data: data(n) }));
    return appendEvents(tx, events, shop.now);
  });

test('200: the whole event; its data is the record as the operation answered it', async () => {
  const { must } = await shop.openStore();
  assert.deepEqual(await must(OP), NOTHING);
  const terms = { name: 'Editor', description: 'Büro', price: 19.99, currency: 'USD' };
  const product = await must('POST /create-product', { ...terms, metadata: { a: 'b' } });
  const changed = await must('POST /update-product', { product_id: product.product_id, price: 5 });
  const before = await shop.everything();
  const listed = await must(OP, { after_sequence: 0 });
  assert.equal(await shop.everything(), before);
  const [first, second] = listed.data;
  for (const { event_id } of [first, second])
    assert.match(event_id, /^evt_[0-9a-hjkmnp-tv-z]{28}$/);
  const common = { object: 'event', created_at: '2026-11-14T09:30:00.000Z' };
  const created = { ...common, type: 'product.created', sequence: 1, data: product };
  const updated = { ...common, type: 'product.updated', sequence: 2, data: changed };
  assert.deepEqual(listed, {
    ...NOTHING,
    data: [
      { event_id: first.event_id, ...created },
      { event_id: second.event_id, ...updated },
    ],
  });
  assert.ok(first.event_id < second.event_id);
});

test('200: instants are those of the store, whose clock may be ahead', async () => {
  const { must, advance, sell } = await shop.openStore();
  await advance('P1D');
  await sell();
  assert.equal((await must(OP)).data[0].created_at, '2026-11-15T09:30:00.000Z');
});

test('200: with after_sequence oldest first and only what is later; without it newest first', async () => {
  const { must, sell } = await shop.openStore();
  for (let n = 0; n < 7; n++) await sell();
  assert.deepEqual(sequencesOf(await must(OP, { after_sequence: 0 })), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(sequencesOf(await must(OP, { after_sequence: 4 })), [5, 6, 7]);
  for (const after_sequence of [7, 8, Number.MAX_SAFE_INTEGER]) {
    assert.deepEqual(await must(OP, { after_sequence }), NOTHING);
  }
  assert.deepEqual(sequencesOf(await must(OP)), [7, 6, 5, 4, 3, 2, 1]);
  await sell();
  assert.deepEqual(sequencesOf(await must(OP, { after_sequence: 7 })), [8]);
});

test('200: pages that follow each other give every event once, in both directions', async () => {
  const { must, store_id } = await shop.openStore();
  await tell(store_id, 'customer.updated', 23);
  const all = upTo(23);
  for (const limit of [1, 4, 22, 23, 24, 100]) {
    const up = await pages(must, { after_sequence: 0, limit });
    assert.deepEqual(up.flat(), all);
    const down = await pages(must, { limit });
    assert.deepEqual(down.flat(), all.toReversed());
    for (const found of [up, down]) {
      assert.equal(found.length, Math.ceil(23 / limit));
      assert.ok(found.slice(0, -1).every((page) => page.length === limit));
    }
  }
  assert.deepEqual((await pages(must, { after_sequence: 20, limit: 2 })).flat(), [21, 22, 23]);
  await tell(store_id, 'customer.updated', 78);
  assert.equal((await must(OP)).data.length, 100, 'without a limit, a hundred');
});

test('200: what happens between two pages upwards is on the next', async () => {
  const { must, store_id } = await shop.openStore();
  await tell(store_id, 'customer.updated', 3);
  const { next_cursor: cursor } = await must(OP, { after_sequence: 0, limit: 2 });
  await tell(store_id, 'customer.updated', 2);
  assert.deepEqual(sequencesOf(await must(OP, { cursor })), [3, 4, 5]);
});

test('200: of one type, pages may be short while there is more, and miss none in either direction', async () => {
  const { must, store_id } = await shop.openStore();
  for (const others of [1_100, 1_050, 3]) {
    await tell(store_id, 'product.created', 1);
    await tell(store_id, 'customer.updated', others);
  }
  const type = 'product.created';
  assert.deepEqual(await pages(must, { type, after_sequence: 0 }), [[1], [1102], [2153]]);
  assert.deepEqual(await pages(must, { type }), [[2153], [1102], [1]]);
  assert.deepEqual(await pages(must, { type, after_sequence: 1 }), [[], [1102], [2153]]);
  const none = { type: 'license.reissued' };
  assert.deepEqual(await pages(must, { ...none, after_sequence: 0 }), [[], [], []]);
  assert.deepEqual(await pages(must, none), [[], [], []]);
});

test('200: of one type, a page that is full ends at its last one, in either direction', async () => {
  const { must, store_id } = await shop.openStore();
  for (let n = 0; n < 5; n++) {
    await tell(store_id, 'product.created', 1);
    await tell(store_id, 'customer.updated', 2);
  }
  const type = 'product.created';
  for (const limit of [1, 2, 3, 5]) {
    const up = await pages(must, { type, after_sequence: 0, limit });
    const down = await pages(must, { type, limit });
    assert.deepEqual(
      [up.flat(), down.flat()],
      [
        [1, 4, 7, 10, 13],
        [13, 10, 7, 4, 1],
      ],
    );
    for (const found of [up, down]) assert.equal(found.length, Math.ceil(5 / limit));
  }
  assert.deepEqual((await pages(must, { type, after_sequence: 4 })).flat(), [7, 10, 13]);
});

test('200: license keys are shown where they are, and what somebody wrote is left alone', async () => {
  const store = await shop.openStore();
  const { must, sell, buy, activate, licenseOf, kept } = store;
  const product_id = await sell();
  const [first_key] = (await buy(product_id)).license_keys;
  const { license_key: seed } = await kept(await licenseOf(first_key));
  // Whoever finds out how we keep a key and writes it somewhere gets no key for it.
  const metadata = { license_key: seed, license_keys: seed, text: `["${seed}"]` };
  await must('POST /create-customer', { customer_id: 'bob', name: seed, metadata });
  const { sequence: start } = (await must(OP, { limit: 1 })).data[0];
  const session = await buy(product_id, { customer_id: 'bob', metadata });
  const [license_key] = session.license_keys;
  const created = await licenseOf(license_key);
  const { license } = await activate(license_key);
  const { data: events } = await must(OP, { after_sequence: start });
  const dataOf = (type: string) => events.find((event: Listed) => event.type === type)?.data;
  assert.deepEqual(dataOf('checkout.completed'), session);
  assert.deepEqual(dataOf('license.created'), created);
  assert.deepEqual(dataOf('license.activated'), license);
  const { data: payments } = await must('GET /get-transactions', { customer_id: 'bob' });
  assert.deepEqual(dataOf('transaction.paid'), payments[0]);
  assert.deepEqual(dataOf('transaction.paid').license_keys, [license_key]);
  assert.deepEqual(dataOf('checkout.completed').metadata, metadata);
  assert.deepEqual(dataOf('transaction.paid').metadata, metadata);
  const { data: all } = await must(OP, { type: 'customer.created' });
  assert.deepEqual([all[0].data.name, all[0].data.metadata], [seed, metadata]);
  const stored = await shop.everything();
  for (const key of [first_key, license_key]) assert.ok(!stored.includes(key), 'kept as seeds');
});

test('200: a store lists its own, and a key that may only read lists them too', async () => {
  const one = await shop.openStore(shop);
  const other = await shop.openStore();
  await one.sell();
  assert.deepEqual(await other.must(OP), NOTHING);
  assert.deepEqual(await other.must(OP, { after_sequence: 0 }), NOTHING);
  await other.sell();
  const [mine] = (await one.must(OP)).data;
  const [theirs] = (await other.must(OP)).data;
  assert.deepEqual([mine.sequence, theirs.sequence], [1, 1], 'each counts for itself');
  assert.notEqual(mine.data.product_id, theirs.data.product_id);
  const { api_key: key } = await shop.makeKey('read');
  assert.deepEqual((await shop.call(OP, {}, { key })).body.data, [mine]);
  const { api_key: shipped } = await shop.makeKey('license');
  assertRefused(await shop.call(OP, {}, { key: shipped }), 403, 'api_key_scope');
});

test('400 invalid_parameters: a cursor beside after_sequence, and what is out of range', async () => {
  const { ask, must, store_id } = await shop.openStore();
  await tell(store_id, 'customer.updated', 3);
  const { next_cursor } = await must(OP, { after_sequence: 0, limit: 1 });
  const both = await ask(OP, { after_sequence: 0, cursor: next_cursor });
  assertRefused(both, 400, 'invalid_parameters', ['cursor']);
  const { next_cursor: of_products } = await must('GET /search-products', { limit: 1 });
  const wrong: [name: string, values: unknown[]][] = [
    ['type', ['', 'product', 'product.deleted', 'PRODUCT.CREATED']],
    ['after_sequence', [-1, 1.5, 'x', '9007199254740992', '1e400']],
    ['limit', [0, 101, 'x', 1.5]],
    [
      'cursor',
      ['x', 'e30', of_products ?? 'W10', Buffer.from('["events","up","1"]').toString('base64url')],
    ],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      assertRefused(await ask(OP, { [name]: value }), 400, 'invalid_parameters', [name]);
    }
  }
  assertRefused(await ask(OP, { before_sequence: 1 }), 400, 'unknown_parameter', [
    'before_sequence',
  ]);
});
