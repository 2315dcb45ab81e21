import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CastStore } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'GET /preview-subscription-cancel';
const CANCEL = 'POST /cancel-subscription';

/** What each of these has paid, and how. */
const HISTORIES: Record<string, (store: CastStore, subscription_id: string) => Promise<unknown>> = {
  'as it was bought': async () => undefined,
  'after a part of the period': ({ advance }) => advance('P10D'),
  'after more seats': async ({ advance, update }, id) => {
    await advance('P10D');
    await update(id, { quantity: 3 });
    await advance('P3D');
  },
  'after fewer seats': async ({ advance, update }, id) => {
    await advance('P10D');
    await update(id, { quantity: 1 });
  },
  'after a partial refund': async ({ transactions, refund }, id) => {
    const [{ transaction_id }] = await transactions(id);
    await refund(transaction_id, { amount: 7 });
  },
  'paid with credit': async ({ must, advance }) => {
    await must('POST /adjust-customer-balance', {
      customer_id: 'ada',
      amount: 25,
      currency: 'EUR',
    });
    await advance('P35D');
  },
  'with a debt': ({ must }) =>
    must('POST /adjust-customer-balance', { customer_id: 'ada', amount: -5, currency: 'EUR' }),
  paused: async ({ advance, pause }, id) => {
    await advance('P10D');
    await pause(id);
  },
};

for (const [title, live] of Object.entries(HISTORIES)) {
  test(`200: it is what the cancel does, ${title}: now with each refund, and at the end of the period`, async () => {
    for (const how of [
      { refund: 'none' },
      { refund: 'prorated' },
      { refund: 'full' },
      { cancel_at_period_end: true },
    ]) {
      const store = await shop.openStore();
      const { must, subscribe, plan, transactions, balances } = store;
      const subscription_id = await subscribe(await plan(), { quantity: 2 });
      await live(store, subscription_id);
      const before = await transactions(subscription_id);
      const { EUR: had = 0 } = await balances();
      const stored = await shop.everything();
      const seen = await must(OP, { subscription_id, ...how });
      assert.equal(await shop.everything(), stored);
      const ended = await must(CANCEL, { subscription_id, ...how });
      const made = (await transactions(subscription_id)).slice(0, -before.length);
      const refunds = made
        .filter(({ type }: { type: string }) => type === 'refund')
        .map((one: { refunded_transaction_id: string; total: number }) => ({
          transaction_id: one.refunded_transaction_id,
          amount: one.total,
        }));
      const charged = made
        .filter(({ type }: { type: string }) => type === 'plan_change')
        .reduce((all: number, { total }: { total: number }) => all + total, 0);
      const { EUR: has = 0 } = await balances();
      const what = JSON.stringify(how);
      assert.deepEqual([...seen.refunds].reverse(), refunds, what);
      const refunded = refunds.reduce(
        (all: number, { amount }: { amount: number }) => all + amount,
        0,
      );
      assert.deepEqual(
        [seen.refunded, seen.charged, seen.credited],
        [refunded, charged, Math.round((has - had - charged) * 100) / 100],
        what,
      );
      assert.equal(seen.ends_at, ended.ended_at ?? ended.current_period_end, what);
    }
  });
}

test('200: one that has ended gives nothing back; one that is past due ends at once', async () => {
  const { must, inStatus } = await shop.openStore();
  const ended = await must(OP, { subscription_id: await inStatus('canceled'), refund: 'full' });
  assert.deepEqual([ended.refunded, ended.credited, ended.charged, ended.refunds], [0, 0, 0, []]);
  const subscription_id = await inStatus('past_due');
  const late = await must(OP, { subscription_id, cancel_at_period_end: true });
  assert.equal(late.ends_at, (await must(CANCEL, { subscription_id })).ended_at);
});

test('404 subscription_not_found: unknown, or of another store', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const subscription_id = await other.inStatus('active');
  for (const id of ['sub_nothing', subscription_id]) {
    assertRefused(await ask(OP, { subscription_id: id }), 404, 'subscription_not_found', []);
  }
});
