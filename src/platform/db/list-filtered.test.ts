import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { listDiscounts } from '../../shop/catalogue/discounts/discount.sql.ts';
import { productScope, productText } from '../../shop/catalogue/products/product.rules.ts';
import {
  listProductsFiltered,
  searchProductRows,
} from '../../shop/catalogue/products/product.sql.ts';
import { listLinks } from '../../shop/checkout/links/payment-link.sql.ts';
import { listInvoiceRows } from '../../shop/money/invoices/invoice.sql.ts';
import { kindsLeft } from '../../shop/money/transactions/listed-kinds.sql.ts';
import {
  listTransactions,
  TRANSACTION_FILTERS,
} from '../../shop/money/transactions/transaction.sql.ts';
import type { Values } from './database.ts';
import { findNarrowest } from './list-filtered.ts';
import { searchRanked } from './search.ts';

const shop = await startShop();

/** Six payments, of which every third is refunded: two refunds, which are paid. */
async function filledStore() {
  const { store_id, product, buy, must } = await shop.openStore();
  const product_id = await product({ price: 10 });
  for (let at = 0; at < 6; at++) {
    const { transaction_id } = await buy(product_id, { customer_id: `c${at % 2}` });
    if (at % 3 === 0) await must('POST /refund-transaction', { transaction_id });
  }
  return { reader: shop.db.reader({ store_id }), must };
}

test('filters with little in common: pages may be short, and lose and repeat nothing', async () => {
  const { reader } = await filledStore();
  const all = { from: '', before: 'txn_z', limit: 100 };
  const filters = [
    { status: 'paid', type: 'refund' },
    { status: 'paid', type: 'purchase' },
    { status: 'refunded', customer_id: 'c0' },
    { status: 'declined', type: 'purchase' },
  ];
  for (const filter of filters) {
    for (const order of ['newest', 'oldest'] as const) {
      const first = order === 'newest' ? 'txn_z' : '';
      const besides = kindsLeft({ refunds: filter.type !== 'purchase', declined: true });
      const whole = await listTransactions(reader, filter, {
        ...{ ...all, order, besides, after: first },
      });
      assert.equal(whole.end, undefined);
      for (const looked_at_max of [1, 2, 3]) {
        const found: string[] = [];
        let after: string | undefined = first;
        while (after !== undefined) {
          const page: typeof whole = await listTransactions(reader, filter, {
            ...{ ...all, order, besides, after, limit: 2, looked_at_max },
          });
          found.push(...page.rows.map(({ transaction_id }) => transaction_id));
          after = page.rows.length === 2 ? found.at(-1) : page.end?.[0];
        }
        const ids = whole.rows.map(({ transaction_id }) => transaction_id);
        assert.deepEqual(found, ids, `${JSON.stringify(filter)} ${order} ${looked_at_max}`);
      }
    }
  }
});

test('of several filters, the one that few fit is looked by; of many, no more than so many', async () => {
  const { reader } = await filledStore();
  const list = { table: 'transactions', key: 'transaction_id', names: TRANSACTION_FILTERS };
  const by = async (filter: object, looked_at_max: number) => {
    const names = TRANSACTION_FILTERS.filter((name) => name in filter);
    const within = { before: 'txn_z', looked_at_max };
    const found = await findNarrowest(reader, { ...list, names }, filter, within);
    return { first: found.names[0], is_whole: found.end === undefined };
  };
  const few = { status: 'paid', type: 'refund' };
  assert.deepEqual(await by(few, 3), { first: 'type', is_whole: true });
  assert.deepEqual(await by(few, 2), { first: 'type', is_whole: false });
  assert.deepEqual(await by({ customer_id: 'c0', status: 'declined' }, 2), {
    ...{ first: 'status', is_whole: true },
  });
});

