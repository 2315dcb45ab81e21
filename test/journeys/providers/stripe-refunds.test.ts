import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertBooks, happens, paidAtStripe, WAYS } from '../../harness/sales/stripe-money.ts';
import { buyAtStripe, startStripeShop } from '../../harness/sales/stripe-shop.ts';
import { until } from '../../harness/until.ts';

const FAILS_LATER = '4000000000005126';
const PENDING = '4000000000007726';

for (const way of WAYS) {
  suite(`refunds at Stripe, ${way}`, async () => {
    const place = await startStripeShop();
    const { store, stand_in } = place;
    const { control } = stand_in;

    test('one that was made in the dashboard is recorded once, with everything that follows', async () => {
      const product_id = await store.sell();
      const sold = await paidAtStripe(place, { product_id });
      const { payment_intent, license_keys, find, refunds } = sold;
      await store.toldTypes();
      await happens(place, way, () => control.refund({ payment_intent, amount: 500 }));
      assert.deepEqual(await store.toldTypes(), ['transaction.refunded']);
      const [part] = await refunds();
      assert.deepEqual(
        [part.status, part.total, part.reason, part.currency],
        ['paid', 5, 'Made at the payment provider', 'EUR'],
      );
      const { status, refunded } = await find();
      assert.deepEqual([status, refunded], ['partially_refunded', 5]);
      assert.equal((await store.validate(license_keys[0])).valid, true);
      await happens(place, way, () => control.refund({ payment_intent }));
      assert.equal((await find()).status, 'refunded');
      assert.equal((await store.validate(license_keys[0])).code, 'disabled');
      assert.deepEqual(await store.toldTypes(), ['transaction.refunded', 'license.disabled']);
      assert.equal((await refunds()).length, 2);
      await assertBooks(place);
    });

    test('one of ours is known already: it is not recorded again', async () => {
      const sold = await paidAtStripe(place);
      await happens(place, way, () => store.refund(sold.transaction_id, { amount: 7 }));
      assert.equal((await sold.refunds()).length, 1);
      await assertBooks(place);
    });

    test('one that is pending there is pending here, and ends as it ends there', async () => {
      for (const ends of ['succeeded', 'failed'] as const) {
        const sold = await paidAtStripe(place, { number: PENDING });
        const { payment_intent } = sold;
        let refund = '';
        await happens(place, way, async () => {
          refund = (await control.refund({ payment_intent, amount: 500 })).id;
        });
        assert.equal((await sold.refunds())[0].status, 'pending');
        assert.equal((await sold.find()).refunded, 0);
        await happens(place, way, () => control.endRefund({ refund, ends }));
        const [ended] = await sold.refunds();
        assert.equal(ended.status, ends === 'succeeded' ? 'paid' : 'declined');
        assert.equal((await sold.find()).refunded, ends === 'succeeded' ? 5 : 0);
      }
      await assertBooks(place);
    });

    test('one that fails after it was paid: the books go back, and it can be made again', async () => {
      const sold = await paidAtStripe(place, { number: FAILS_LATER });
      const { transaction_id, find, refunds } = sold;
      const ours = await store.refund(transaction_id);
      assert.equal(ours.status, 'paid');
      await store.toldTypes();
      await happens(place, way, () => control.advance({ seconds: 90_000 }));
      const [failed] = await refunds();
      assert.deepEqual([failed.status, failed.decline_code], ['failed', 'refund_failed']);
      assert.deepEqual(await store.toldTypes(), ['transaction.refund_failed']);
      assert.deepEqual(await find().then((one) => [one.status, one.refunded]), ['paid', 0]);
      await assertBooks(place);
      await store.refund(transaction_id, { amount: 5 });
      assert.equal((await find()).refunded, 5);
      await assertBooks(place);
    });

    test('ours failed, and one was made in the dashboard since: both are told at once', async () => {
      const sold = await paidAtStripe(place, { number: FAILS_LATER });
      const { transaction_id, payment_intent, find, refunds } = sold;
      await store.refund(transaction_id);
      await happens(place, way, async () => {
        await control.advance({ seconds: 90_000 });
        await control.refund({ payment_intent });
      });
      assert.deepEqual(
        (await refunds()).map(({ status }: { status: string }) => status),
        ['paid', 'failed'],
      );
      assert.deepEqual(await find().then((one) => [one.status, one.refunded]), ['refunded', 20]);
      await assertBooks(place);
    });

    test('one that was made there while ours was on its way: ours is refused, theirs is recorded', async () => {
      const sold = await paidAtStripe(place);
      const { transaction_id, payment_intent, find, refunds } = sold;
      await happens(place, way, async () => {
        const slow = { call: 'POST /v1/refunds', kind: 'slow_before', delay_ms: 60_000 } as const;
        await control.fault(slow);
        await control.forgetCalls();
        const ours = store.ask('POST /refund-transaction', { transaction_id });
        const isWaiting = async () => (await control.calls()).some(({ fault }) => fault !== null);
        await until(isWaiting, 'ours waits for Stripe');
        await control.refund({ payment_intent });
        await control.hurry();
        assert.equal((await ours).body.error.code, 'refund_declined');
      });
      assert.deepEqual(
        (await refunds()).map(({ status, total }: { status: string; total: number }) => [
          status,
          total,
        ]),
        [
          ['paid', 20],
          ['declined', 20],
        ],
      );
      assert.deepEqual(await find().then((one) => [one.status, one.refunded]), ['refunded', 20]);
      await assertBooks(place);
    });

    test('a payment that was refunded before anybody knew that it was paid', async () => {
      const { session, checkout } = await buyAtStripe(place.shop, store);
      await happens(place, way, async () => {
        await control.pay({ session });
        const [payment] = (await control.books()).payments.slice(-1);
        await control.refund({ charge: payment?.charge ?? '', amount: 300 });
      });
      const { transaction_id, status } = await checkout();
      assert.equal(status, 'completed');
      const { data } = await store.must('GET /get-transactions', { transaction_id });
      assert.deepEqual([data[0].status, data[0].refunded], ['partially_refunded', 3]);
      await assertBooks(place);
    });
  });
}

suite('what is not ours', async () => {
  const place = await startStripeShop();
  const { shop, store, stand_in } = place;
  const { control } = stand_in;

  test('refunds and disputes of payments that another program took with this account change nothing', async () => {
    const charge = 'ch_unknown';
    const before = await shop.everything();
    for (const [type, object] of [
      ['refund.created', { id: 're_unknown', object: 'refund', charge, metadata: {} }],
      ['charge.dispute.created', { id: 'du_unknown', object: 'dispute', charge }],
    ] as const) {
      await control.sendEvent({ type, object });
    }
    await control.quiet();
    assert.equal(await shop.everything(), before);
    assert.deepEqual(await store.toldTypes(), []);
  });
});
