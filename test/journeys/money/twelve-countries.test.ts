import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CastStore, cards } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';

// What a bookkeeper expects of a German seller who is registered at home, in the One-Stop-Shop and in
// six other countries: a purchase of 49.99, refunded in two parts (20.00, then the rest); a plan of
// 20.00 a month that begins with a trial, is renewed, and is changed to one of 80.00 when half of the
// month is left. Computed by hand: 49.99 x 19 / 100 = 9.4981; 49.99 x 19 / 119 = 7.9816; a refund of
// 20.00 out of 59.49 with 9.50 of tax has 3.1938 of it; the change gives back half of 23.80 and
// charges half of 95.20; and so on. Yen are a hundred times as many.

/** Without tax, tax, with tax. */
type Amounts = [net: number, tax: number, total: number];

interface Expected {
  purchase: Amounts;
  /** The tax of both refunds. */
  refunds: [part: number, rest: number];
  /** After the trial, and again a month later. */
  period: Amounts;
  upgrade: Amounts;
}

const figures = (
  purchase: Amounts,
  refunds: Expected['refunds'],
  period: Amounts,
  upgrade: Amounts,
): Expected => ({ purchase, refunds, period, upgrade });

const NO_TAX = figures([49.99, 0, 49.99], [0, 0], [20, 0, 20], [30, 0, 30]);

interface Place {
  place: string;
  currency: string;
  tax_id: string;
  /** What a buyer with this tax number pays; else it makes no difference. */
  with_number?: 'reverse_charge';
  kind: 'charged' | 'out_of_scope';
  rates: number[];
  exclusive: Expected;
  inclusive: Expected;
}

const TABLE: Place[] = [
  {
    ...{ place: 'DE', currency: 'EUR', tax_id: 'DE136695976', kind: 'charged', rates: [19] },
    exclusive: figures([49.99, 9.5, 59.49], [3.19, 6.31], [20, 3.8, 23.8], [30, 5.7, 35.7]),
    inclusive: figures([42.01, 7.98, 49.99], [3.19, 4.79], [16.81, 3.19, 20], [25.21, 4.79, 30]),
  },
  {
    ...{ place: 'FR', currency: 'EUR', tax_id: 'FR40303265045', kind: 'charged', rates: [20] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 10, 59.99], [3.33, 6.67], [20, 4, 24], [30, 6, 36]),
    inclusive: figures([41.66, 8.33, 49.99], [3.33, 5], [16.67, 3.33, 20], [25, 5, 30]),
  },
  {
    ...{ place: 'FI', currency: 'EUR', tax_id: 'FI20774740', kind: 'charged', rates: [25.5] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 12.75, 62.74], [4.06, 8.69], [20, 5.1, 25.1], [30, 7.65, 37.65]),
    inclusive: figures([39.83, 10.16, 49.99], [4.06, 6.1], [15.94, 4.06, 20], [23.9, 6.1, 30]),
  },
  {
    ...{ place: 'HU', currency: 'HUF', tax_id: 'HU12892312', kind: 'charged', rates: [27] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 13.5, 63.49], [4.25, 9.25], [20, 5.4, 25.4], [30, 8.1, 38.1]),
    inclusive: figures([39.36, 10.63, 49.99], [4.25, 6.38], [15.75, 4.25, 20], [23.63, 6.37, 30]),
  },
  {
    ...{ place: 'EE', currency: 'EUR', tax_id: 'EE100931558', kind: 'charged', rates: [24] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 12, 61.99], [3.87, 8.13], [20, 4.8, 24.8], [30, 7.2, 37.2]),
    inclusive: figures([40.31, 9.68, 49.99], [3.87, 5.81], [16.13, 3.87, 20], [24.2, 5.8, 30]),
  },
  {
    ...{ place: 'GB', currency: 'GBP', tax_id: 'GB980780684', kind: 'charged', rates: [20] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 10, 59.99], [3.33, 6.67], [20, 4, 24], [30, 6, 36]),
    inclusive: figures([41.66, 8.33, 49.99], [3.33, 5], [16.67, 3.33, 20], [25, 5, 30]),
  },
  {
    ...{ place: 'CH', currency: 'CHF', tax_id: 'CHE107787577', kind: 'charged', rates: [8.1] },
    exclusive: figures([49.99, 4.05, 54.04], [1.5, 2.55], [20, 1.62, 21.62], [30, 2.43, 32.43]),
    inclusive: figures([46.24, 3.75, 49.99], [1.5, 2.25], [18.5, 1.5, 20], [27.75, 2.25, 30]),
  },
  {
    ...{ place: 'NO', currency: 'NOK', tax_id: 'NO995525828MVA', kind: 'charged', rates: [25] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 12.5, 62.49], [4, 8.5], [20, 5, 25], [30, 7.5, 37.5]),
    inclusive: figures([39.99, 10, 49.99], [4, 6], [16, 4, 20], [24, 6, 30]),
  },
  {
    // GST 2.4995 and QST 4.98650 are two taxes, each rounded: 2.50 + 4.99. Of the refunds too: with
    // the tax in the price 0.8682 + 1.7363 of 2.17 + 4.34.
    ...{ place: 'CA-QC', currency: 'CAD', tax_id: '123456789RT0001', kind: 'charged' },
    rates: [5, 9.975],
    exclusive: figures([49.99, 7.49, 57.48], [2.61, 4.88], [20, 3, 23], [30, 4.49, 34.49]),
    inclusive: figures([43.48, 6.51, 49.99], [2.61, 3.9], [17.4, 2.6, 20], [26.09, 3.91, 30]),
  },
  {
    ...{ place: 'AU', currency: 'AUD', tax_id: 'AU51824753556', kind: 'charged', rates: [10] },
    with_number: 'reverse_charge',
    exclusive: figures([49.99, 5, 54.99], [1.82, 3.18], [20, 2, 22], [30, 3, 33]),
    inclusive: figures([45.45, 4.54, 49.99], [1.82, 2.72], [18.18, 1.82, 20], [27.27, 2.73, 30]),
  },
  {
    ...{ place: 'JP', currency: 'JPY', tax_id: 'T1234567890123', kind: 'charged', rates: [10] },
    exclusive: figures([4999, 500, 5499], [182, 318], [2000, 200, 2200], [3000, 300, 3300]),
    inclusive: figures([4545, 454, 4999], [182, 272], [1818, 182, 2000], [2727, 273, 3000]),
  },
  {
    ...{ place: 'US', currency: 'USD', tax_id: '12-3456789', kind: 'out_of_scope', rates: [] },
    ...{ exclusive: NO_TAX, inclusive: NO_TAX },
  },
];

