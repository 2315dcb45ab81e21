import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

/** A store of its own, so that a list is exactly what the test put there. */
async function newStore() {
  const { api_key: key } = await shop.makeStore('test');
  const product = { name: 'Free', description: '', price: 0, currency: 'EUR' };
  const { product_id } = (await shop.call('POST /create-product', product, { key })).body;
  /** The identifier of the new transaction of a free purchase. */
  const add = async (customer_id = 'ada'): Promise<string> => {
    const input = { product_id, quantity: 1, customer_id };
    const { checkout_session_id } = (await shop.call('POST /create-checkout', input, { key })).body;
    const answer = await shop.call('POST /complete-checkout', { checkout_session_id }, { key });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.transaction_id;
  };
  const list = async (input: object = {}) => {
    const { status, body, text } = await shop.call('GET /get-transactions', input, { key });
    assert.equal(status, 200, text);
    assert.equal(body.has_more, body.next_cursor !== null);
    const ids: string[] = body.data.map((one: { transaction_id: string }) => one.transaction_id);
    return { ids, next_cursor: body.next_cursor as string | null };
  };
  /** All pages; between two of them `meanwhile` happens. */
  const allPages = async (input: object, meanwhile = async (): Promise<unknown> => undefined) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { ids, next_cursor } = await list({ ...input, cursor });
      pages.push(ids);
      cursor = next_cursor ?? undefined;
      await meanwhile();
    } while (cursor !== undefined);
    return pages;
  };
  return { add, list, allPages };
}

async function addMany(count: number, add: () => Promise<string>): Promise<string[]> {
  const newest_first: string[] = [];
  for (let n = 0; n < count; n++) newest_first.unshift(await add());
  return newest_first;
}

test('200: made in one millisecond they are listed newest first, on pages of any size', async () => {
  const { add, allPages } = await newStore();
  const all = await addMany(7, add);
  const sizes: [limit: number, pages: number[]][] = [
    [1, [1, 1, 1, 1, 1, 1, 1]],
    [2, [2, 2, 2, 1]],
    [3, [3, 3, 1]],
    [7, [7]],
    [8, [7]],
    [100, [7]],
  ];
  for (const [limit, lengths] of sizes) {
    const pages = await allPages({ limit });
    assert.deepEqual(pages.flat(), all);
    assert.deepEqual(
      pages.map((page) => page.length),
      lengths,
    );
  }
});

test('200: a page has 100 unless said otherwise', async () => {
  const { add, list } = await newStore();
  const all = await addMany(101, add);
  const { ids, next_cursor } = await list();
  assert.deepEqual(ids, all.slice(0, 100));
  assert.deepEqual((await list({ cursor: next_cursor })).ids, all.slice(100));
});

test('200: new ones in between neither shift a page nor appear on a later one', async () => {
  const { add, allPages, list } = await newStore();
  const all = await addMany(6, add);
  const added: string[] = [];
  const pages = await allPages({ limit: 2 }, async () => {
    shop.now += 1;
    added.unshift(await add());
  });
  assert.deepEqual(pages, [all.slice(0, 2), all.slice(2, 4), all.slice(4, 6)]);
  assert.deepEqual((await list()).ids, [...added, ...all]);
});

test('200: a cursor goes on with the same filter, and within the same dates', async () => {
  const { add, allPages } = await newStore();
  const first_ms = shop.now + 10;
  const of_bob: string[] = [];
  for (let n = 0; n < 6; n++) {
    shop.now = first_ms + n;
    await add('ada');
    of_bob.unshift(await add('bob'));
  }
  const filter = { customer_id: 'bob', status: 'paid', limit: 2 };
  assert.deepEqual((await allPages(filter)).flat(), of_bob);
  const at = (ms: number) => new Date(ms).toISOString();
  const dates = { created_from: at(first_ms + 1), created_to: at(first_ms + 4) };
  const pages = await allPages({ ...filter, ...dates, limit: 3 });
  assert.deepEqual(pages, [of_bob.slice(1, 4), of_bob.slice(4, 5)]);
});

test('200: a cursor from a page of one store shows nothing of another', async () => {
  const [ours, theirs] = [await newStore(), await newStore()];
  const others = await addMany(3, theirs.add);
  await addMany(3, ours.add);
  const { next_cursor } = await ours.list({ limit: 1 });
  const { ids } = await theirs.list({ cursor: next_cursor });
  assert.deepEqual(ids, others);
});

test('200: pages over a year and over many at once lose and repeat nothing', async () => {
  const { add, allPages } = await newStore();
  const all = await addMany(12, async () => {
    shop.now += 30 * 86_400_000;
    return add();
  });
  assert(shop.now > START);
  const at_once = await Promise.all(Array.from({ length: 32 }, () => add()));
  const listed = (await allPages({ limit: 5 })).flat();
  assert.equal(listed.length, 44);
  assert.deepEqual(listed.slice(0, 32).toSorted(), at_once.toSorted());
  assert.deepEqual(listed.slice(32), all);
  assert.deepEqual(listed.toSorted().reverse(), listed);
});
