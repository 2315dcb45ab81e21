import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { startShop } from '../../../../test/harness/shop.ts';
import { TRANSACTION_FILTERS } from './transaction.sql.ts';
import { type AmountKey, listByAmount } from './transaction-amounts.sql.ts';

const shop = await startShop();

/** Payments of several amounts, in two currencies and by two customers, in this order. */
const BOUGHT: [price: number, currency: string, customer_id: string][] = [
  [20, 'EUR', 'ada'],
  [5, 'EUR', 'ben'],
  [900, 'JPY', 'ada'],
  [20, 'EUR', 'ben'],
  [7, 'EUR', 'ada'],
];

async function filledStore() {
  const store = await openStore(shop);
  for (const [price, currency, customer_id] of BOUGHT) {
    await store.buy(await store.product({ price, currency }), { customer_id });
    await store.advance('P1D');
  }
  const pages = async (input: object): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.must('GET /get-transactions', { ...input, cursor });
      for (const { total, customer_id } of page.data) found.push(`${total} ${customer_id}`);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  return { ...store, pages };
}

const NEWEST = ['7 ada', '20 ben', '900 ada', '5 ben', '20 ada'];
const HIGHEST = ['900 ada', '20 ben', '20 ada', '7 ada', '5 ben'];

test('200: by time and by amount, both ways, on pages of any size', async () => {
  const { pages } = await filledStore();
  for (const limit of [1, 2, 100]) {
    assert.deepEqual(await pages({ limit }), NEWEST);
    assert.deepEqual(await pages({ limit, order: 'newest' }), NEWEST);
    assert.deepEqual(await pages({ limit, order: 'oldest' }), NEWEST.toReversed());
    assert.deepEqual(await pages({ limit, order: 'highest' }), HIGHEST, `pages of ${limit}`);
    assert.deepEqual(await pages({ limit, order: 'lowest' }), HIGHEST.toReversed());
  }
});

test('200: every order with filters and days', async () => {
  const { pages } = await filledStore();
  const days = { created_from: '2026-11-15', created_to: '2026-11-17' };
  for (const limit of [1, 100]) {
    const of_ada = { limit, customer_id: 'ada', status: 'paid', type: 'purchase' };
    assert.deepEqual(await pages({ ...of_ada, order: 'oldest' }), ['20 ada', '900 ada', '7 ada']);
    assert.deepEqual(await pages({ ...of_ada, order: 'highest' }), ['900 ada', '20 ada', '7 ada']);
    assert.deepEqual(await pages({ limit, ...days, order: 'oldest' }), [
      '5 ben',
      '900 ada',
      '20 ben',
    ]);
    assert.deepEqual(await pages({ limit, ...days, order: 'lowest' }), [
      '5 ben',
      '20 ben',
      '900 ada',
    ]);
    assert.deepEqual(await pages({ limit, status: 'declined', order: 'highest' }), []);
  }
});

test('200: where too many fit to be sorted, pages may be short, and lose and repeat nothing', async () => {
  const { store_id } = await filledStore();
  const reader = shop.db.reader({ store_id });
  const highest = { currency: 'zzz', total_minor: 999_999, transaction_id: 'txn_z' };
  const lowest = { currency: '', total_minor: 0, transaction_id: '' };
  for (const order of ['highest', 'lowest'] as const) {
    for (const [looked_at_max, limit] of [
      [1, 10],
      [2, 1],
      [2, 10],
      [3, 2],
    ] as const) {
      const found: number[] = [];
      let after: AmountKey | undefined = order === 'highest' ? highest : lowest;
      while (after !== undefined) {
        const range = { from: '', before: 'txn_z', order, after, limit, looked_at_max };
        const of = { names: TRANSACTION_FILTERS, filter: { status: 'paid', type: 'purchase' } };
        const page: Awaited<ReturnType<typeof listByAmount>> = await listByAmount(
          reader,
          of,
          range,
        );
        found.push(...page.found.map(({ total_minor }) => total_minor));
        after = page.end;
      }
      const all = [900, 2000, 2000, 700, 500];
      assert.deepEqual(found, order === 'highest' ? all : all.toReversed());
    }
  }
});

test('400 invalid_parameters: a cursor belongs to its order', async () => {
  const { must, ask } = await filledStore();
  const orders = ['newest', 'oldest', 'highest', 'lowest'];
  for (const order of orders) {
    const { next_cursor: cursor } = await must('GET /get-transactions', { order, limit: 1 });
    for (const other of orders) {
      const { status } = await ask('GET /get-transactions', { order: other, cursor });
      assert.equal(status, other === order ? 200 : 400, `${order} with ${other}`);
    }
  }
});