test('a page begins and ends at one place each: of two, SQLite would look by the first alone', async () => {
  const { reader } = await filledStore();
  const asked: string[] = [];
  const noting = {
    ...reader,
    all: <Row>(sql: string, values: Values) => {
      asked.push(sql);
      return reader.all<Row>(sql, values);
    },
    maybe: <Row>(sql: string, values: Values) => {
      asked.push(sql);
      return reader.maybe<Row>(sql, values);
    },
  } as typeof reader;
  const filter = { status: 'paid', type: 'refund' };
  for (const order of ['newest', 'oldest'] as const) {
    for (const from of ['', 'txn_1', 'txn_3']) {
      await listTransactions(noting, filter, {
        ...{ from, before: 'txn_z', limit: 9, looked_at_max: 1, order },
        after: order === 'newest' ? 'txn_z' : 'txn_2',
      });
    }
  }
  assert(asked.length > 6, 'a page each time, and looks at how many there are');
  for (const sql of asked) {
    assert.deepEqual([sql.match(/_id >/g)?.length, sql.match(/_id </g)?.length], [1, 1], sql);
  }
});

/** Reads a list to its end, two at a time. */
async function readInPages<Row, Place>(
  first: Place,
  read: (before: Place) => Promise<{ rows: Row[]; end: Place[] | undefined }>,
  placeOf: (row: Row) => Place,
): Promise<Place[]> {
  const found: Place[] = [];
  let before: Place | undefined = first;
  while (before !== undefined) {
    const { rows, end }: { rows: Row[]; end: Place[] | undefined } = await read(before);
    found.push(...rows.map(placeOf));
    before = rows.length === 2 ? found.at(-1) : end?.[0];
  }
  return found;
}

test('discount codes, payment links, invoices: short pages lose and repeat nothing', async () => {
  const { store_id, product, buy, must } = await shop.openStore();
  const product_id = await product({ price: 10 });
  for (let at = 0; at < 6; at++) {
    const code = { code: `C${at}`, discount_percentage: 10, duration: 'once' };
    const { discount_id } = await must('POST /create-discount-code', code);
    if (at % 3 !== 0) await must('DELETE /delete-discount-code', { discount_id });
    const { payment_link_id } = await must('POST /create-payment-link', { product_id });
    if (at % 3 !== 0) await must('POST /update-payment-link', { payment_link_id, active: false });
    const { transaction_id } = await buy(product_id, { customer_id: 'c' });
    if (at % 3 === 0) await must('POST /refund-transaction', { transaction_id });
  }
  const reader = shop.db.reader({ store_id });
  const page = { status: 'active', product_id: null, now: shop.now, limit: 2 };
  for (const looked_at_max of [1, 2, 3, 100]) {
    const most = { looked_at_max };
    const codes = await readInPages(
      'z',
      (before) => listDiscounts(reader, { ...page, ...most, before }),
      ({ discount_id }) => discount_id,
    );
    const links = await readInPages(
      'z',
      (before) => listLinks(reader, { ...page, ...most, before }),
      ({ payment_link_id }) => payment_link_id,
    );
    const notes = await readInPages(
      99,
      (before) =>
        listInvoiceRows(
          reader,
          { customer_id: 'c', kind: 'credit_note' },
          { ...most, before, limit: 2 },
        ),
      ({ position }) => position,
    );
    const counts = [codes, links, notes].map((found) => [
      found.length,
      new Set<string | number>(found).size,
    ]);
    assert.deepEqual(counts, Array(3).fill([2, 2]), `${looked_at_max}`);
  }
});

