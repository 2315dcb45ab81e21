import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Answer } from '../../harness/answer.ts';
import { PROVIDERS } from '../../harness/sales/till.ts';
import { startTillShop, type TillStore } from '../../harness/sales/till-shop.ts';
import { times } from '../../harness/seed.ts';

// What is done to one subscription at the same instant has the result of some order, and each
// change is charged once.

const ROUNDS = times('SUBSCRIPTION_RACES', 8, 60);

for (const provider of PROVIDERS) {
  const { shop, openStore } = await startTillShop(provider);
  suite(provider, () => {
    let store: TillStore;
    const plans: Record<string, string> = {};
    before(async () => {
      store = await openStore();
      for (const [name, price] of Object.entries({ Basic: 10, Pro: 20, Team: 50 })) {
        const product = {
          name,
          description: '',
          price,
          currency: 'USD',
          billing_type: 'recurring',
        };
        plans[name] = (await store.ask('POST /create-product', product)).body.product_id;
      }
    });

    let customers = 0;
    async function subscribe(): Promise<string> {
      const session = { product_id: plans.Basic, quantity: 1, customer_id: `c${customers++}` };
      const { checkout_session_id } = (await store.ask('POST /create-checkout', session)).body;
      return (await store.till.pay(checkout_session_id)).body.subscription_id;
    }

    const get = async (subscription_id: string) =>
      (await store.ask('GET /get-subscription', { subscription_id })).body;

    async function transactions(subscription_id: string, type: string) {
      const input = { subscription_id, type, limit: 100 };
      return (await store.ask('GET /get-transactions', input)).body.data;
    }

    const done = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

    test('32 upgrades to one plan at once: one is made and charged, the others are refused', async () => {
      const subscription_id = await subscribe();
      const input = { subscription_id, new_plan_id: plans.Team };
      const answers = await Promise.all(
        Array.from({ length: 32 }, () => store.ask('POST /upgrade-subscription', input)),
      );
      assert.equal(done(answers), 1);
      for (const { status, body } of answers) {
        if (status !== 200) assert.equal(body.error.code, 'plan_invalid');
      }
      const changes = await transactions(subscription_id, 'plan_change');
      assert.deepEqual(
        changes.map(({ total }: { total: number }) => total),
        [40],
      );
      await shop.assertRight();
      await store.assertSameBooks();
    });

    test('different quantities at once: each is charged once, the sum is that of the last', async () => {
      const subscription_id = await subscribe();
      const answers = await Promise.all(
        [2, 3, 4, 5, 6, 7, 8].map((quantity) =>
          store.ask('POST /update-subscription', { subscription_id, quantity }),
        ),
      );
      assert.equal(done(answers), 7);
      const { quantity, credit } = await get(subscription_id);
      const changes = await transactions(subscription_id, 'plan_change');
      assert.equal(changes.length, 7);
      // Up is charged, down is kept as credit: in whatever order, this is what was paid for.
      const charged = changes.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
      assert.equal(charged - credit, (quantity - 1) * 10);
      await shop.assertRight();
      await store.assertSameBooks();
    });

    test('upgrade, quantity, cancel and renewal at once, again and again: one charge per change, none after a cancel', async () => {
      for (let round = 0; round < (provider === 'Stripe' ? ROUNDS / 2 : ROUNDS); round++) {
        const subscription_id = await subscribe();
        const { current_period_end } = await get(subscription_id);
        const answers = await Promise.all([
          store.ask('POST /upgrade-subscription', { subscription_id, new_plan_id: plans.Pro }),
          store.ask('POST /update-subscription', { subscription_id, quantity: 3 }),
          store.ask('POST /cancel-subscription', { subscription_id }),
          store.ask('POST /advance-clock', { to: current_period_end }),
          store.ask('POST /update-subscription', { subscription_id, plan_id: plans.Team }),
        ]);
        const [upgrade, quantity, cancel, , update] = answers;
        assert.equal(cancel?.status, 200, cancel?.text);
        const after = await get(subscription_id);
        assert.equal(after.status, 'canceled');
        const changed = done([upgrade, quantity, update].filter((one) => one !== undefined));
        // One that the cancel came before was given up, and is answered as declined.
        const changes = await transactions(subscription_id, 'plan_change');
        const paid = changes.filter(({ status }: { status: string }) => status === 'paid');
        assert.equal(paid.length, changed);
        const renewals = await transactions(subscription_id, 'renewal');
        assert.ok(renewals.length <= 1);
        // The clock moves by a month meanwhile: a call that was on its way then comes to nothing.
        const refusals = changes.flatMap(
          (one: { decline_code: string | null }) => one.decline_code ?? [],
        );
        const given_up = ['payment_not_made', 'charge_canceled', 'confirmation_expired'];
        assert.deepEqual(
          refusals.filter((code: string) => !given_up.includes(code)),
          [],
        );
        const order = (await shop.events(store.store_id)).filter(
          ({ data }) => 'subscription_id' in data && data.subscription_id === subscription_id,
        );
        const at = order.findIndex(({ type }) => type === 'subscription.canceled');
        assert.deepEqual(order.slice(at + 1), [], 'nothing happens after a cancel');
      }
      await shop.assertRight();
      await store.assertSameBooks();
    });

    test('two advance-clock at once: one after the other, each answers what happened in its own', async () => {
      const subscription_id = await subscribe();
      const { current_period_end } = await get(subscription_id);
      const start = Date.parse(current_period_end);
      const to = (months: number) => {
        const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC');
        return new Date(from.add({ months }).epochMilliseconds).toISOString();
      };
      const answers = await Promise.all([
        store.ask('POST /advance-clock', { to: to(2) }),
        store.ask('POST /advance-clock', { to: to(5) }),
      ]);
      const ok = answers.filter(({ status }) => status === 200);
      for (const { status, body } of answers) {
        // The nearer one may come second, when its time is over.
        if (status !== 200) assert.equal(body.error.code, 'clock_backwards');
      }
      assert.ok(ok.length >= 1);
      assert.equal((await transactions(subscription_id, 'renewal')).length, 6);
      await shop.assertRight();
      await store.assertSameBooks();
    });
  });
}
