import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertBooks, happens, paidAtStripe, WAYS } from '../../harness/sales/stripe-money.ts';
import { connectStripe, startStripeShop } from '../../harness/sales/stripe-shop.ts';

// A bank tells Stripe that the owner of a card did not make a payment.

for (const way of WAYS) {
  suite(`early fraud warnings at Stripe, ${way}`, async () => {
    const place = await startStripeShop();
    const { shop, store, stand_in } = place;
    const { control } = stand_in;

    const chargeOf = async (payment_intent: string): Promise<string> =>
      ((await control.object({ id: payment_intent })) as { latest_charge: string }).latest_charge;
    const warn = async (payment_intent: string, times = 1) => {
      const charge = await chargeOf(payment_intent);
      await happens(place, way, async () => {
        for (let at = 0; at < times; at++) await control.warnOfFraud({ charge });
      });
    };
    const items = async (of = store) =>
      (await of.must('GET /get-attention')).items.filter(
        ({ kind }: { kind: string }) => kind === 'fraud_warning',
      );
    const set = (on_fraud_warning: 'ask' | 'refund') =>
      store.must('POST /update-store-settings', { on_fraud_warning });

    test('it is an item of attention, once; the operation that it names refunds and ends it', async () => {
      const product_id = await store.plan({ license: {} });
      const bought = await paidAtStripe(place, { product_id });
      const { transaction_id, subscription_id, payment_intent, license_keys } = bought;
      await warn(payment_intent, 2);
      const [item, ...others] = await items();
      assert.deepEqual(others, []);
      const { record_id, amount, currency, count, operation, message } = item;
      assert.deepEqual([record_id, count, amount, currency], [transaction_id, 1, 20, 'EUR']);
      assert.match(message, /\(unauthorized use of card\): a refund within hours/);
      assert.equal((await bought.find()).status, 'paid', 'nothing happens by itself');
      await store.must(`POST ${operation}`, {
        transaction_id: record_id,
        cancel_subscription: true,
      });
      assert.equal((await bought.find()).status, 'refunded');
      assert.equal((await store.get(subscription_id)).status, 'canceled');
      assert.equal((await store.validate(license_keys[0])).valid, false);
      assert.deepEqual(await items(), []);
      await warn(payment_intent);
      assert.deepEqual(await items(), []);
      await assertBooks(place);
    });

    test('a payment that a person keeps is listed no more; one that is disputed is a dispute', async () => {
      const [kept, disputed] = [await paidAtStripe(place), await paidAtStripe(place)];
      await warn(kept.payment_intent);
      await warn(disputed.payment_intent);
      assert.deepEqual(
        (await items()).map(({ record_id }: { record_id: string }) => record_id),
        [kept.transaction_id, disputed.transaction_id],
        'the oldest first',
      );
      const { transaction_id } = kept;
      const answer = await store.must('POST /dismiss-fraud-warning', { transaction_id });
      assert.deepEqual([answer.transaction_id, answer.status], [transaction_id, 'paid']);
      const again = await store.must('POST /dismiss-fraud-warning', { transaction_id });
      assert.deepEqual(again, answer);
      const noted = await store.must('GET /list-audit-entries', { target: transaction_id });
      assert.equal(noted.data.length, 1, 'the second time nothing is done');
      await happens(place, way, () => control.dispute({ payment_intent: disputed.payment_intent }));
      await warn(kept.payment_intent);
      assert.deepEqual(await items(), []);
      await assertBooks(place);
    });

    test('on_fraud_warning refund: all that is left goes back at once, once, and nothing is left of it', async () => {
      await set('refund');
      const once = await paidAtStripe(place, { product_id: await store.sell() });
      await store.refund(once.transaction_id, { amount: 5 });
      const monthly = await paidAtStripe(place, { product_id: await store.plan({ license: {} }) });
      for (const { payment_intent } of [once, monthly]) await warn(payment_intent, 2);
      for (const bought of [once, monthly]) {
        assert.equal((await bought.find()).status, 'refunded');
        assert.equal((await store.validate(bought.license_keys[0])).valid, false);
      }
      const [rest, five] = await once.refunds();
      assert.deepEqual([rest.total, five.total], [15, 5]);
      assert.equal(rest.reason, 'A bank has warned of fraud');
      assert.equal((await monthly.refunds()).length, 1);
      const { status, cancellation_reason } = await store.get(monthly.subscription_id);
      assert.deepEqual([status, cancellation_reason], ['canceled', 'refunded']);
      assert.deepEqual(await items(), []);
      await set('ask');
      await assertBooks(place);
    });

    test('on_fraud_warning refund while Stripe fails: it is refunded later, once', async () => {
      await set('refund');
      const bought = await paidAtStripe(place, { product_id: await store.plan() });
      await control.fault({ call: 'POST /v1/refunds', kind: 'error_503', times: 50 });
      await warn(bought.payment_intent);
      await control.clearFaults();
      await set('ask');
      assert.equal((await store.get(bought.subscription_id)).status, 'canceled');
      const [pending] = await bought.refunds();
      const { transaction_id } = pending;
      const sql = `UPDATE transactions SET next_attempt_at = 0
        WHERE store_id = :store_id AND transaction_id = :transaction_id`;
      await shop.db.write(store, async (tx) => tx.run(sql, { transaction_id }));
      await shop.runJob('due');
      assert.equal((await bought.find()).status, 'refunded');
      assert.equal((await bought.refunds()).length, 1);
      assert.deepEqual(await items(), []);
      await assertBooks(place);
    });

    test('a payment whose dispute was won is no item of a warning again, and is not refunded by itself', async () => {
      const [warned, later] = [await paidAtStripe(place), await paidAtStripe(place)];
      await warn(warned.payment_intent);
      assert.equal((await items()).length, 1);
      for (const { payment_intent } of [warned, later]) {
        await happens(place, way, async () => {
          const { id: dispute } = await control.dispute({ payment_intent });
          await control.decideDispute({ dispute, outcome: 'won' });
        });
      }
      await set('refund');
      await warn(later.payment_intent);
      await set('ask');
      for (const bought of [warned, later]) {
        assert.equal((await bought.find()).status, 'paid');
        assert.deepEqual(await bought.refunds(), []);
      }
      assert.deepEqual(await items(), []);
      await assertBooks(place);
    });

    test('on_fraud_warning refund: what was refunded or is disputed by then is left alone, and its subscription too', async () => {
      await set('refund');
      const product_id = await store.plan();
      const refunded = await paidAtStripe(place, { product_id });
      const disputed = await paidAtStripe(place, { product_id });
      await store.refund(refunded.transaction_id);
      const { payment_intent } = disputed;
      await happens(place, way, () => control.dispute({ payment_intent }));
      for (const bought of [refunded, disputed]) await warn(bought.payment_intent);
      await set('ask');
      for (const { subscription_id } of [refunded, disputed]) {
        assert.equal((await store.get(subscription_id)).status, 'active');
      }
      assert.equal((await refunded.refunds()).length, 1);
      assert.deepEqual(await disputed.refunds(), []);
      assert.deepEqual(await items(), []);
      await assertBooks(place);
    });

    test('a warning about what another program has sold with the same account is nobody’s here', async () => {
      const before = await items();
      await happens(place, way, async () => {
        for (const payment_intent of ['pi_of_nobody', '', null]) {
          const object = { id: 'issfr_1', object: 'radar.early_fraud_warning', payment_intent };
          await control.sendEvent({ type: 'radar.early_fraud_warning.created', object });
        }
      });
      assert.deepEqual(await items(), before);
    });
  });
}

