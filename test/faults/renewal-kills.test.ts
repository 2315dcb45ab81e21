import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ProcessShop } from '../harness/process-shop.ts';
import { assertSameBooks, PROVIDERS, type Till } from '../harness/sales/till.ts';
import { openTill } from '../harness/sales/till-shop.ts';
import { times } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { spawnStripe } from '../stand-ins/stripe/stand-in.ts';

// A real process that bills subscriptions is killed again and again in the middle of it, as when
// the power goes. In the end each period of each subscription was charged exactly once, by the
// provider's own record.
const KILLS = times('RENEWAL_KILLS', 3, 40);
const SUBSCRIPTIONS = 12;
const DAY_MS = 86_400_000;

for (const provider of PROVIDERS) {
  const stand_in = provider === 'Stripe' ? await spawnStripe() : undefined;
  if (stand_in) after(() => stand_in.stop());

  suite(provider, () => {
    const kills = provider === 'Stripe' ? Math.ceil(KILLS / 3) : KILLS;
    let shop: ProcessShop;
    let till: Till;
    const settings = stand_in ? { KASSA_STRIPE_API: stand_in.url } : {};
    before(async () => {
      shop = await ProcessShop.make();
      await shop.start(settings);
      till = await openTill(shop, stand_in);
      const product = { name: 'Daily', description: '', price: 5, currency: 'USD' };
      const plan = { ...product, billing_type: 'recurring', billing_interval: 'day' };
      const { product_id } = (await shop.call('/create-product', plan)).body;
      for (let at = 0; at < SUBSCRIPTIONS; at++) {
        const session = { product_id, quantity: 1, customer_id: `c${at}` };
        const { checkout_session_id } = (await shop.call('/create-checkout', session)).body;
        await till.pay(checkout_session_id);
      }
      await shop.kill();
    });

    /** A day passes for the store, while nobody is there to notice. */
    const passDay = () =>
      shop.db.write(null, async (tx) => {
        await tx.run('UPDATE stores SET clock_ahead_ms = clock_ahead_ms + :day', { day: DAY_MS });
        // A dead worker's lease ends by itself after a minute; here it ends at once.
        await tx.run('UPDATE subscriptions SET claimed_until = 0');
      });

    async function isBilled(): Promise<boolean> {
      const due = `SELECT s.subscription_id FROM subscriptions s JOIN stores o ON o.store_id = s.store_id
    WHERE s.next_action_at <= ${Date.now()} + o.clock_ahead_ms`;
      return (await shop.rows(due)).length === 0;
    }

    const countCharges = async () => (await till.charges()).length;

    /** One charge for the first day and one for each day since, by the provider's own record. */
    async function assertChargedDaily(days: number): Promise<number> {
      const rows = await shop.rows<Charged>(
        'SELECT transaction_id, subscription_id, period_start, period_end FROM transactions',
      );
      const known = new Map(rows.map((row) => [row.transaction_id, row]));
      const charges = (await till.charges())
        .flatMap(({ transaction_id }) => known.get(transaction_id) ?? [])
        .toSorted((one, other) => one.period_start - other.period_start);
      await assertSameBooks(shop.db, shop.store_id, till);
      const by_subscription = Map.groupBy(charges, (charge) => charge.subscription_id);
      assert.equal(by_subscription.size, SUBSCRIPTIONS);
      for (const [subscription_id, periods] of by_subscription) {
        assert.equal(periods.length, days + 1, `${subscription_id} has a charge for every day`);
        for (const [at, { period_start, period_end }] of periods.entries()) {
          assert.equal(period_end - period_start, DAY_MS);
          assert.equal(period_start, (periods[0]?.period_start ?? 0) + at * DAY_MS, 'in a row');
        }
      }
      return charges.length;
    }

    test(`${kills} kills while subscriptions are billed: every period is charged exactly once`, async (t) => {
      for (let kill = 0; kill < kills; kill++) {
        const fault = kill % 2 === 0 ? 'slow_before' : 'slow_after';
        await till.setFault(kill % 3 === 0 ? undefined : { fault, delay_ms: 5 + (kill % 7) });
        await passDay();
        // Somewhere in the middle: on any machine something is billed, and something is left.
        const wanted = (await countCharges()) + Math.floor(Math.random() * 2 * SUBSCRIPTIONS);
        await shop.start(settings); // Billing begins with it.
        await until(
          async () => (await countCharges()) >= wanted || isBilled(),
          'something is billed',
        );
        await setTimeout(Math.random() * 10);
        await shop.kill();
      }
      await till.setFault(undefined);
      await passDay();
      await shop.start(settings);
      await until(isBilled, 'everything is billed');
      const charges = await assertChargedDaily(kills + 1);
      t.diagnostic(`${charges} charges`);
      await shop.assertRight();
    });

    test('three processes that bill the same subscriptions at once charge each period once', async () => {
      await shop.kill();
      await till.setFault({ fault: 'slow_after', delay_ms: 3 });
      for (let day = 0; day < 3; day++) await passDay();
      const [, second, third] = await Promise.all([
        shop.start(settings),
        shop.startBeside(settings),
        shop.startBeside(settings),
      ]);
      await until(isBilled, 'everything is billed');
      await Promise.all([second, third].map((beside) => beside?.kill()));
      await assertChargedDaily(kills + 4);
      await shop.assertRight();
    });
  });
}

interface Charged {
  transaction_id: string;
  subscription_id: string;
  period_start: number;
  period_end: number;
}