const REGISTRATIONS = [
  { country: 'DE', since: '2024-01-01' },
  { scheme: 'oss', country: 'DE', since: '2024-01-01' },
  ...['GB', 'CH', 'NO', 'CA', 'AU', 'JP'].map((country) => ({ country, since: '2024-01-01' })),
  { country: 'CA', region: 'QC', since: '2024-01-01' },
];

interface Case extends Place {
  has_number: boolean;
  behavior: 'exclusive' | 'inclusive';
  customer_id: string;
}

const CASES: Case[] = TABLE.flatMap((row) =>
  [false, true].flatMap((has_number) =>
    (['exclusive', 'inclusive'] as const).map((behavior) => ({
      ...{ ...row, has_number, behavior },
      customer_id: `${row.place} ${has_number} ${behavior}`,
    })),
  ),
);

const isReversed = ({ has_number, with_number }: Case): boolean =>
  has_number && with_number === 'reverse_charge';

const expectedOf = (one: Case): Expected => (isReversed(one) ? NO_TAX : one[one.behavior]);

const kindOf = (one: Case): string => (isReversed(one) ? 'reverse_charge' : one.kind);

type Body = Awaited<ReturnType<CastStore['must']>>;

const amounts = ({ subtotal, discount, tax, total, balance_change = 0 }: Body): Amounts => {
  assert.deepEqual([discount, balance_change], [0, 0]);
  return [subtotal, tax, total];
};

