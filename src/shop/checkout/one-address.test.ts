import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

// Limits for each customer count for all customers with an address, also for those whom the seller
// has named (docs/payment-links.md).

const shop = await startShop();
const ONCE = { max_redemptions_per_customer: 1 };

test('400 coupon_exhausted: another customer with the address has used the code', async () => {
  const { must, ask, coupon, product, named, complete } = await openStore();
  const order = {
    quantity: 1,
    product_id: await product(),
    coupon_code: await coupon('ONCE', ONCE),
  };
  const bob = await must('POST /create-checkout', { ...order, customer_id: await named('bob') });
  const ada = await must('POST /create-checkout', { ...order, customer_id: await named('ada') });
  await complete(ada.checkout_session_id);
  // A new session, and one from before.
  const again = await ask('POST /create-checkout', { ...order, customer_id: 'bob' });
  assertRefused(again, 400, 'coupon_exhausted', ['coupon_code']);
  assertRefused(await pay(ask, bob), 400, 'coupon_exhausted', []);
  await must('POST /create-checkout', {
    ...order,
    customer_id: await named('eve', 'eve@b.example'),
  });
  await shop.assertRight();
});

test('400 coupon_exhausted: two customers with an address who pay at once, one of them a guest', async () => {
  const { must, ask, coupon, product, named } = await openStore();
  const order = {
    quantity: 1,
    product_id: await product(),
    coupon_code: await coupon('ONCE', ONCE),
  };
  const buyers = [
    { customer_id: await named('ada') },
    { customer_id: await named('bob') },
    { customer_email: 'One@Example.com' },
  ];
  const sessions = await Promise.all(
    buyers.map((buyer) => must('POST /create-checkout', { ...order, ...buyer })),
  );
  const answers = await Promise.all(sessions.map((session) => pay(ask, session)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
  await shop.assertRight();
});

test('200: whoever has the address of somebody who had the trial pays at once', async () => {
  const { must, ask, plan, named, complete } = await openStore();
  const product_id = await plan({ price: 20, trial_days: 14 });
  const [ada, bob] = [
    await must('POST /create-checkout', {
      product_id,
      quantity: 1,
      customer_id: await named('ada'),
    }),
    await must('POST /create-checkout', {
      product_id,
      quantity: 1,
      customer_id: await named('bob'),
    }),
  ];
  await complete(ada.checkout_session_id);
  assertRefused(await pay(ask, bob), 400, 'trial_used', []);
  const eve = { product_id, quantity: 1, customer_id: await named('eve') };
  assert.equal((await must('POST /create-checkout', eve)).total, 20);
  const other = { product_id, quantity: 1, customer_id: await named('joe', 'joe@b.example') };
  assert.equal((await must('POST /create-checkout', other)).total, 0);
});

test('whoever is named without an address has the one that they type: one trial, and one use of a code', async () => {
  const { must, ask, coupon, product, plan } = await openStore();
  const coupon_code = await coupon('ONCE', ONCE);
  const order = { quantity: 1, product_id: await product(), coupon_code };
  const trial = { quantity: 1, product_id: await plan({ price: 20, trial_days: 14 }) };
  const typed = (email: string) => ({ billing: { email } });
  const open = (what: object, customer_id: string) =>
    must('POST /create-checkout', { ...what, customer_id });
  const first = typed('One@Example.com');
  const second = typed('one@example.com');
  for (const [what, no] of [
    [order, 'coupon_exhausted'],
    [trial, 'trial_used'],
  ] as const) {
    const [ada, bob, joe] = [
      await open(what, `ada ${no}`),
      await open(what, `bob ${no}`),
      await open(what, `joe ${no}`),
    ];
    assert.equal((await pay(ask, ada, first)).status, 200);
    assertRefused(await pay(ask, bob, second), 400, no, []);
    assert.equal((await pay(ask, joe, typed('joe@example.com'))).status, 200);
  }
  // At once, with and without an address that is known.
  await must('POST /create-customer', { customer_id: 'kim', email: 'k@example.com' });
  const others = [await open(trial, 'ann'), await open(trial, 'kim')];
  const k = typed('K@example.com');
  const answers = await Promise.all(others.map((session) => pay(ask, session, k)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  await shop.assertRight();
});

test('400 coupon_exhausted: a code that is applied counts for the address too', async () => {
  const { must, ask, coupon, plan, named, buyFor } = await openStore();
  const coupon_code = await coupon('ONCE', ONCE);
  const product_id = await plan();
  const [one, two] = [
    await buyFor(await named('ada'), product_id),
    await buyFor(await named('bob'), product_id),
  ];
  await must('POST /apply-coupon', { subscription_id: one, coupon_code });
  const second = await ask('POST /apply-coupon', { subscription_id: two, coupon_code });
  assertRefused(second, 400, 'coupon_exhausted', ['coupon_code']);
});

type Store = Awaited<ReturnType<typeof shop.openStore>>;

const pay = (
  ask: Store['ask'],
  { checkout_session_id }: { checkout_session_id: string },
  more: object = {},
) => ask('POST /complete-checkout', { checkout_session_id, payment_method: GOOD_CARD, ...more });

const GOOD_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };

async function openStore() {
  const store = await shop.openStore();
  /** A customer with an address; one, if not said otherwise. */
  const named = async (customer_id: string, email = 'one@example.com'): Promise<string> => {
    await store.must('POST /create-customer', { customer_id, email });
    return customer_id;
  };
  const buyFor = async (customer_id: string, product_id: string): Promise<string> =>
    store.subscribe(product_id, { customer_id });
  return { ...store, named, buyFor };
}
