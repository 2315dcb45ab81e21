import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Tx, Values } from '../../../src/platform/db/database.ts';
import { cards, DECLINES_LATER, GOOD } from '../../harness/cast.ts';
import { assertFound, checksWith, run, verified, wrong } from '../../harness/planting.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

const SOLD = 'figures are what was sold';
const MOVED = 'figures are how subscriptions moved';
const STAND = 'subscriptions are counted as they are';
const TAXED = 'tax figures are what was sold';

test('however many products were sold, the sums of a few are in memory at once', async () => {
  const shop = await startShop();
  const { product, create, complete } = await shop.openStore();
  const sell = async () => {
    const { checkout_session_id } = await create({ product_id: await product() });
    await complete(checkout_session_id, cards.pays);
  };
  const largest = async () => {
    const sizes: number[] = [];
    const snapshot: Shop['db']['snapshot'] = (work) =>
      shop.db.snapshot((reader) =>
        work({
          ...{ maybe: reader.maybe.bind(reader), match: reader.match.bind(reader) },
          async all<Row>(sql: string, values?: Values): Promise<Row[]> {
            const rows = await reader.all<Row>(sql, values);
            if (/GROUP BY \w\.product_id/.test(sql)) sizes.push(rows.length);
            return rows;
          },
        }),
      );
    const looked_at = { db: { ...shop.db, snapshot }, place: shop.place };
    assert.deepEqual(wrong(await verified(looked_at)), []);
    return Math.max(...sizes);
  };
  for (let at = 0; at < 3; at++) await sell();
  const in_small = await largest();
  for (let at = 0; at < 9; at++) await sell();
  assert.equal(await largest(), in_small);
});

/** A shop in which everything that is counted has happened. */
async function sell(shop: Shop): Promise<void> {
  const store = await shop.openStore();
  const { product, plan, coupon, create, complete, ask, refund, subscribe, advance } = store;
  await coupon('HALF');
  const editor = await product();
  const pay = async (payment_method = cards.pays, more: object = {}) => {
    const { checkout_session_id } = await create({ product_id: editor, ...more });
    return (await complete(checkout_session_id, payment_method)).transaction_id;
  };
  await refund(await pay(), { amount: 3 });
  await refund(await pay(cards.returns_refunds, { coupon_code: 'HALF' }));
  await pay(cards.disputed_lost);
  await pay(cards.disputed_won);
  const { checkout_session_id } = await create({ product_id: editor });
  await ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.declined });
  await create({ product_id: editor });
  const [basic, pro] = [await plan({ price: 30 }), await plan({ price: 60 })];
  const changed = await subscribe(basic);
  await subscribe(basic, { customer_id: 'bob' });
  await subscribe(await plan({ trial_days: 3, price: 5 }), { customer_id: 'bob' });
  const paused = await subscribe(pro, { customer_id: 'eve' });
  await store.update(changed, { plan_id: pro });
  await store.pause(paused);
  await store.changeCard(DECLINES_LATER, 'bob');
  await advance('P1M');
  await store.changeCard(GOOD, 'bob');
  await store.cancel(changed);
  await store.resume(paused);
}

const SALES = [
  ...['gross_minor', 'refunded_minor', 'disputed_minor', 'tax_minor', 'discounts_minor'],
  ...['declined_minor', 'failed_minor', 'recovered_minor', 'payments', 'refunds'],
  ...['disputes_opened', 'disputes_won', 'disputes_lost', 'coupon_purchases'],
  ...['declined_payments', 'failed_renewals', 'recovered_renewals'],
  ...['checkouts_opened', 'checkouts_begun', 'checkouts_paid', 'fees_minor', 'month'],
];
const MOVES = [
  ...['mrr_new_minor', 'mrr_expansion_minor', 'mrr_contraction_minor', 'mrr_churn_minor'],
  ...['mrr_reactivation_minor', 'customers_new', 'customers_churned', 'customers_reactivated'],
  ...['subscriptions_started', 'subscriptions_stopped', 'trialing_change', 'trials_started'],
  ...['trials_converted', 'trials_lost', 'month'],
];

