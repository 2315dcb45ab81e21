import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const store = await openStore(await startShop());
/** A payment of 40 EUR. */
const buy = async (): Promise<{ transaction_id: string }> =>
  store.buy(await store.product({ price: 40 }));
const refund = (input: object) => store.ask('POST /refund-transaction', input);
const get = async (transaction_id: string) =>
  (await store.must('GET /get-transactions', { transaction_id })).data[0];

test('200: up to refunded_max, earlier refunds counted; 400 amount_too_large: nothing past it', async () => {
  const { transaction_id } = await buy();
  assert.equal((await refund({ transaction_id, amount: 10, refunded_max: 25 })).status, 200);
  for (const more of [{ amount: 15.01 }, {}]) {
    const answer = await refund({ transaction_id, ...more, refunded_max: 25 });
    assertRefused(answer, 400, 'amount_too_large', ['amount']);
    assert.equal((await get(transaction_id)).refunded, 10);
  }
  assert.equal((await refund({ transaction_id, amount: 15, refunded_max: 25 })).status, 200);
  assertRefused(await refund({ transaction_id, refunded_max: 0 }), 400, 'amount_too_large');
  assert.equal((await refund({ transaction_id, refunded_max: 40 })).status, 200);
});

test('200: of many refunds at once, those together within refunded_max are made and no more', async () => {
  const { transaction_id } = await buy();
  const input = { transaction_id, amount: 3, refunded_max: 10 };
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(input)));
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 3);
  assert.equal((await get(transaction_id)).refunded, 9);
});
