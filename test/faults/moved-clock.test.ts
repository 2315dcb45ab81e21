import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setGatewayFault } from '../../src/shop/money/payments/test-gateway.sql.ts';
import { assertBooks, happens, paidAtStripe } from '../harness/sales/stripe-money.ts';
import { startStripeShop } from '../harness/sales/stripe-shop.ts';
import { startShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

// The clock of a test store can be moved by days while a call is on its way; Stripe's cannot.

test('a refund that is on its way to the test gateway while the clock moves by days is made once, and known', async () => {
  const shop = await startShop();
  const store = await shop.openStore();
  const { transaction_id } = await store.buy(await store.product());
  const fault = { fault: 'slow_before', delay_ms: 1500 } as const;
  await shop.db.write(store, async (tx) => setGatewayFault(tx, fault));
  const refunding = store.refund(transaction_id);
  const pending = async () =>
    (await store.must('GET /get-transactions', { status: 'pending' })).data.length === 1;
  await until(pending, 'the refund is on its way');
  await store.setFault(undefined);
  await store.advance('P3D');
  assert.equal((await refunding).status, 'paid');
  const { data } = await store.must('GET /get-transactions', { type: 'refund' });
  assert.deepEqual(
    data.map(({ status }: { status: string }) => status),
    ['paid'],
  );
  await shop.assertRight();
});

suite('a test store at Stripe whose clock is moved', async () => {
  const place = await startStripeShop();
  const { store, stand_in } = place;
  const { control } = stand_in;
  const isPending = async () =>
    (await store.must('GET /get-transactions', { status: 'pending' })).data.length === 1;

  test('a refund that is on its way meanwhile is made once, and recorded once', async () => {
    const sold = await paidAtStripe(place);
    await control.fault({ call: 'POST /v1/refunds', kind: 'slow_before', delay_ms: 1000 });
    const refunding = store.ask('POST /refund-transaction', {
      transaction_id: sold.transaction_id,
    });
    await until(isPending, 'the refund is on its way');
    await store.advance('P3D');
    assert.equal((await refunding).status, 200);
    await control.quiet();
    assert.deepEqual(
      (await sold.refunds()).map(({ status }: { status: string }) => status),
      ['paid'],
    );
    await assertBooks(place);
  });

  test('a refund whose answer was lost is found under its key, although days seem to have passed', async () => {
    const sold = await paidAtStripe(place);
    await control.webhooks({ held: true });
    await control.fault({ call: 'POST /v1/refunds', kind: 'drop_before', times: 4 });
    const lost = await store.ask('POST /refund-transaction', {
      transaction_id: sold.transaction_id,
    });
    assert.equal(lost.body.error.code, 'refund_unresolved');
    await control.clearFaults();
    await store.advance('P3D');
    await control.webhooks({ held: false });
    const [refund] = await sold.refunds();
    assert.equal(refund.status, 'paid');
    assert.equal((await sold.refunds()).length, 1);
    await assertBooks(place);
  });

  test('a refund that takes its time there is not asked about for every six hours of the journey', async () => {
    const sold = await paidAtStripe(place, { number: '4000000000007726' });
    const refund = await store.refund(sold.transaction_id);
    assert.equal(refund.status, 'pending');
    await control.forgetCalls();
    const { reached } = await store.advance('P6M');
    assert.equal(reached, true);
    const calls = await control.calls();
    const asked = calls.filter(({ call }) => call === 'GET /v1/refunds/:id').length;
    assert.ok(asked > 0 && asked < 20, `asked ${asked} times`);
    await happens(place, 'told', () => control.advance({ seconds: 90_000 }));
    assert.equal((await sold.refunds())[0].status, 'paid');
    await assertBooks(place);
  });
});
