import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { charged, openHostedCounter } from '../../harness/sales/hosted-counter.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// A debt leaves the balance while a payment collects it (decision 81). Whoever begins a payment and
// never confirms it must not get out of what is collected when a subscription ends.

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const NEEDS_CONFIRMATION = '4000002500003155';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A customer with a plan for 20, a card that pays, and a debt of 50. */
async function openDebtor() {
  const store = await shop.openStore();
  const product_id = await store.product({ price: 20 });
  const plan_id = await store.plan({ price: 20, tier: 1 });
  await store.must('POST /create-customer', { customer_id: 'ada' });
  const subscription_id = await store.subscribe(plan_id);
  let attempts = 0;

  /** Pays a new session with a card that the bank asks about, and leaves that unanswered. */
  async function hold(): Promise<string> {
    const { checkout_session_id } = await store.create({ product_id });
    const typed = { email: 'ada@example.com', name: '', country: '', consent: '1' };
    const card = { card_number: NEEDS_CONFIRMATION, card_expiry: '12/34', card_code: '123' };
    const form = { attempt: `a${attempts++}`, ...typed, ...card };
    await shop.send(
      { method: 'POST', path: `/checkout/${checkout_session_id}/pay`, headers: FORM },
      new URLSearchParams(form).toString(),
    );
    return checkout_session_id;
  }

  return {
    ...store,
    ...{ product_id, plan_id, subscription_id, hold },
    owe: (amount = -50) =>
      store.must('POST /adjust-customer-balance', { customer_id: 'ada', amount, currency: 'EUR' }),
    balance: async () => (await store.balances()).EUR ?? 0,
    paid: async () => (await store.charges()).filter((one) => one.endsWith(' paid')),
    session: (checkout_session_id: string) =>
      store.must('GET /get-checkout', { checkout_session_id }),
  };
}

test('a cancel collects what a payment holds that nobody confirms, and the preview says so', async () => {
  const { subscription_id, owe, hold, balance, paid, session, cancel, must, advance } =
    await openDebtor();
  await owe();
  const held = await hold();
  assert.equal(await balance(), 0, 'the payment holds it');
  const { charged } = await must('GET /preview-subscription-cancel', { subscription_id });
  assert.equal(charged, 50);
  assert.equal((await cancel(subscription_id)).status, 'canceled');
  assert.deepEqual([await balance(), (await session(held)).status], [0, 'open']);
  assert.deepEqual(await paid(), ['2000 paid', '5000 paid']);
  await advance('P3M');
  assert.deepEqual(await paid(), ['2000 paid', '5000 paid']);
  await shop.assertRight();
});

test('so does the end of a period that was told before', async () => {
  const { subscription_id, owe, hold, balance, paid, get, cancel, advance } = await openDebtor();
  await cancel(subscription_id, { cancel_at_period_end: true });
  await owe();
  await advance('P29DT23H50M');
  await hold();
  await advance('PT1H');
  assert.equal((await get(subscription_id)).status, 'canceled');
  assert.deepEqual([await balance(), await paid()], [0, ['2000 paid', '5000 paid']]);
  await shop.assertRight();
});

test('and credit that a smaller plan gives meanwhile buys nothing for nothing', async () => {
  const { plan, product_id, update, cancel, create, complete, ...debtor } = await openDebtor();
  const subscription_id = await debtor.subscribe(await plan({ name: 'Max', price: 50, tier: 2 }));
  const smaller = await plan({ name: 'Small', price: 10, tier: 1 });
  await debtor.owe();
  await debtor.hold();
  await update(subscription_id, { plan_id: smaller });
  assert.equal(await debtor.balance(), 40);
  for (let bought = 0; bought < 2; bought++) {
    const { checkout_session_id } = await create({ product_id });
    await complete(checkout_session_id);
  }
  await cancel(subscription_id);
  assert.equal(await debtor.balance(), 0);
  assert.deepEqual((await debtor.paid()).slice(1), ['5000 paid', '5000 paid']);
  await shop.assertRight();
});

test('a payment that is confirmed after the cancel was given up: nothing is bought, nothing charged twice', async () => {
  const { subscription_id, owe, hold, balance, paid, session, cancel, ...debtor } =
    await openDebtor();
  await owe();
  const held = await hold();
  await cancel(subscription_id);
  const find = `SELECT action_token FROM test_gateway_charges
    WHERE store_id = :store_id AND action_token IS NOT NULL`;
  const reader = shop.db.reader({ store_id: debtor.store_id });
  const [waiting] = await reader.all<{ action_token: string }>(find);
  if (waiting) {
    const path = `/test-bank/${waiting.action_token}`;
    await shop.send({ method: 'POST', path, headers: FORM }, 'answer=confirm');
  }
  await debtor.advance('PT1H');
  assert.deepEqual([(await session(held)).status, await balance()], ['open', 0]);
  assert.deepEqual(await paid(), ['2000 paid', '5000 paid']);
  await shop.assertRight();
});

test('on a page of Stripe that nobody pays, the same', async () => {
  const { shop, stand_in, control, store, openSession, session, goToStripe, back } =
    await openHostedCounter({ currency: 'EUR' });
  const product_id = await store.plan({ price: 30 });
  const { customer_id } = await store.must('POST /create-customer', { customer_id: 'debtor' });
  const first = await openSession({ customer_id, product_id });
  await control.pay({ session: await goToStripe(first.path) });
  await back(first.path);
  const { subscription_id } = await session(first.id);
  const debt = { customer_id, amount: -50, currency: 'EUR' };
  await store.must('POST /adjust-customer-balance', debt);
  const page = await goToStripe((await openSession({ customer_id })).path);
  assert.equal((await store.balances(customer_id)).EUR ?? 0, 0);
  await store.must('POST /cancel-subscription', { subscription_id });
  assert.equal((await store.balances(customer_id)).EUR ?? 0, 0);
  assert.equal(await charged(stand_in, 'eur'), 8000);
  assert.notEqual((await control.pay({ session: page })).kind, 'paid');
  await shop.assertRight();
});