/** One more in the first row of a table. */
const oneMore = (table: string, column: string) => `UPDATE ${table} SET ${column} = ${column} + 1
  WHERE day = (SELECT MIN(day) FROM ${table}) AND product_id = ''`;

type Corruption = [title: string, found: string, plant: (tx: Tx) => Promise<unknown>];

const corruptions: Corruption[] = [
  [
    'a sum of one product',
    SOLD,
    (tx) => run(tx, `UPDATE sales_days SET payments = 7 WHERE product_id <> '' AND payments = 1`),
  ],
  [
    'a day that is not there',
    SOLD,
    (tx) => run(tx, `DELETE FROM sales_days WHERE product_id = ''`),
  ],
  [
    'a day on which nothing was sold',
    SOLD,
    (tx) =>
      run(
        tx,
        `INSERT INTO sales_days (store_id, product_id, currency, day, month, gross_minor)
         SELECT store_id, product_id, 'JPY', day, month, 5 FROM sales_days LIMIT 1`,
      ),
  ],
  [
    'a decline on another day',
    SOLD,
    (tx) =>
      run(
        tx,
        `UPDATE transactions SET settled_at = settled_at + 86400000 WHERE status = 'declined'`,
      ),
  ],
  [
    'days of subscriptions that are not there',
    MOVED,
    (tx) => run(tx, 'DELETE FROM subscription_days'),
  ],
  [
    'a cohort',
    MOVED,
    (tx) => run(tx, 'UPDATE cohort_months SET active_change = active_change + 1'),
  ],
  [
    'a movement that is gone',
    MOVED,
    (tx) => run(tx, 'DELETE FROM subscription_movements WHERE position = 1'),
  ],
  [
    'a movement of another amount',
    MOVED,
    (tx) => run(tx, 'UPDATE subscription_movements SET mrr_minor = 1 WHERE mrr_minor > 0'),
  ],
  [
    'what a customer pays a month',
    MOVED,
    (tx) => run(tx, 'UPDATE customer_standings SET mrr_minor = 1'),
  ],
  [
    'how a subscription is counted',
    STAND,
    (tx) => run(tx, 'UPDATE subscription_standings SET mrr_minor = mrr_minor + 1'),
  ],
  [
    'a subscription that is not counted',
    STAND,
    (tx) => run(tx, 'DELETE FROM subscription_standings'),
  ],
  [
    'the net amount of a day of taxes',
    TAXED,
    (tx) => run(tx, 'UPDATE tax_days SET net_minor = net_minor + 1'),
  ],
  ['the tax of a day', TAXED, (tx) => run(tx, 'UPDATE tax_days SET tax_minor = tax_minor - 1')],
  [
    'a day of taxes with one payment less',
    TAXED,
    (tx) => run(tx, 'UPDATE tax_days SET entries = entries - 1'),
  ],
  ['days of taxes that are not there', TAXED, (tx) => run(tx, 'DELETE FROM tax_days')],
  ['a tax of another country', TAXED, (tx) => run(tx, `UPDATE tax_days SET country = 'FR'`)],
  [
    'the price of a subscription',
    STAND,
    (tx) => run(tx, 'UPDATE subscriptions SET price_minor = 1'),
  ],
];

describe('kassa verify finds in the figures', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
    await sell(shop);
    const checks = await verified(shop);
    assert.deepEqual(wrong(checks), [], JSON.stringify(checks));
  });

  for (const [title, found, plant] of corruptions) {
    test(title, () => assertFound(shop, found, plant));
  }

  for (const [table, names, found] of [
    ['sales_days', SALES.slice(0, 11), SOLD],
    ['sales_days', SALES.slice(11), SOLD],
    ['subscription_days', MOVES, MOVED],
  ] as const) {
    test(`each sum of ${table}, from ${names[0]} on`, async () => {
      const checks = await checksWith(shop, async (tx) => {
        for (const name of names) await run(tx, oneMore(table, name));
      });
      const text = checks.find(({ name }) => name === found)?.violations.join('\n') ?? '';
      const missed = names.filter((name) => !text.includes(`${name} `));
      assert.deepEqual(missed, []);
    });
  }
});
