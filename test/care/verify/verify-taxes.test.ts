import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Tx } from '../../../src/platform/db/database.ts';
import { type CastStore, cards } from '../../harness/cast.ts';
import { assertFound, run, verified, wrong } from '../../harness/planting.ts';
import { buyTaxed, sellTaxed } from '../../harness/sales/taxed-purchase.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

interface Sold {
  store_id: string;
  /** Refunded in two parts. */
  paid: string;
  first: string;
  second: string;
  /** Lost to the bank. */
  disputed: string;
}

/** Sales of 119.00 with 19.00 of tax, and what can become of them. */
async function sell(store: CastStore): Promise<Sold> {
  await sellTaxed(store);
  const sale = { price: 119, place: 'DE' };
  const paid = await buyTaxed(store, sale);
  const { transaction_id: first } = await store.refund(paid, { amount: 59.5 });
  const { transaction_id: second } = await store.refund(paid);
  const payment_method = cards.disputed_lost;
  const disputed = await buyTaxed(store, { ...sale, payment_method });
  await store.advance('P3D');
  return { store_id: store.store_id, paid, first, second, disputed };
}

type Corruption = [title: string, found: string, plant: (tx: Tx, sold: Sold) => Promise<unknown>];

const ADD_UP = 'taxes add up';
const GIVE_BACK = 'refunds give back the tax that was paid';

/** Texts of a transaction with something replaced in them. */
const replace = (tx: Tx, transaction_id: string, columns: string[], from: string, to: string) =>
  run(
    tx,
    `UPDATE transactions SET ${columns.map((name) => `${name} = replace(${name}, :from, :to)`)}
     WHERE transaction_id = :transaction_id`,
    { transaction_id, from, to },
  );

const corruptions: Corruption[] = [
  [
    'a payment has a cent more tax than its rows',
    ADD_UP,
    (tx, { paid }) =>
      run(
        tx,
        `UPDATE transactions SET tax_minor = tax_minor + 1, subtotal_minor = subtotal_minor - 1
         WHERE transaction_id = :paid`,
        { paid },
      ),
  ],
  [
    'a payment has a tax and no rows',
    ADD_UP,
    (tx, { paid }) =>
      run(tx, `UPDATE transactions SET tax_rows = '[]' WHERE transaction_id = :paid`, { paid }),
  ],
  [
    'a tax is not that of its rate',
    ADD_UP,
    (tx, { paid }) => replace(tx, paid, ['tax_rows'], '190000', '70000'),
  ],
  [
    'the rows are of another net amount',
    ADD_UP,
    (tx, { paid }) => replace(tx, paid, ['tax_rows'], '"net_minor":10000', '"net_minor":10001'),
  ],
  [
    'a tax was charged where none is',
    ADD_UP,
    (tx, { paid }) => replace(tx, paid, ['tax_rows'], '"charged"', '"reverse_charge"'),
  ],
  [
    'a line has another tax than its row',
    ADD_UP,
    (tx, { paid }) => replace(tx, paid, ['lines'], '"tax_minor":1900', '"tax_minor":1899'),
  ],
  [
    'a line is of a row that is not there',
    ADD_UP,
    (tx, { paid }) => replace(tx, paid, ['lines'], '"tax_row":0', '"tax_row":1'),
  ],
  [
    'a refund has no tax any more',
    ADD_UP,
    (tx, { first }) =>
      run(
        tx,
        `UPDATE transactions SET tax_minor = 0, subtotal_minor = total_minor
         WHERE transaction_id = :first`,
        { first },
      ),
  ],
  [
    'refunds of the whole give back a cent too much tax, and a cent less of the price',
    GIVE_BACK,
    async (tx, { first }) => {
      await replace(tx, first, ['tax_rows', 'lines'], '"tax_minor":950', '"tax_minor":951');
      await replace(tx, first, ['tax_rows'], '"net_minor":5000', '"net_minor":4999');
    },
  ],
  [
    'a refund gives back the tax of another country',
    GIVE_BACK,
    (tx, { second }) => replace(tx, second, ['tax_rows'], '"DE"', '"FR"'),
  ],
  [
    'a refund gives back a tax that nobody paid',
    GIVE_BACK,
    (tx, { paid }) =>
      run(tx, `UPDATE transactions SET tax_rows = '[]' WHERE transaction_id = :paid`, { paid }),
  ],
  [
    'a lost dispute gives back another tax',
    GIVE_BACK,
    (tx, { disputed }) =>
      run(
        tx,
        `UPDATE disputes SET tax_rows = replace(replace(tax_rows, ':1900', ':1899'), ':10000',
           ':10001') WHERE transaction_id = :disputed`,
        { disputed },
      ),
  ],
  [
    'a lost dispute has forgotten its tax',
    'the ledger has every movement',
    (tx, { disputed }) =>
      run(tx, `UPDATE disputes SET tax_rows = '[]' WHERE transaction_id = :disputed`, { disputed }),
  ],
  [
    'the ledger owes no tax',
    'the ledger has every movement',
    (tx) =>
      run(tx, `UPDATE ledger_entries SET credit_account = 'fees' WHERE credit_account = 'tax'`),
  ],
  [
    'the taxes of a session are of another amount',
    ADD_UP,
    (tx) => {
      const row = { kind: 'exempt', net_minor: 1, tax_minor: 0, taxes: [] };
      const sql = 'UPDATE checkouts SET tax_rows = :rows';
      return run(tx, sql, { rows: JSON.stringify([row]) });
    },
  ],
  [
    'a store is registered before it has a country',
    'stores say where they pay taxes',
    (tx, { store_id }) =>
      run(tx, 'UPDATE stores SET tax_settings = :settings WHERE store_id = :store_id', {
        ...{ store_id, settings: JSON.stringify({ registrations: [REGISTERED] }) },
      }),
  ],
  [
    'a registration ends before it begins',
    'stores say where they pay taxes',
    (tx, { store_id }) => {
      const registrations = [{ ...REGISTERED, until: '2023-12-31' }];
      const settings = JSON.stringify({ country: 'DE', registrations });
      const sql = 'UPDATE stores SET tax_settings = :settings WHERE store_id = :store_id';
      return run(tx, sql, { store_id, settings });
    },
  ],
  [
    'two rates of one tax hold on the same days',
    'stores say where they pay taxes',
    async (tx, { store_id }) => {
      for (const rate of ['rate_1', 'rate_2']) {
        await run(
          tx,
          `INSERT INTO tax_rates (store_id, tax_rate_id, country, tax, rate_ppm, valid_from,
             created_at) VALUES (:store_id, :rate, 'US', 'sales tax', 70000, '2026-01-01', 1)`,
          { store_id, rate },
        );
      }
    },
  ],
];

const REGISTERED = {
  ...{ scheme: 'standard', country: 'DE', region: null, since: '2024-01-01', until: null },
  tax_number: null,
};

describe('each planted corruption of taxes is found', () => {
  let shop: Shop;
  let sold: Sold;
  before(async () => {
    shop = await startShop();
    sold = await sell(await shop.openStore());
    await shop.place.removeGuards(shop.db);
  });
  beforeEach(async () => assert.deepEqual(wrong(await verified(shop)), []));

  for (const [title, found, plant] of corruptions) {
    test(title, () => assertFound(shop, found, (tx) => plant(tx, sold)));
  }
});
