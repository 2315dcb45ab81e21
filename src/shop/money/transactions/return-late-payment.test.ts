import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buyAtStripe, startStripeShop } from '../../../../test/harness/sales/stripe-shop.ts';
import { until } from '../../../../test/harness/until.ts';

suite('a payment that comes too late for its transaction', async () => {
  const { shop, stand_in, store } = await startStripeShop();
  const { control } = stand_in;

  /** The buyer is at Stripe, and the transaction was declined here in the meantime. */
  async function givenUp() {
    const bought = await buyAtStripe(shop, store);
    const { checkout_session_id } = bought;
    await shop.db.write(store, async (tx) => {
      const of = { checkout_session_id };
      await tx.run(
        `UPDATE transactions SET status = 'declined', decline_code = 'confirmation_expired',
          settled_at = created_at, next_attempt_at = NULL, action_url = NULL
        WHERE store_id = :store_id AND checkout_session_id = :checkout_session_id`,
        of,
      );
      await tx.run(
        `UPDATE checkouts SET status = 'open', transaction_id = NULL
        WHERE store_id = :store_id AND checkout_session_id = :checkout_session_id`,
        of,
      );
    });
    const { data } = await store.must('GET /get-transactions', { checkout_session_id });
    const transaction_id: string = data[0].transaction_id;
    const refunds = async () =>
      (await control.books()).refunds.filter(({ metadata }) =>
        metadata?.transaction_id?.startsWith(`stray-${transaction_id}-`),
      );
    const returned = async () =>
      (await shop.events(store.store_id)).filter(
        ({ type, data }) =>
          type === 'transaction.returned' &&
          'transaction_id' in data &&
          data.transaction_id === transaction_id,
      );
    return { ...bought, transaction_id, refunds, returned };
  }

  const logged = (text: string) =>
    until(() => shop.log_lines.some((line) => line.includes(text)), `the log says: ${text}`);

  test('it is refunded at once, once, and an event says so; the session stays as it was', async () => {
    const { session, checkout, transaction_id, refunds, returned } = await givenUp();
    await control.pay({ session });
    await control.quiet();
    assert.deepEqual(
      (await refunds()).map(({ amount, status }) => `${amount} ${status}`),
      ['2000 succeeded'],
    );
    const [event, ...more] = await returned();
    assert.deepEqual(more, []);
    assert.equal(event && 'status' in event.data && event.data.status, 'declined');
    assert.equal((await checkout()).status, 'open');
    await logged('came too late was returned');
    const again = (await control.deliveries()).slice(-4).map(({ id }) => id);
    await control.deliver({ ids: [...again, ...again] });
    await shop.runJob('provider-events');
    assert.equal((await refunds()).length, 1);
    assert.equal((await returned()).length, 1);
    assert.match(JSON.stringify(event), new RegExp(transaction_id));
  });

  test('the job that asks returns it as well', async () => {
    await control.webhooks({ held: true });
    const { session, refunds, returned } = await givenUp();
    await control.pay({ session });
    await shop.runJob('provider-events');
    assert.equal((await refunds()).length, 1);
    assert.equal((await returned()).length, 1);
    await control.release();
    assert.equal((await refunds()).length, 1);
  });

  test('whatever happens to the calls, it is refunded once', async () => {
    const kinds = ['drop_after', 'error_500_after', 'error_500_before', 'error_503'] as const;
    for (const kind of kinds) {
      const { session, refunds, returned } = await givenUp();
      await control.fault({ call: 'POST /v1/refunds', kind, times: 2 });
      await control.pay({ session });
      await control.quiet();
      await control.clearFaults();
      await control.resendFailed();
      assert.equal((await refunds()).length, 1, kind);
      assert.equal((await returned()).length, 1, kind);
    }
  });

  test('what the seller has refunded at Stripe is not refunded again', async () => {
    const { session, returned, refunds } = await givenUp();
    await control.webhooks({ held: true });
    await control.pay({ session });
    const { payments } = await control.books();
    await control.refund({ payment_intent: payments.at(-1)?.payment_intent ?? '' });
    await control.release();
    assert.deepEqual(await refunds(), []);
    assert.equal((await returned()).length, 1);
  });

  test('what the seller has refunded in part is given back to the rest, whatever happens to the calls', async () => {
    for (const kind of ['slow_after', 'drop_after', 'error_500_after', 'error_503'] as const) {
      const { session, returned } = await givenUp();
      await control.webhooks({ held: true });
      await control.pay({ session });
      const payment_intent = (await control.books()).payments.at(-1)?.payment_intent ?? '';
      await control.refund({ payment_intent, amount: 500 });
      await control.fault({ call: 'POST /v1/refunds', kind, skip: 1 });
      await control.release();
      await control.clearFaults();
      await control.resendFailed();
      const refunds = (await control.books()).refunds.filter(
        (one) => one.payment_intent === payment_intent,
      );
      assert.deepEqual(
        refunds.map(({ amount }) => amount),
        [500, 1500],
        kind,
      );
      assert.equal((await returned()).length, 1, kind);
    }
  });

  test('what comes back to Stripe days later is in the log for a person', async () => {
    const { session, refunds } = await givenUp();
    await control.pay({ session, number: '4000000000005126' });
    await control.quiet();
    assert.equal((await refunds()).length, 1);
    await control.advance({ seconds: 90_000 });
    await control.quiet();
    assert.deepEqual(
      (await refunds()).map(({ status }) => status),
      ['failed'],
    );
    await logged('the return of a payment that came too late has failed');
  });

  test('what Stripe does not give back is in the log for a person, and nothing is told', async () => {
    const { session, returned, refunds } = await givenUp();
    await control.webhooks({ held: true });
    await control.pay({ session });
    const { payments } = await control.books();
    const charge = payments.at(-1);
    await control.dispute({ payment_intent: charge?.payment_intent ?? '' });
    await control.release();
    assert.deepEqual(await refunds(), []);
    assert.deepEqual(await returned(), []);
    await logged('could not be returned');
  });
});