suite('credit of a payment that a bank has warned of', async () => {
  const place = await startStripeShop();
  const { shop, store, stand_in } = place;
  const { control } = stand_in;
  const customer_id = 'ada';

  /** Paid on the page, where nothing is due. */
  const buyWithCredit = async (product_id: string) => {
    const { checkout_session_id } = await store.create({ product_id });
    const path = `/checkout/${checkout_session_id}/pay`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = 'attempt=1&email=ada%40example.com&consent=1';
    await shop.send({ method: 'POST', path, headers }, form);
    const bought = await store.must('GET /get-checkout', { checkout_session_id });
    assert.deepEqual([bought.status, bought.amount_due], ['completed', 0]);
    return bought;
  };

  test('on_fraud_warning refund: what was bought with it goes with the payment, and stays owed', async () => {
    await store.must('POST /update-store-settings', { on_fraud_warning: 'refund' });
    const product_id = await store.plan({ price: 100, tier: 2 });
    const monthly = await paidAtStripe(place, { product_id, customer_id });
    const { subscription_id } = monthly;
    await store.update(subscription_id, { plan_id: await store.plan({ price: 20, tier: 1 }) });
    const bought = await buyWithCredit(await store.sell(undefined, { price: 50 }));
    assert.equal((await store.validate(bought.license_keys[0])).valid, true);
    const charge = (await control.object({ id: monthly.payment_intent })) as {
      latest_charge: string;
    };
    await happens(place, 'told', () => control.warnOfFraud({ charge: charge.latest_charge }));
    assert.equal((await monthly.find()).status, 'refunded');
    assert.equal((await store.get(subscription_id)).status, 'canceled');
    assert.equal((await store.validate(bought.license_keys[0])).code, 'disabled');
    assert.deepEqual(await store.balances(), { EUR: -50 });
    await shop.assertRight();
  });
});

suite('a key that may not know of fraud', async () => {
  const place = await startStripeShop();
  const { shop, stand_in } = place;
  const { control } = stand_in;

  test('connects, sells and learns of everything else, by messages and by asking', async () => {
    const store = await shop.openStore();
    const { id: account } = await control.addAccount({ hides_fraud: true });
    const { webhook_url } = await connectStripe(store, stand_in, await control.addKey({ account }));
    assert.match(webhook_url, /^https:/);
    for (const held of [false, true]) {
      await control.webhooks({ held });
      const bought = await paidAtStripe({ ...place, store });
      assert.equal((await bought.find()).status, 'paid');
    }
    await shop.runJob('provider-events');
    assert.equal((await store.must('GET /get-provider')).problem, null);
  });
});
