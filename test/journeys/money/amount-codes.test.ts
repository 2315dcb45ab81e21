import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CastStore } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';

// Codes for an amount, all the way: session, payment, renewal, change, refund, invoice, credit note,
// figures and report agree, in currencies with any number of decimals and with any tax.

type Body = Awaited<ReturnType<CastStore['must']>>;
type Sums = [subtotal: number, discount: number, tax: number, total: number];

const shop = await startShop();
const DECIMALS: Record<string, number> = { JPY: 0, EUR: 2, KWD: 3 };

const sums = ({ subtotal, discount, tax, total }: Body): Sums => [subtotal, discount, tax, total];

/** subtotal - discount + tax + balance_change = total, and the lines add up to that too. */
function assertAddsUp(one: Body): void {
  const minor = (amount: number) => Math.round(amount * 10 ** (DECIMALS[one.currency] ?? 2));
  const { subtotal, discount, tax, balance_change = 0, total, lines } = one;
  const sum = minor(subtotal) - minor(discount) + minor(tax) + minor(balance_change);
  assert.equal(sum, minor(total), JSON.stringify(one));
  const of_lines = lines.reduce((all: number, line: Body) => all + minor(line.amount), 0);
  assert.equal(of_lines, minor(total), JSON.stringify(one));
  for (const part of [discount, total]) assert.ok(part >= 0, JSON.stringify(one));
}

/** A German seller with a private buyer at home and a business in Austria. */
async function germanStore(): Promise<CastStore> {
  const store = await shop.openStore();
  await store.must('POST /update-tax-settings', {
    ...{ country: 'DE', legal_name: 'Ada GmbH', when_unverified: 'accept' },
    registrations: [
      { country: 'DE', since: '2020-01-01', tax_number: 'DE136695976' },
      { country: 'DE', scheme: 'oss', since: '2020-01-01' },
    ],
  });
  for (const [customer_id, country, tax_id] of [
    ['private', 'DE', null],
    ['business', 'AT', 'ATU13585627'],
  ]) {
    await store.must('POST /create-customer-billing', {
      customer_id,
      tax_id,
      address: { country },
    });
  }
  return store;
}

// 2 x 20.00 with 5.55 off, and with 99.00 off. With 19 % in the price, 34.45 have 5.50 of it; with
// 19 % on it, 34.45 get 6.55 more. The business in Austria pays no tax.
const TABLE: [currency: string, price: number, amount: number, Record<string, Sums>][] = [
  [
    ...(['EUR', 20, 5.55] as const),
    {
      'private inclusive': [33.61, 4.66, 5.5, 34.45],
      'private exclusive': [40, 5.55, 6.55, 41],
      'business inclusive': [40, 5.55, 0, 34.45],
      'business exclusive': [40, 5.55, 0, 34.45],
    },
  ],
  [
    ...(['EUR', 20, 99] as const),
    {
      'private inclusive': [33.61, 33.61, 0, 0],
      'private exclusive': [40, 40, 0, 0],
      'business exclusive': [40, 40, 0, 0],
    },
  ],
  [
    ...(['JPY', 2000, 555] as const),
    {
      'private inclusive': [3361, 466, 550, 3445],
      'private exclusive': [4000, 555, 655, 4100],
    },
  ],
  [
    ...(['KWD', 20, 5.555] as const),
    {
      'private inclusive': [33.613, 4.668, 5.5, 34.445],
      'private exclusive': [40, 5.555, 6.545, 40.99],
    },
  ],
];

test('session, payment, renewal, invoice, refunds and credit notes of an amount agree, in three currencies, with and without tax', async () => {
  const store = await germanStore();
  const begun: { subscription_id: string; expected: Sums; currency: string }[] = [];
  for (const [at, [currency, price, discount_amount, cases]] of TABLE.entries()) {
    const off = { discount_percentage: undefined, discount_amount, currency };
    const coupon_code = await store.coupon(`CODE-${at}`, { ...off, duration: 'forever' });
    for (const [name, expected] of Object.entries(cases)) {
      const [customer_id, tax_behavior] = name.split(' ');
      const product_id = await store.plan({ price, currency, tax_behavior });
      const session = await store.create({ product_id, quantity: 2, customer_id, coupon_code });
      assert.deepEqual(sums(session), expected, name);
      const { subscription_id } = await store.complete(session.checkout_session_id);
      begun.push({ subscription_id, expected, currency });
    }
  }
  await store.advance('P1M');
  for (const { subscription_id, expected, currency } of begun) {
    const paid = await store.transactions(subscription_id);
    assert.equal(paid.length, 2);
    for (const one of paid) {
      assertAddsUp(one);
      assert.deepEqual(sums(one), expected);
    }
    const [renewal] = paid;
    const { transaction_id, total } = renewal;
    if (total > 0) {
      const part = currency === 'JPY' ? 1000 : 10.01;
      assertRefund(await store.refund(transaction_id, { amount: part }), part);
      const rest = Math.round((total - part) * 1000) / 1000;
      assertRefund(await store.refund(transaction_id), rest);
    }
    const { data } = await store.must('GET /list-invoices', { transaction_id });
    const [invoice, ...credit_notes]: Body[] = data.toReversed();
    assert.deepEqual(sums(invoice), expected);
    // What was refunded in parts is credited whole, tax and all.
    const credited = (name: string) =>
      credit_notes.reduce((all, one) => Math.round((all + one[name]) * 1000) / 1000, 0);
    assert.deepEqual([credited('tax'), credited('total')], expected.slice(2));
  }
  await assertReported(store);
  await shop.assertRight();
});

