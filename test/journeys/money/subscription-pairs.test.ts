import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card } from '../../harness/cast.ts';
import { PROVIDERS } from '../../harness/sales/till.ts';
import { startTillShop, type TillStore } from '../../harness/sales/till-shop.ts';
import { times } from '../../harness/seed.ts';

// Every two things that may be done to a subscription, at the same instant, in the last millisecond
// of its period: whichever comes first, nobody gets back more than was paid.

interface Bought {
  subscription_id: string;
  transaction_id: string;
  customer_id: string;
  plans: { low: string; high: string };
  period_end: number;
}

const ACTIONS: Record<string, (bought: Bought) => [operation: string, input: object]> = {
  upgrade: ({ subscription_id, plans }) => [
    'POST /update-subscription',
    { subscription_id, plan_id: plans.high },
  ],
  downgrade: ({ subscription_id, plans }) => [
    'POST /update-subscription',
    { subscription_id, plan_id: plans.low },
  ],
  planned: ({ subscription_id, plans }) => [
    'POST /update-subscription',
    { subscription_id, plan_id: plans.low, effective: 'period_end' },
  ],
  seats: ({ subscription_id }) => ['POST /update-subscription', { subscription_id, quantity: 5 }],
  refund: ({ transaction_id }) => ['POST /refund-transaction', { transaction_id }],
  part: ({ transaction_id }) => ['POST /refund-transaction', { transaction_id, amount: 25 }],
  cancel: ({ subscription_id }) => ['POST /cancel-subscription', { subscription_id }],
  cancel_refund: ({ subscription_id }) => [
    'POST /cancel-subscription',
    { subscription_id, refund: 'full' },
  ],
  pause: ({ subscription_id }) => ['POST /pause-subscription', { subscription_id }],
  coupon: ({ subscription_id }) => ['POST /apply-coupon', { subscription_id, coupon_code: 'STAY' }],
  card: ({ customer_id }) => [
    'POST /update-payment-method',
    { customer_id, payment_method: card('5555555555554444') },
  ],
  renew: ({ period_end }) => [
    'POST /advance-clock',
    { to: new Date(period_end + 1).toISOString() },
  ],
};

const SHORT = times('PAIRS', 1) === 1;
const MOVES_MONEY = /^(upgrade|seats|refund|cancel_refund|renew)$/;

async function buy(store: TillStore, trial_days = 0): Promise<Bought> {
  const plan = async (price: number) => {
    const terms = { currency: 'EUR', billing_type: 'recurring', trial_days };
    const product = { name: `Plan of ${price}`, description: '', price, ...terms };
    return (await store.must('POST /create-product', product)).product_id;
  };
  const [low, product_id, high] = [await plan(10), await plan(20), await plan(100)];
  const customer_id = 'ada';
  const coupon = { code: 'STAY', discount_percentage: 90, duration: 'forever' };
  await store.must('POST /create-discount-code', coupon);
  const session = { product_id, quantity: 2, customer_id };
  const { checkout_session_id } = await store.must('POST /create-checkout', session);
  const { subscription_id, transaction_id } = (await store.till.pay(checkout_session_id)).body;
  const { current_period_end } = await store.must('GET /get-subscription', { subscription_id });
  const period_end = Date.parse(current_period_end);
  return { subscription_id, transaction_id, customer_id, plans: { low, high }, period_end };
}

async function assertPaidAndKept(store: TillStore, bought: Bought, pair: string): Promise<void> {
  const { subscription_id, customer_id } = bought;
  const { data } = await store.must('GET /get-transactions', { subscription_id, limit: 100 });
  let kept = 0;
  for (const { type, status, total } of data) {
    assert.notEqual(status, 'pending', pair);
    if (status !== 'declined') kept += type === 'refund' ? -total : total;
  }
  const { balances } = await store.must('GET /get-customer', { customer_id });
  assert.ok(kept >= 0 && (balances.EUR ?? 0) <= kept, `${pair}: ${balances.EUR} of ${kept}`);
}

type Named = [name: string, action: (bought: Bought) => [operation: string, input: object]];

/** Both at the same instant, in the last millisecond of a period. */
async function atOnce(store: TillStore, trial_days: number, ...both: Named[]): Promise<void> {
  const bought = await buy(store, trial_days);
  const pair = both.map(([name]) => name).join(' and ');
  await store.must('POST /advance-clock', { to: new Date(bought.period_end - 1).toISOString() });
  const calls = both.map(([, action]) => action(bought));
  const answers = await Promise.all(calls.map(([what, input]) => store.ask(what, input)));
  for (const { status, text } of answers) assert.ok(status < 500, `${pair}: ${text}`);
  await assertPaidAndKept(store, bought, pair);
  await store.assertSameBooks();
}

const TRIAL_DAYS = 10;

for (const provider of PROVIDERS) {
  test(`any two actions at the same instant, at the end of a period, give nothing for nothing: ${provider}`, async () => {
    const { shop, openStore } = await startTillShop(provider);
    // In one order, and against the stand-in those that move money: that takes longer.
    const is_short = provider === 'Stripe' && SHORT;
    const actions = Object.entries(ACTIONS).filter(([name]) => !is_short || MOVES_MONEY.test(name));
    for (const [at, [first, one]] of actions.entries()) {
      for (const [second, other] of actions.slice(SHORT ? at : 0)) {
        await atOnce(await openStore(), 0, [first, one], [second, other]);
      }
    }
    await shop.assertRight();
  });
}

test('nor two in the last millisecond of a trial', async () => {
  const { shop, openStore } = await startTillShop('the test gateway');
  const actions = Object.entries(ACTIONS);
  for (const [at, [first, one]] of actions.entries()) {
    for (const [second, other] of actions.slice(SHORT ? at : 0)) {
      await atOnce(await openStore(), TRIAL_DAYS, [first, one], [second, other]);
    }
  }
  await shop.assertRight();
});
