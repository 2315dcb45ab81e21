import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  accounts,
  assertBooks,
  happens,
  paidAtStripe,
  WAYS,
} from '../../harness/sales/stripe-money.ts';
import { startStripeShop } from '../../harness/sales/stripe-shop.ts';
import { GERMAN, OSS, sellFrom } from '../../harness/sales/taxed.ts';

for (const way of WAYS) {
  suite(`disputes at Stripe, ${way}`, async () => {
    const place = await startStripeShop();
    const { store, stand_in } = place;
    const { control } = stand_in;
    const decide = (dispute: string, outcome: 'won' | 'lost' | 'escalated') =>
      control.decideDispute({ dispute, outcome });

    test('opened, then lost: the amount and the fee are gone, the license is disabled', async () => {
      const product_id = await store.sell();
      const { payment_intent, find, license_keys } = await paidAtStripe(place, { product_id });
      await store.toldTypes();
      const before = await accounts(place);
      let id = '';
      await happens(place, way, async () => {
        ({ id } = await control.dispute({ payment_intent }));
      });
      const opened = await find();
      assert.equal(opened.status, 'disputed');
      const { status, reason, amount, fee, fee_currency, closed_at } = opened.dispute;
      assert.deepEqual(
        [status, reason, amount, fee, fee_currency, closed_at],
        ['opened', 'fraudulent', 20, 15, 'USD', null],
      );
      assert.ok(Date.parse(opened.dispute.due_at) > Date.now());
      await assertBooks(place);
      await happens(place, way, () => decide(id, 'lost'));
      assert.equal((await find()).status, 'charged_back');
      assert.deepEqual(await store.toldTypes(), [
        'transaction.disputed',
        'transaction.dispute_lost',
        'license.disabled',
      ]);
      assert.equal((await store.validate(license_keys[0])).code, 'disabled');
      const after = await accounts(place);
      const grown = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
      assert.deepEqual(
        [grown('gateway EUR'), grown('refunds EUR'), grown('fees USD'), grown('gateway USD')],
        [-2000, 2000, 1500, -1500],
      );
      await assertBooks(place);
    });

    test('won: everything is as it was, with the fee that Stripe gave back', async () => {
      const { payment_intent, find } = await paidAtStripe(place);
      const before = await accounts(place);
      await store.toldTypes();
      await happens(place, way, async () => {
        const { id } = await control.dispute({ payment_intent });
        await decide(id, 'won');
      });
      const won = await find();
      assert.deepEqual([won.status, won.dispute.status, won.dispute.fee], ['paid', 'won', 0]);
      assert.deepEqual(await store.toldTypes(), [
        'transaction.disputed',
        'transaction.dispute_won',
      ]);
      assert.deepEqual(await accounts(place), before);
      await assertBooks(place);
    });

    test('an inquiry moves nothing, until it becomes a dispute', async () => {
      const { payment_intent, find } = await paidAtStripe(place);
      let id = '';
      await happens(place, way, async () => {
        ({ id } = await control.dispute({ payment_intent, reason: 'inquiry' }));
      });
      const asked = await find();
      assert.deepEqual([asked.status, asked.dispute], ['paid', null]);
      await happens(place, way, () => decide(id, 'escalated'));
      assert.equal((await find()).status, 'disputed');
      await assertBooks(place);
    });

    test('a second dispute after one that was won, of a part: lost, and the rest stays', async () => {
      const { payment_intent, find } = await paidAtStripe(place);
      await happens(place, way, async () => {
        await decide((await control.dispute({ payment_intent })).id, 'won');
        await decide((await control.dispute({ payment_intent, amount: 500 })).id, 'lost');
      });
      const { status, dispute } = await find();
      assert.deepEqual([status, dispute.status, dispute.amount], ['charged_back', 'lost', 5]);
      await assertBooks(place);
    });

    test('a payment that was refunded is disputed all the same: both have gone back', async () => {
      const { payment_intent, find, transaction_id } = await paidAtStripe(place);
      await store.refund(transaction_id, { amount: 20 });
      await happens(place, way, () => control.dispute({ payment_intent }));
      assert.deepEqual(await find().then((one) => [one.status, one.refunded]), ['disputed', 20]);
      await assertBooks(place);
    });

    test('a refund and a dispute that is won, told in any order: the tax of the refund is owed no more', async () => {
      await sellFrom(store, 'DE', [GERMAN, OSS]);
      const product_id = await store.product({ price: 119 });
      const sold = await paidAtStripe(place, { product_id, country: 'DE' });
      const { payment_intent, transaction_id } = sold;
      const owed = async () => {
        const today = new Date().toISOString().slice(0, 10);
        const { rows } = await store.must('GET /get-tax-report', { from: today, to: today });
        const german = rows.filter(({ kind }: { kind: string }) => kind === 'charged');
        return [german[0]?.tax, german.length, 0 - ((await accounts(place))['tax EUR'] ?? 0) / 100];
      };
      assert.deepEqual(await owed(), [19, 1, 19]);
      let id = '';
      await happens(place, way, async () => {
        await control.refund({ payment_intent, amount: 5950 });
        ({ id } = await control.dispute({ payment_intent }));
      });
      await happens(place, way, () => decide(id, 'won'));
      assert.deepEqual(await owed(), [9.5, 1, 9.5]);
      await store.refund(transaction_id);
      assert.deepEqual(await owed(), [0, 1, 0]);
      await place.shop.assertRight();
      await sellFrom(store, 'DE', []);
    });

    test('a subscription whose payment is lost ends, whatever has become of its plan', async () => {
      const product_id = await store.licensedPlan(undefined, { price: 30, tier: 2 });
      const sold = await paidAtStripe(place, { product_id });
      const { subscription_id, payment_intent, license_keys } = sold;
      const cheaper = await store.licensedPlan(undefined, { price: 10, tier: 1 });
      await store.update(subscription_id, { plan_id: cheaper });
      assert.deepEqual(await store.balances(), { EUR: 20 });
      await happens(place, way, async () => {
        await decide((await control.dispute({ payment_intent })).id, 'lost');
      });
      assert.deepEqual(await store.balances(), {}, 'credit of that money is taken back');
      const { status, cancellation_reason } = await store.get(subscription_id);
      assert.deepEqual([status, cancellation_reason], ['canceled', 'dispute_lost']);
      assert.equal((await store.validate(license_keys[0])).valid, false);
    });
  });
}

