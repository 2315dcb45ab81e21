import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { cards } from './cast.ts';
import { ProcessShop } from './process-shop.ts';
import { times } from './seed.ts';
import { until } from './until.ts';

// A real process that bills subscriptions is killed again and again in the middle of it, as when
// the power goes. In the end each period of each subscription was charged exactly once, by the
// gateway's own record.
const KILLS = times('RENEWAL_KILLS', 10);
const SUBSCRIPTIONS = 12;
const DAY_MS = 86_400_000;

let shop: ProcessShop;
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
  const product = { name: 'Daily', description: '', price: 5, currency: 'USD' };
  const plan = { ...product, billing_type: 'recurring', billing_interval: 'day' };
  const { product_id } = (await shop.call('/create-product', plan)).body;
  for (let at = 0; at < SUBSCRIPTIONS; at++) {
    const session = { product_id, quantity: 1, customer_id: `c${at}` };
    const { checkout_session_id } = (await shop.call('/create-checkout', session)).body;
    await shop.call('/complete-checkout', { checkout_session_id, payment_method: cards.pays });
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

const countCharges = async () =>
  Number((await shop.rows<{ n: number }>('SELECT COUNT(*) AS n FROM test_gateway_charges'))[0]?.n);

/** One charge for the first day and one for each day since, by the gateway's own record. */
async function assertChargedDaily(days: number): Promise<number> {
  const charges = await shop.rows<Charged>(`
    SELECT t.subscription_id, t.period_start, t.period_end FROM test_gateway_charges c
    JOIN transactions t ON t.store_id = c.store_id AND t.transaction_id = c.charge_key
    WHERE c.status = 'paid' ORDER BY t.subscription_id, t.period_start`);
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

interface Charged {
  subscription_id: string;
  period_start: number;
  period_end: number;
}

test(`${KILLS} kills while subscriptions are billed: every period is charged exactly once`, async (t) => {
  for (let kill = 0; kill < KILLS; kill++) {
    const fault = kill % 2 === 0 ? 'slow_before' : 'slow_after';
    await shop.setFault(kill % 3 === 0 ? undefined : { fault, delay_ms: 5 + (kill % 7) });
    await passDay();
    // Somewhere in the middle: on any machine something is billed, and something is left.
    const wanted = (await countCharges()) + Math.floor(Math.random() * 2 * SUBSCRIPTIONS);
    await shop.start(); // Billing begins with it.
    await until(async () => (await countCharges()) >= wanted || isBilled(), 'something is billed');
    await setTimeout(Math.random() * 10);
    await shop.kill();
  }
  await shop.setFault(undefined);
  await passDay();
  await shop.start();
  await until(isBilled, 'everything is billed');
  const charges = await assertChargedDaily(KILLS + 1);
  t.diagnostic(`${charges} charges`);
  await shop.assertRight();
});

test('three processes that bill the same subscriptions at once charge each period once', async () => {
  await shop.kill();
  await shop.setFault({ fault: 'slow_after', delay_ms: 3 });
  for (let day = 0; day < 5; day++) await passDay();
  const [, second, third] = await Promise.all([
    shop.start(),
    shop.startBeside(),
    shop.startBeside(),
  ]);
  await until(isBilled, 'everything is billed');
  await Promise.all([second, third].map((beside) => beside?.kill()));
  await assertChargedDaily(KILLS + 6);
  await shop.assertRight();
});
