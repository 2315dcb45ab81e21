import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { billedLine } from '../../harness/sales/billed-line.ts';
import { buyTaxed, sellTaxed, type TaxedPurchase } from '../../harness/sales/taxed-purchase.ts';
import { startShop } from '../../harness/shop.ts';

// What goes back of a sale takes its share of the tax along: refunds, lost disputes, and refunds that
// fail after all.

const shop = await startShop();
let store: CastStore;
beforeEach(async () => {
  store = await shop.openStore();
  await sellTaxed(store);
});

const find = async (transaction_id: string) =>
  (await store.must('GET /get-transactions', { transaction_id })).data[0];

/** What accounts have, in minor units. */
async function accounts(): Promise<Record<string, number>> {
  const sql = `SELECT debit_account, credit_account, amount_minor FROM ledger_entries
    WHERE store_id = :store_id`;
  const sums: Record<string, number> = {};
  for (const row of await shop.db
    .reader(store)
    .all<{ debit_account: string; credit_account: string; amount_minor: number }>(sql)) {
    sums[row.debit_account] = (sums[row.debit_account] ?? 0) + row.amount_minor;
    sums[row.credit_account] = (sums[row.credit_account] ?? 0) - row.amount_minor;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const GERMAN = { price: 119, place: 'DE' };

test('a part of a sale goes back with its share of the tax, and the record shows it', async () => {
  const transaction_id = await buyTaxed(store, GERMAN);
  const refund = await store.refund(transaction_id, { amount: 59.5 });
  assert.deepEqual(
    [refund.subtotal, refund.discount, refund.tax, refund.total],
    [50, 0, 9.5, 59.5],
  );
  assert.deepEqual(refund.lines, [
    billedLine('Refund: Editor', [1, 59.5, 9.5], 'refund', 'Editor'),
  ]);
  assert.deepEqual(refund.tax_breakdown, [
    {
      ...{ kind: 'charged', country: 'DE', region: null, name: 'VAT', rate: 19 },
      ...{ net: 50, tax: 9.5, note: null, corrects: '2026-11-14' },
    },
  ]);
  assert.deepEqual(await accounts(), { gateway: 5950, refunds: 5000, sales: -10_000, tax: -950 });
  await shop.assertRight();
});

const FINNISH: TaxedPurchase = { price: 9.99, place: 'FI' };
const QUEBEC: TaxedPurchase = { price: 49.99, currency: 'CAD', place: 'CA-QC' };
const WHOLE: [title: string, sale: TaxedPurchase, parts: number[], tax: number][] = [
  ['EUR, 25.5 %', FINNISH, [3.33, 3.33, 3.33], 2.03],
  ['EUR, first a cent', FINNISH, [0.01, 9.97, 0.01], 2.03],
  ['JPY', { price: 4999, currency: 'JPY', place: 'JP' }, [1, 1666, 3332], 454],
  ['KWD', { price: 9.99, currency: 'KWD', place: 'AE' }, [3.33, 6.65, 0.01], 0.476],
  ['CAD, two taxes', QUEBEC, [10, 0.01, 39.98], 6.51],
];

for (const [title, sale, parts, tax] of WHOLE) {
  test(`${title}: refunds of the whole in parts give back exactly the tax that was paid`, async () => {
    const transaction_id = await buyTaxed(store, sale);
    const sold = await find(transaction_id);
    assert.equal(sold.tax, tax);
    const refunds: Awaited<ReturnType<CastStore['refund']>>[] = [];
    for (const amount of parts) refunds.push(await store.refund(transaction_id, { amount }));
    const thousandths = (amount: number) => Math.round(amount * 1000);
    const back = refunds.reduce((all, one) => all + thousandths(one.tax), 0);
    assert.equal(back, thousandths(tax));
    sold.tax_breakdown.forEach((entry: { tax: number; net: number }, at: number) => {
      for (const field of ['tax', 'net'] as const) {
        const given = refunds.reduce(
          (all, one) => all + thousandths(one.tax_breakdown[at][field]),
          0,
        );
        assert.equal(given, thousandths(entry[field]));
      }
    });
    assert.deepEqual(await accounts(), {
      ...{
        sales: -minor(sold.subtotal, sold.currency),
        refunds: minor(sold.subtotal, sold.currency),
      },
    });
    await shop.assertRight();
  });
}

const minor = (amount: number, currency: string): number =>
  Math.round(amount * ({ JPY: 1, KWD: 1000 }[currency] ?? 100));

test('a refund that fails later has moved no tax, and the next one makes up for it', async () => {
  const sale = { ...GERMAN, payment_method: cards.returns_refunds };
  const transaction_id = await buyTaxed(store, sale);
  const before = await accounts();
  const refund = await store.refund(transaction_id, { amount: 40 });
  assert.equal(refund.tax, 6.39); // 40 x 19 / 119 = 6.387
  await store.advance('P3D');
  assert.equal((await find(refund.transaction_id)).status, 'failed');
  assert.deepEqual(await accounts(), before);
  await shop.assertRight();
  const whole = await store.refund(transaction_id);
  assert.deepEqual([whole.subtotal, whole.tax, whole.total], [100, 19, 119]);
  await shop.assertRight();
});

test('a refund that is declined has moved no tax', async () => {
  const sale = { ...GERMAN, payment_method: cards.refuses_refunds };
  const transaction_id = await buyTaxed(store, sale);
  const before = await accounts();
  await store.ask('POST /refund-transaction', { transaction_id, amount: 40 });
  assert.deepEqual(await accounts(), before);
  await shop.assertRight();
});

test('a dispute holds the money with its tax; lost, the tax is not owed any more', async () => {
  const sale = { ...GERMAN, payment_method: cards.disputed_lost };
  const transaction_id = await buyTaxed(store, sale);
  await store.advance('PT2H');
  assert.deepEqual((await find(transaction_id)).dispute.tax, 19);
  assert.deepEqual(await accounts(), { disputes: 11_900, sales: -10_000, tax: -1_900 });
  await shop.assertRight();
  await store.toldTypes();
  await store.advance('P3D');
  const payment = await find(transaction_id);
  assert.deepEqual([payment.dispute.status, payment.dispute.tax], ['lost', 19]);
  assert.deepEqual((await store.told())[0]?.data, payment);
  assert.deepEqual(await accounts(), { refunds: 10_000, sales: -10_000 });
  await shop.assertRight();
});

test('a dispute that is won leaves the tax owed, and all of it can be refunded', async () => {
  const sale = { ...GERMAN, payment_method: cards.disputed_won };
  const transaction_id = await buyTaxed(store, sale);
  await store.advance('P3D');
  assert.deepEqual(await accounts(), { gateway: 11_900, sales: -10_000, tax: -1_900 });
  assert.equal((await find(transaction_id)).dispute.tax, 0);
  assert.equal((await store.refund(transaction_id)).tax, 19);
  await shop.assertRight();
});

test('a refund and a lost dispute of the same payment give back its tax once', async () => {
  const sale = { ...GERMAN, payment_method: cards.disputed_lost };
  const transaction_id = await buyTaxed(store, sale);
  const refund = await store.refund(transaction_id, { amount: 33.33 });
  assert.equal(refund.tax, 5.32);
  await store.advance('P3D');
  // The bank takes the whole payment: what was refunded is the bank's mistake, and no tax.
  assert.equal((await find(transaction_id)).dispute.tax, 13.68);
  const found = await accounts();
  assert.equal(found.tax, undefined);
  await shop.assertRight();
});