test('search-products looks at so many for a page, and pages lose and repeat nothing', async () => {
  const { store_id, product } = await shop.openStore();
  for (const [at, currency] of ['EUR', 'USD', 'USD', 'EUR', 'USD'].entries()) {
    await product({ price: 10 + (at % 2), currency });
  }
  const reader = shop.db.reader({ store_id });
  const usd = { currency: 'USD', billing_type: 'one_time', status: 'active' };
  const first = { currency: '', price_minor: 0, product_id: '' };
  const last = { currency: 'z', price_minor: 99_999, product_id: 'z' };
  for (const order of ['newest', 'oldest', 'lowest', 'highest'] as const) {
    const begin = order === 'newest' || order === 'highest' ? last : first;
    const wanted = { ...usd, limit: 2 };
    const whole = await listProductsFiltered(reader, order, { ...wanted, after: begin, limit: 9 });
    assert.deepEqual([whole.rows.length, whole.end], [3, undefined]);
    for (const looked_at_max of [1, 2, 3]) {
      const found: string[] = [];
      let after: typeof begin | undefined = begin;
      while (after !== undefined) {
        const asked = { ...wanted, after, looked_at_max };
        const page: typeof whole = await listProductsFiltered(reader, order, asked);
        found.push(...page.rows.map(({ product_id }) => product_id));
        after = page.rows.length === 2 ? page.rows[1] : page.end;
      }
      const ids = whole.rows.map(({ product_id }) => product_id);
      assert.deepEqual(found, ids, `${order} ${looked_at_max}`);
    }
  }
});

test('a search with filters looks at so many hits for a page, and pages lose and repeat nothing', async () => {
  const { store_id, product } = await shop.openStore();
  for (const [at, currency] of ['EUR', 'USD', 'USD', 'EUR', 'USD', 'EUR'].entries()) {
    await product({ name: at % 2 ? 'Photo editor' : 'Editor', description: 'Photos', currency });
  }
  const store = await shop.db.reader({ store_id }).maybe<{ number: number }>(NUMBER);
  const reader = shop.db.reader({ store_id });
  const pageOf = (after: [number, number] | undefined, limit: number, looked_at_max: number) =>
    searchRanked({
      ...{ reader, words: ['photo'], last_is_prefix: true, limit, after, looked_at_max },
      scopes: [productScope(Number(store?.number), 'active')],
      find: (where) => searchProductRows(reader, { currency: 'USD', billing_type: null, ...where }),
      is_filtered: true,
      text: (row) => productText(row, Number(store?.number)),
    });
  const whole = await pageOf(undefined, 100, 100);
  const idsOf = (page: typeof whole) => page.found.map(({ row }) => row.product_id);
  assert.deepEqual([whole.found.length, whole.end], [3, undefined]);
  for (const looked_at_max of [1, 2, 3]) {
    const found: string[] = [];
    let page = await pageOf(undefined, 2, looked_at_max);
    for (;;) {
      found.push(...idsOf(page));
      const last = page.found[1];
      const after = last ? ([last.tier, last.row.search_entry] as [number, number]) : page.end;
      if (after === undefined) break;
      page = await pageOf(after, 2, looked_at_max);
    }
    assert.deepEqual(found, idsOf(whole), `${looked_at_max}`);
  }
});

test('among very many texts a single letter is a whole word; two may begin a longer one', async () => {
  const { store_id, product } = await shop.openStore();
  for (const name of ['Photo p', 'Photo pro', 'Photo p 7']) await product({ name });
  const reader = shop.db.reader({ store_id });
  const number = Number((await reader.maybe<{ number: number }>(NUMBER))?.number);
  const namesOf = async (last: string, letters_max?: number) => {
    const { found } = await searchRanked({
      ...{ reader, words: ['photo', last], last_is_prefix: true, limit: 9, after: undefined },
      ...(letters_max !== undefined && { letters_max }),
      scopes: [productScope(number, 'active')],
      find: (where) => searchProductRows(reader, { currency: null, billing_type: null, ...where }),
      text: (row) => productText(row, number),
    });
    return found.map(({ row }) => row.name);
  };
  assert.deepEqual(await namesOf('p'), ['Photo p 7', 'Photo p', 'Photo pro']);
  assert.deepEqual(await namesOf('p', 0), ['Photo p 7', 'Photo p']);
  assert.deepEqual(await namesOf('7', 0), ['Photo p 7']);
  assert.deepEqual(await namesOf('pr', 0), ['Photo pro']);
});

const NUMBER = 'SELECT number FROM stores WHERE store_id = :store_id';
