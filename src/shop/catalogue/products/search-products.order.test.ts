import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

test('200: in every order each product comes once, over any number of pages', async () => {
  const { must } = await shop.openStore();
  const made: { product_id: string; price: number; currency: string; status: string }[] = [];
  for (const [price, currency] of [
    ...([
      [5, 'USD'],
      [0, 'EUR'],
      [5, 'EUR'],
      [20, 'USD'],
      [5, 'USD'],
    ] as const),
  ]) {
    made.push(await must('POST /create-product', { name: 'A', description: '', price, currency }));
  }
  await must('POST /archive-product', { product_id: made[0]?.product_id });
  const key = (one: (typeof made)[number]) =>
    `${one.currency} ${String(one.price).padStart(5, '0')} ${one.product_id}`;
  const ids = (list: typeof made) => list.map(({ product_id }) => product_id);
  const rising = made.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const expected = {
    ...{ oldest: made, newest: made.toReversed() },
    ...{ lowest: rising, highest: rising.toReversed() },
  };
  for (const [order, list] of Object.entries(expected)) {
    for (const filter of [{ status: 'all' }, { status: 'active' }, { currency: 'usd' }]) {
      const { status = 'active', currency } = { currency: undefined, ...filter } as {
        status?: string;
        currency?: string;
      };
      const fitting = list.filter(
        (one) =>
          (status === 'all' || one.product_id !== made[0]?.product_id) &&
          (currency === undefined || one.currency === 'USD'),
      );
      const found: typeof made = [];
      let cursor: string | undefined;
      do {
        const asked = { order, ...filter, limit: 2, ...(cursor && { cursor }) };
        const page = await must('GET /search-products', asked);
        found.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      assert.deepEqual(ids(found), ids(fitting), `${order} ${JSON.stringify(filter)}`);
    }
  }
});

test('400 invalid_parameters: an order of another kind, with words, or with the cursor of another', async () => {
  const { ask, must } = await shop.openStore();
  for (const name of ['A', 'B']) {
    await must('POST /create-product', { name, description: '', price: 1, currency: 'EUR' });
  }
  assertRefused(await ask('GET /search-products', { order: 'best' }), 400, 'invalid_parameters', [
    'order',
  ]);
  const words = await ask('GET /search-products', { order: 'lowest', query: 'A' });
  assertRefused(words, 400, 'invalid_parameters', ['order']);
  const { next_cursor } = await must('GET /search-products', { order: 'lowest', limit: 1 });
  const other = await ask('GET /search-products', { order: 'highest', cursor: next_cursor });
  assertRefused(other, 400, 'invalid_parameters', ['cursor']);
});
