import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';

const counter = await openHostedCounter();
const { store, control, get, post, openSession, session } = counter;
const { goToStripe, back, transactions } = counter;

test('another amount than ours is never settled, and the page says that it is looked at', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  await control.changeTotal({ session: page, amount: 1_900 });
  await control.pay({ session: page });
  await back(path);
  assert.equal((await session(id)).status, 'processing');
  const [transaction] = await transactions(id);
  assert.deepEqual([transaction.status, transaction.needs_review], ['pending', true]);
  const { text } = await get(path);
  assert.match(text, /Your payment is being checked[\s\S]*Do not pay again/);
  assert.doesNotMatch(text, /KASSA-/);
  assert.equal((await post(`${path}/pay`, buyer())).headers.location, path);
  assert.equal((await transactions(id)).length, 1);
});

test('another amount, given back at Stripe and settled by a person: it can be paid again', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  await control.changeTotal({ session: page, amount: 1_900 });
  await control.pay({ session: page });
  await back(path);
  const [{ transaction_id }] = await transactions(id);
  const { payment_intent } = (await control.object({ id: page })) as { payment_intent: string };
  await control.refund({ payment_intent });
  const review = { transaction_id, outcome: 'not_paid', note: 'given back in the dashboard' };
  const settled = await store.must('POST /resolve-transaction', review);
  assert.equal(settled.status, 'declined');
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
});

test('a coupon that leaves less than Stripe charges is refused on the page, with the amount', async () => {
  const code = await store.coupon('ALMOST', { discount_percentage: 98 });
  const { id, path } = await openSession();
  const answer = await post(`${path}/coupon`, { coupon: code });
  assert.equal(answer.status, 400);
  assert.match(answer.text, /leave less than \$0\.50 to pay/);
  assert.equal((await session(id)).total, 20);
});

test('credit is used so far that Stripe can charge the rest: nobody is stuck', async () => {
  const customer_id = 'rich';
  const { id, path } = await openSession({ customer_id });
  const gift = { customer_id, currency: 'USD', amount: 19.8, reason: 'sorry' };
  await store.must('POST /adjust-customer-balance', gift);
  const shown = await session(id);
  assert.deepEqual([shown.balance_change, shown.amount_due], [-19.5, 0.5]);
  assert.match((await get(path)).text, /\$0\.50[\s\S]*Continue to payment/);
  await control.pay({ session: await goToStripe(path) });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
  const { balances } = await store.must('GET /get-customer', { customer_id });
  assert.deepEqual(balances, { USD: 0.3 });
});

test('a price that became too small, since the trial is used: the coupon can be removed', async () => {
  const coupon_code = await store.coupon('TINY', {
    discount_percentage: 99,
    duration: 'forever',
  });
  const product_id = await store.plan({ trial_days: 14, currency: 'USD' });
  const customer_id = 'again';
  const [first, second] = [
    await openSession({ product_id, customer_id }),
    await openSession({ product_id, customer_id, coupon_code }),
  ];
  const pages = [await goToStripe(first.path), await goToStripe(second.path)];
  for (const page of pages) await control.pay({ session: page });
  for (const { path } of [first, second]) await back(path);
  assert.equal((await session(second.id)).total, 0.2);
  const refused = await post(`${second.path}/pay`, buyer());
  assert.match(refused.text, /leave less than \$0\.50 to pay/);
  assert.equal((await session(second.id)).status, 'open');
  await post(`${second.path}/coupon`, { remove: '1' });
  await control.pay({ session: await goToStripe(second.path) });
  await back(second.path);
  assert.equal((await session(second.id)).status, 'completed');
});

test('a store that is disconnected: open sessions say so, receipts stay', async () => {
  const own = await openHostedCounter();
  const [paid, open] = [await own.openSession(), await own.openSession()];
  await own.control.pay({ session: await own.goToStripe(paid.path) });
  await own.back(paid.path);
  const sql = "UPDATE stores SET provider = NULL, mode = 'live' WHERE store_id = :store_id";
  await own.shop.db.write(own.store, async (tx) => tx.run(sql));
  assert.match((await own.get(paid.path)).text, /Thank you/);
  const closed = await own.get(open.path);
  assert.match(closed.text, /Payments are not possible right now/);
  assert.match(
    (await own.post(`${open.path}/pay`, buyer())).text,
    /Payments are not possible right now/,
  );
});

test('whoever looks again all the time does not make us ask Stripe all the time', async () => {
  const own = await openHostedCounter({}, { rate_limit: { rate_per_second: 100, burst: 200 } });
  const { id, path } = await own.openSession();
  const page = await own.goToStripe(path);
  await own.control.forgetCalls();
  for (let time = 0; time < 40; time++) {
    assert.equal((await own.back(path)).headers.location, path);
  }
  const asked = (await own.control.calls()).filter(({ path }) => path.includes(page));
  assert.ok(asked.length >= 10 && asked.length <= 20, `${asked.length} questions`);
  await own.control.pay({ session: page });
  await own.pass(2);
  assert.equal((await own.session(id)).status, 'completed');
});