suite('twelve countries', async () => {
  const shop = await startShop();
  const store = await shop.openStore();
  const settings = { country: 'DE', registrations: REGISTRATIONS, when_unverified: 'accept' };
  await store.must('POST /update-tax-settings', settings);
  const products = new Map<string, Promise<string>>();
  /** Something at this price, in the currency and the way in which it is sold. */
  const product = (
    { currency, behavior: tax_behavior }: Case,
    price: number,
    more: object = {},
  ) => {
    const name = `${currency} ${tax_behavior} ${price}`;
    const times = currency === 'JPY' ? 100 : 1;
    const terms = { name, currency, tax_behavior, price: Math.round(price * times * 100) / 100 };
    const known = products.get(name) ?? store.product({ ...terms, ...more });
    products.set(name, known);
    return known;
  };
  const buy = async ({ customer_id }: Case, product_id: string) => {
    const session = await store.create({ product_id, customer_id });
    const { checkout_session_id } = session;
    const paid = await store.complete(checkout_session_id, cards.pays);
    assert.deepEqual(
      [paid.subtotal, paid.tax, paid.total],
      [session.subtotal, session.tax, session.total],
    );
    return paid;
  };
  const transactionsOf = async (filter: object): Promise<Body[]> =>
    (await store.must('GET /get-transactions', filter)).data;

  const found = new Map<string, Expected & { kinds: string[]; rates: number[][] }>();
  const subscriptions = new Map<string, string>();
  for (const one of CASES) {
    const [country, state] = one.place.split('-');
    const tax_id = one.has_number ? one.tax_id : null;
    const billing = { customer_id: one.customer_id, tax_id, address: { country, state } };
    await store.must('POST /create-customer-billing', billing);
    const sold = await buy(one, await product(one, 49.99));
    const [payment] = await transactionsOf({ transaction_id: sold.transaction_id });
    assert.deepEqual(amounts(payment), amounts(sold));
    const amount = one.currency === 'JPY' ? 2000 : 20;
    const part = await store.refund(sold.transaction_id, { amount });
    const rest = await store.refund(sold.transaction_id);
    for (const refund of [part, rest]) assert.equal(refund.tax_breakdown[0].corrects, '2026-11-14');
    const plan = { billing_type: 'recurring', trial_days: 7, tier: 1 };
    const begun = await buy(one, await product(one, 20, plan));
    assert.deepEqual(amounts(begun), [0, 0, 0]);
    subscriptions.set(one.customer_id, begun.subscription_id);
    const rows: Body[] = payment.tax_breakdown;
    found.set(one.customer_id, {
      ...figures(amounts(payment), [part.tax, rest.tax], [0, 0, 0], [0, 0, 0]),
      kinds: rows.map(({ kind }) => kind),
      rates: rows.map(({ rate }) => rate),
    });
  }
  await store.advance('P1M7D'); // Trials end after 7 days; the first renewal is a month later.
  await store.advance('P15DT12H'); // Half of the 31 days to 21 January are left.
  for (const one of CASES) {
    const subscription_id = subscriptions.get(one.customer_id);
    const seen = found.get(one.customer_id) ?? assert.fail();
    const [renewal, after_trial] = await transactionsOf({ subscription_id, type: 'renewal' });
    assert.deepEqual(amounts(after_trial), amounts(renewal), one.customer_id);
    const more = { billing_type: 'recurring', tier: 2 };
    const new_plan_id = await product(one, 80, more);
    const change = { subscription_id, plan_id: new_plan_id };
    const preview = await store.must('POST /preview-subscription-change', change);
    await store.must('POST /upgrade-subscription', { subscription_id, new_plan_id });
    const [upgrade] = await transactionsOf({ subscription_id, type: 'plan_change' });
    assert.deepEqual([preview.total, preview.lines], [upgrade.total, upgrade.lines]);
    Object.assign(seen, { period: amounts(renewal), upgrade: amounts(upgrade) });
  }

  for (const one of CASES) {
    const who = `${one.place}, ${one.has_number ? 'with' : 'without'} a tax number`;
    test(`${who}, prices ${one.behavior === 'inclusive' ? 'with' : 'without'} tax: purchase, refunds, trial, renewal, upgrade`, () => {
      const kind = kindOf(one);
      const rates = kind === 'charged' ? one.rates : [0];
      assert.deepEqual(found.get(one.customer_id), {
        ...expectedOf(one),
        ...{ kinds: rates.map(() => kind), rates },
      });
    });
  }

  test('each of them has the invoices and credit notes that these amounts make', async () => {
    for (const one of CASES) {
      const { customer_id } = one;
      const { data } = await store.must('GET /list-invoices', { customer_id });
      const documents = data.toReversed().map(({ kind, subtotal, discount, tax, total }: Body) => {
        assert.equal(discount, 0);
        return [kind, subtotal, tax, total];
      });
      assert.deepEqual(documents, documentsOf(one), customer_id);
    }
  });

  test('the ledger owes the tax of what was not given back, and all is as it must be', async () => {
    const owed = new Map<string, number>();
    for (const one of CASES) {
      const { period, upgrade } = expectedOf(one);
      const tax = Math.round((2 * period[1] + upgrade[1]) * (one.currency === 'JPY' ? 1 : 100));
      owed.set(one.currency, (owed.get(one.currency) ?? 0) + tax);
    }
    const sql = `SELECT currency, CAST(SUM(CASE WHEN credit_account = 'tax' THEN amount_minor
        ELSE -amount_minor END) AS bigint) AS tax FROM ledger_entries
      WHERE store_id = :store_id AND (credit_account = 'tax' OR debit_account = 'tax')
      GROUP BY currency`;
    const rows = await shop.db.reader(store).all<{ currency: string; tax: number }>(sql);
    for (const { currency, tax } of rows) assert.equal(tax, owed.get(currency), currency);
    assert.equal(rows.length, [...owed.values()].filter((tax) => tax > 0).length);
    await shop.assertRight();
  });
});

/** What a buyer gets, in the order of time. */
function documentsOf(one: Case): [kind: string, ...Amounts][] {
  const { purchase, refunds, period, upgrade } = expectedOf(one);
  const hundredths = one.currency === 'JPY' ? 1 : 100;
  const less = (total: number, tax: number) => Math.round((total - tax) * hundredths) / hundredths;
  const part = one.currency === 'JPY' ? 2000 : 20;
  const rest = less(purchase[2], part);
  return [
    ['invoice', ...purchase],
    ['credit_note', less(part, refunds[0]), refunds[0], part],
    ['credit_note', less(rest, refunds[1]), refunds[1], rest],
    ['invoice', ...period],
    ['invoice', ...period],
    ['invoice', ...upgrade],
  ];
}
