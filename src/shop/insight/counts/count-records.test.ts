import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'GET /count-records';
const shop = await startShop();

interface Counted {
  state: string;
  count: number;
  has_more: boolean;
}

test('200: payments, refunds and tries by their state; all leaves out what came to nothing', async () => {
  const { must, ask, product, buy, create, refund } = await shop.openStore();
  const counts = async () => {
    const { counts: all } = await must(OP, { list: 'transactions' });
    assert.ok(all.every(({ has_more }: Counted) => !has_more));
    return Object.fromEntries(
      all.flatMap(({ state, count }: Counted) => (count > 0 ? [[state, count]] : [])),
    );
  };
  assert.deepEqual(await counts(), {});
  const product_id = await product();
  const [one, two] = [await buy(product_id), await buy(product_id)];
  await buy(product_id);
  await refund(one.transaction_id);
  await refund(two.transaction_id, { amount: 5 });
  const { checkout_session_id } = await create({ product_id });
  const payment_method = cards.declined;
  await ask('POST /complete-checkout', { checkout_session_id, payment_method });
  // Three payments, two of them given back in part or whole, and their two refunds.
  const expected = { all: 5, paid: 1, declined: 1, partially_refunded: 1, refunded: 1 };
  assert.deepEqual(await counts(), expected);
});

test('200: every other list by its states, and no other store’s', async () => {
  const { must, product, plan, subscribe, buy, refund, cancel, coupon } = await shop.openStore();
  await (await shop.openStore()).product();
  const of = async (list: string) => {
    const { counts } = await must(OP, { list });
    return counts.map(({ state, count }: Counted) => `${count} ${state}`).join(', ');
  };
  assert.equal(await of('products'), '0 all, 0 active, 0 archived');
  const product_id = await product();
  await must('POST /archive-product', { product_id: await product() });
  assert.equal(await of('products'), '2 all, 1 active, 1 archived');
  await cancel(await subscribe(await plan()), { cancel_at_period_end: false });
  await subscribe(await plan());
  const subscriptions = await of('subscriptions');
  assert.match(subscriptions, /^2 all, .*1 active, .*1 canceled/);
  await refund((await buy(product_id)).transaction_id);
  assert.equal(await of('invoices'), '4 all, 3 invoice, 1 credit_note');
  await coupon('SPRING');
  const { discount_id } = await must('GET /get-discount-code', { code: await coupon('AUTUMN') });
  await must('DELETE /delete-discount-code', { discount_id });
  const codes = (await of('discount_codes')).split(', ').toSorted();
  assert.deepEqual(codes, ['1 active', '1 all', '1 deleted']);
  await must('POST /create-payment-link', { product_id });
  assert.equal(await of('payment_links'), '1 all, 1 active');
});

test('400 invalid_parameters: a list that is not there', async () => {
  const { ask } = await shop.openStore();
  for (const input of [{}, { list: 'customers' }]) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['list']);
  }
});