/** The tax report has the net and the tax of what was sold and kept, the figures what was taken off. */
async function assertReported(store: CastStore): Promise<void> {
  const { data } = await store.must('GET /get-transactions', { limit: 100 });
  const { rows } = await store.must('GET /get-tax-report', {
    from: '2026-10-01',
    to: '2026-12-31',
  });
  for (const currency of Object.keys(DECIMALS)) {
    const minor = (amount: number) => Math.round(amount * 10 ** (DECIMALS[currency] ?? 2));
    const sum = (all: Body[], of: (one: Body) => number) =>
      all
        .filter((one) => one.currency === currency)
        .reduce((total, one) => total + of(one) * (one.type === 'refund' ? -1 : 1), 0);
    const net = ({ subtotal, discount }: Body) => minor(subtotal) - minor(discount);
    assert.equal(
      sum(rows, (one) => minor(one.net)),
      sum(data, net),
      currency,
    );
    assert.equal(
      sum(rows, (one) => minor(one.tax)),
      sum(data, (one) => minor(one.tax)),
      currency,
    );
    const { totals } = await store.must('GET /get-metrics', { currency, from: '2026-11-01' });
    const payments = data.filter((one: Body) => one.type !== 'refund');
    assert.equal(
      minor(totals.discounts),
      sum(payments, (one) => minor(one.discount)),
      currency,
    );
  }
}

function assertRefund(refund: Body, amount: number): void {
  assert.equal(refund.total, amount);
  assert.ok(refund.tax >= 0 && refund.tax <= amount);
}

test('who wants something for nothing gets nothing: seats, plans, refunds and cancels with codes above the price', async () => {
  const store = await shop.openStore();
  const small = await store.plan({ price: 10, tier: 1 });
  const large = await store.plan({ name: 'Large', price: 100, tier: 2 });
  const off = { discount_percentage: undefined, currency: 'EUR' };
  await store.coupon('ONCE', { ...off, discount_amount: 25, duration: 'once' });
  await store.coupon('EVER', { ...off, discount_amount: 25, duration: 'forever' });
  const update = (change: object) => (subscription_id: string) =>
    store.ask('POST /update-subscription', { subscription_id, ...change });
  const cancel = (subscription_id: string) =>
    store.ask('POST /cancel-subscription', { subscription_id, refund: 'full' });
  const refundAll = async (subscription_id: string) => {
    for (const { transaction_id, type } of await store.transactions(subscription_id)) {
      if (type !== 'refund') await store.ask('POST /refund-transaction', { transaction_id });
    }
  };
  const wait = () => store.advance('P10D');
  const sequences: ((subscription_id: string) => Promise<unknown>)[][] = [
    [update({ quantity: 9 }), update({ quantity: 1 }), refundAll, cancel],
    [update({ plan_id: large }), refundAll, update({ plan_id: small }), cancel],
    [update({ plan_id: large, proration: 'none' }), update({ plan_id: small }), refundAll],
    [update({ plan_id: large }), wait, update({ plan_id: small }), refundAll, cancel],
    [update({ quantity: 30 }), wait, update({ plan_id: large, quantity: 1 }), cancel, refundAll],
    [wait, update({ plan_id: large, proration: 'next_renewal' }), cancel, refundAll],
  ];
  for (const coupon_code of ['ONCE', 'EVER']) {
    for (const [at, steps] of sequences.entries()) {
      for (const quantity of [1, 3]) {
        const customer_id = `${coupon_code}-${at}-${quantity}`;
        const subscription_id = await store.subscribe(small, {
          coupon_code,
          customer_id,
          quantity,
        });
        for (const step of steps) await step(subscription_id);
        let kept = 0;
        for (const { type, status, total } of await store.transactions(subscription_id)) {
          if (status !== 'declined') kept += Math.round((type === 'refund' ? -total : total) * 100);
        }
        const credit = Math.round(((await store.balances(customer_id)).EUR ?? 0) * 100);
        assert.ok(kept >= 0 && credit <= kept, `${customer_id}: ${credit} of ${kept}`);
      }
    }
  }
  await shop.assertRight();
});