suite('fees', async () => {
  const place = await startStripeShop();
  const { shop, store, stand_in } = place;
  const { control } = stand_in;

  test('what Stripe keeps of a payment is in the record and in the ledger, in its own currency', async () => {
    const { find } = await paidAtStripe(place);
    const { fee, fee_currency } = await find();
    const [booked] = (await control.books()).payments.slice(-1);
    assert.deepEqual([Math.round(fee * 100), fee_currency], [booked?.fee, 'USD']);
    assert.equal((await accounts(place))['fees USD'], booked?.fee);
    await assertBooks(place);
  });

  test('a fee that is known later is told by a message, and counted once', async () => {
    await control.holdBalanceTransactions({ held: true });
    const { find } = await paidAtStripe(place);
    assert.deepEqual(await find().then((one) => [one.fee, one.fee_currency]), [null, null]);
    await assertBooks(place);
    await happens(place, 'told backwards, ten times at once', () =>
      control.holdBalanceTransactions({ held: false }),
    );
    assert.ok((await find()).fee > 0);
    await assertBooks(place);
  });

  test('and is asked for by a job where no message comes; it stays when the payment is refunded', async () => {
    await control.holdBalanceTransactions({ held: true });
    const { find, transaction_id } = await paidAtStripe(place);
    await control.webhooks({ held: true });
    await control.holdBalanceTransactions({ held: false });
    await shop.db.write(store, async (tx) =>
      tx.run(`UPDATE transactions SET fee_due_at = 0 WHERE store_id = :store_id
        AND fee_due_at IS NOT NULL`),
    );
    await shop.runJob('due');
    const { fee } = await find();
    assert.ok(fee > 0);
    await store.refund(transaction_id);
    assert.equal((await find()).fee, fee);
    await assertBooks(place);
    await control.webhooks({ held: false });
  });

  test('a provider that never tells the fee is asked six times, and then no more', async () => {
    await control.holdBalanceTransactions({ held: true });
    const { find, transaction_id } = await paidAtStripe(place);
    const asks = async () => {
      const sql = `SELECT fee_attempts, fee_due_at FROM transactions
        WHERE store_id = :store_id AND transaction_id = :transaction_id`;
      const row = await shop.db
        .reader(store)
        .maybe<{ fee_attempts: number; fee_due_at: number | null }>(sql, { transaction_id });
      return [row?.fee_attempts, row?.fee_due_at === null];
    };
    for (let times = 1; times <= 6; times++) {
      await shop.db.write(store, async (tx) =>
        tx.run(`UPDATE transactions SET fee_due_at = 0 WHERE store_id = :store_id
          AND fee_due_at IS NOT NULL`),
      );
      await shop.runJob('due');
      assert.deepEqual(await asks(), [times, times === 6]);
    }
    assert.equal((await find()).fee, null);
    await control.holdBalanceTransactions({ held: false });
  });
});
