import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { card, cards } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// No two payments collect the same debt (decision 81), and nobody's details are lost, whatever
// happens at the same time.

let shop: Shop;
before(async () => {
  shop = await startShop();
});

/** A store with a customer who owes 50, and a product for 20. */
async function openWithDebt() {
  const store = await shop.openStore();
  const product_id = await store.product({ price: 20 });
  await store.must('POST /create-customer', { customer_id: 'ada' });
  const owes = { customer_id: 'ada', amount: -50, currency: 'EUR' };
  const pay = (checkout_session_id: string, payment_method: object = cards.pays) =>
    store.ask('POST /complete-checkout', { checkout_session_id, payment_method });
  const session = async (): Promise<string> =>
    (await store.create({ product_id })).checkout_session_id;
  const due = async (checkout_session_id: string): Promise<number> =>
    (await store.must('GET /get-checkout', { checkout_session_id })).amount_due;
  const owe = () => store.must('POST /adjust-customer-balance', owes);
  return { ...store, product_id, pay, session, due, owe };
}

/** What was charged and paid, the most first. */
const sorted = (charges: string[]) =>
  charges
    .filter((one) => one.endsWith(' paid'))
    .map((one) => Number.parseInt(one, 10) / 100)
    .toSorted((a, b) => b - a);

test('eight payments at once collect a debt once', async () => {
  const { session, pay, charges, balances, owe } = await openWithDebt();
  await owe();
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await session());
  const answers = await Promise.all(ids.map((id) => pay(id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ids.map(() => 200),
  );
  assert.deepEqual(sorted(await charges()), [70, ...Array(7).fill(20)]);
  assert.equal((await balances()).EUR ?? 0, 0);
  await shop.assertRight();
});

test('while a payment is under way, another one does not collect its debt; a declined one leaves it', async () => {
  const { session, pay, due, charges, balances, owe, advance } = await openWithDebt();
  await owe();
  const [first, second, third] = [await session(), await session(), await session()];
  assert.equal((await pay(third, cards.declined)).status, 400);
  assert.equal((await balances()).EUR, -50);
  await pay(first, card('4000000000000382')); // Pays a day later.
  assert.equal(await due(first), 70);
  assert.equal(await due(second), 20, 'it is shown without the debt, too');
  assert.equal((await balances()).EUR ?? 0, 0);
  await shop.assertRight();
  assert.equal((await pay(second)).status, 200);
  assert.deepEqual(sorted(await charges()), [20]);
  await advance('P2D');
  assert.deepEqual(sorted(await charges()), [70, 20]);
  assert.equal((await balances()).EUR ?? 0, 0);
  await shop.assertRight();
});

test('four plans that change at once collect a debt once', async () => {
  const { plan, subscribe, ask, charges, balances, owe } = await openWithDebt();
  const basic = await plan({ price: 20, tier: 1 });
  const pro = await plan({ name: 'Max', price: 50, tier: 2 });
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push(await subscribe(basic));
  const before = (await charges()).length;
  await owe();
  const answers = await Promise.all(
    ids.map((subscription_id) =>
      ask('POST /upgrade-subscription', { subscription_id, new_plan_id: pro }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual(sorted((await charges()).slice(before)), [80, 30, 30, 30]);
  assert.equal((await balances()).EUR ?? 0, 0);
  await shop.assertRight();
});

test('an address for a customer without one does not replace the one that the seller sets at that moment', async () => {
  const { product_id, must, ask } = await openWithDebt();
  for (let round = 0; round < 5; round++) {
    const customer_id = `without-${round}`;
    await must('POST /create-customer', { customer_id });
    const wanted = { product_id, quantity: 1, customer_id };
    const answers = await Promise.all([
      ask('POST /update-customer', { customer_id, email: 'real@example.com' }),
      ask('POST /create-checkout', { ...wanted, customer_email: 'later@example.com' }),
      ask('POST /create-checkout', { ...wanted, customer_email: 'third@example.com' }),
    ]);
    for (const { status } of answers) assert.equal(status, 200);
    const { email } = await must('GET /get-customer', { customer_id });
    assert.equal(email, 'real@example.com');
  }
});

test('a purchase that collected a debt loses its license with its price, whatever is left of the debt', async () => {
  const { sell, buy, refund, validate, balances, owe } = await openWithDebt();
  await owe();
  const { transaction_id, license_keys } = await buy(await sell());
  const code = async () => (await validate(license_keys[0])).code;
  await refund(transaction_id, { amount: 19.99 });
  assert.equal(await code(), 'valid');
  await refund(transaction_id, { amount: 0.01 });
  assert.equal(await code(), 'disabled');
  assert.equal((await balances()).EUR ?? 0, 0, 'the debt is paid');
  await refund(transaction_id);
  assert.deepEqual([await code(), (await balances()).EUR], ['disabled', -50]);
  await shop.assertRight();
});
