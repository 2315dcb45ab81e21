import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /adjust-customer-balance';

test('200: given and taken per currency, shown on the customer, and told', async () => {
  const { must, balances, eventCount, eventsSince } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  const count = await eventCount();
  const given = { customer_id: 'ada', amount: 12.5, currency: 'eur', reason: 'An apology' };
  const record = await must(OP, given);
  assert.deepEqual(record.balances, { EUR: 12.5 });
  await must(OP, { customer_id: 'ada', amount: -300, currency: 'JPY' });
  assert.deepEqual(await balances(), { EUR: 12.5, JPY: -300 });
  const [first, second] = await eventsSince(count);
  assert.deepEqual([first?.type, first?.data], ['customer.updated', record]);
  assert.equal(second?.type, 'customer.updated');
  await must(OP, { customer_id: 'ada', amount: -12.5, currency: 'EUR' });
  assert.deepEqual(await balances(), { JPY: -300 });
  await shop.assertRight();
});

test('200: any later charge uses it: a purchase, a renewal, a change; it outlives a subscription', async () => {
  const { must, plan, subscribe, cancel, update, balances, advance, charges, create, complete } =
    await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  await must(OP, { customer_id: 'ada', amount: 100, currency: 'EUR' });
  const product = { name: 'Book', description: '', price: 30, currency: 'EUR' };
  const { product_id } = await must('POST /create-product', product);
  const session = await create({ product_id });
  assert.deepEqual([session.total, session.balance_change, session.amount_due], [30, -30, 0]);
  await complete(session.checkout_session_id); // 70 left.
  const subscription_id = await subscribe(await plan({ price: 20 })); // 50 left.
  await update(subscription_id, { quantity: 2 }); // 30 left.
  await advance('P1M'); // 40: 30 from the balance, 10 from the card.
  assert.deepEqual(await charges(), ['1000 paid']);
  assert.deepEqual(await balances(), {});
  await update(subscription_id, { quantity: 1 });
  await cancel(subscription_id);
  assert.deepEqual(await balances(), { EUR: 20 }, 'the end of a subscription leaves it');
  await subscribe(await plan({ name: 'Other', price: 50 }));
  assert.deepEqual(await charges(), ['1000 paid', '3000 paid']);
  await shop.assertRight();
});

test('200: two payments at the same instant never use the same credit', async () => {
  const { must, plan, create, balances, charges, ask } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  await must(OP, { customer_id: 'ada', amount: 20, currency: 'EUR' });
  const product_id = await plan({ price: 20 });
  const sessions = [];
  for (let at = 0; at < 4; at++) sessions.push(await create({ product_id }));
  const payment_method = cards.pays;
  const answers = await Promise.all(
    sessions.map(({ checkout_session_id }) =>
      ask('POST /complete-checkout', { checkout_session_id, payment_method }),
    ),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid', '2000 paid']);
  assert.deepEqual(await balances(), {});
  await shop.assertRight();
});

test('200: a declined payment gives the credit back', async () => {
  const { must, plan, create, balances, ask } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  await must(OP, { customer_id: 'ada', amount: 5, currency: 'EUR' });
  const { checkout_session_id } = await create({ product_id: await plan({ price: 20 }) });
  const payment_method = cards.declined;
  const { body } = await ask('POST /complete-checkout', { checkout_session_id, payment_method });
  assert.equal(body.error.code, 'payment_declined');
  assert.deepEqual(await balances(), { EUR: 5 });
  const open = await must('GET /get-checkout', { checkout_session_id });
  assert.deepEqual([open.balance_change, open.amount_due], [-5, 15]);
  await shop.assertRight();
});

test('400 amount_too_large: a balance has a largest amount too, and nothing is stored', async () => {
  const { must, ask } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  const most = { customer_id: 'ada', amount: 999_999_999.99, currency: 'USD' };
  await must(OP, most);
  const before = await shop.everything();
  assertRefused(await ask(OP, { ...most, amount: 0.01 }), 400, 'amount_too_large', ['amount']);
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: nothing, too many decimals, no currency', async () => {
  const { must, ask } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  for (const [input, param] of [
    [{ amount: 0, currency: 'USD' }, 'amount'],
    [{ amount: 0.001, currency: 'USD' }, 'amount'],
    [{ amount: 1.5, currency: 'JPY' }, 'amount'],
    [{ amount: 1 }, 'currency'],
    [{ amount: 1, currency: 'XXX1' }, 'currency'],
  ] as const) {
    const answer = await ask(OP, { customer_id: 'ada', ...input });
    assertRefused(answer, 400, 'invalid_parameters', [param]);
  }
});

test('404 customer_not_found: nobody gets nothing', async () => {
  const { ask } = await shop.openStore();
  const input = { customer_id: 'nobody', amount: 1, currency: 'USD' };
  assertRefused(await ask(OP, input), 404, 'customer_not_found');
});
