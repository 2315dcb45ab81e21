import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../harness/shop.ts';

// A subscriber's whole life, with the exact events, transactions and lines of each step.

const card = (number: string) => ({ number, exp_month: 12, exp_year: 2099, cvc: '123' });
const PAYS = card('4242424242424242');
const DECLINES_LATER = card('4000000000000341');

let shop: Shop;
let told = 0;
before(async () => {
  shop = await startShop();
});

async function post(operation: string, input: object) {
  const answer = await shop.call(`POST /${operation}`, input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** What has been told since the last look. */
async function events(): Promise<string[]> {
  const all = await shop.events();
  const fresh = all.slice(told).map(({ type }) => type);
  told = all.length;
  return fresh;
}

interface Transaction {
  type: string;
  status: string;
  total: number;
  created_at: string;
  period_start: string;
  period_end: string;
  lines: { description: string; quantity: number; amount: number }[];
}

async function latest(subscription_id: string): Promise<Transaction> {
  const input = { subscription_id, limit: 1 };
  return (await shop.call('GET /get-transactions', input)).body.data[0];
}

const shown = ({ type, status, total, created_at, lines }: Transaction) => ({
  what: `${type} ${status} ${total} on ${created_at.slice(0, 10)}`,
  lines: lines.map((line) => `${line.description} × ${line.quantity}: ${line.amount}`),
});

test('trial, conversion, upgrade, seats, downgrade at period end, failing card, recovery, cancel, end', async () => {
  const monthly = { description: '', currency: 'USD', billing_type: 'recurring' };
  const pro = await post('create-product', {
    ...monthly,
    name: 'Pro',
    price: 20,
    tier: 1,
    trial_days: 14,
  });
  const team = await post('create-product', { ...monthly, name: 'Team', price: 50, tier: 2 });
  await events();

  // Sign up with a trial: nothing is charged.
  const session = { product_id: pro.product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await post('create-checkout', session);
  const done = await post('complete-checkout', { checkout_session_id, payment_method: PAYS });
  const { subscription_id } = done;
  const get = async () => (await shop.call('GET /get-subscription', { subscription_id })).body;
  assert.deepEqual(await events(), [
    'customer.created',
    'subscription.created',
    'checkout.completed',
  ]);
  assert.deepEqual(shown(await latest(subscription_id)), {
    what: 'subscription_start paid 0 on 2026-11-14',
    lines: ['Pro (14-day free trial) × 1: 0'],
  });
  const trialing = await get();
  assert.deepEqual(
    [trialing.status, trialing.trial_end, trialing.next_payment_at],
    ['trialing', '2026-11-28T09:30:00.000Z', '2026-11-28T09:30:00.000Z'],
  );

  // Conversion: a notice three days before, then the first payment.
  const { days } = await post('advance-clock', { by: 'P14D' });
  assert.deepEqual(
    days.map((day: { date: string; events: { type: string; at: string }[] }) => [
      day.date,
      ...day.events.map(({ type, at }) => `${type} ${at.slice(11)}`),
    ]),
    [
      ['2026-11-25', 'subscription.trial_ending 09:30:00.000Z'],
      ['2026-11-28', 'transaction.paid 09:30:00.000Z', 'subscription.renewed 09:30:00.000Z'],
    ],
  );
  await events();
  assert.deepEqual(shown(await latest(subscription_id)), {
    what: 'renewal paid 20 on 2026-11-28',
    lines: ['Pro (28 Nov – 28 Dec 2026) × 1: 20'],
  });

  // Upgrade, with 20 of 30 days left.
  await post('advance-clock', { by: 'P10D' });
  const change = { subscription_id, plan_id: team.product_id };
  const preview = await post('preview-subscription-change', change);
  await post('upgrade-subscription', { subscription_id, new_plan_id: team.product_id });
  assert.deepEqual(await events(), ['transaction.paid', 'subscription.updated']);
  const upgraded = await latest(subscription_id);
  assert.deepEqual(shown(upgraded), {
    what: 'plan_change paid 20 on 2026-12-08',
    lines: [
      'Unused time on Pro (8 Dec – 28 Dec 2026) × 1: -13.33',
      'Remaining time on Team (8 Dec – 28 Dec 2026) × 1: 33.33',
    ],
  });
  assert.deepEqual([preview.lines, preview.total], [upgraded.lines, upgraded.total]);

  // Two more seats.
  await post('update-subscription', { subscription_id, quantity: 3 });
  assert.deepEqual(await events(), ['transaction.paid', 'subscription.updated']);
  assert.deepEqual(shown(await latest(subscription_id)), {
    what: 'plan_change paid 66.67 on 2026-12-08',
    lines: [
      'Unused time on Team (8 Dec – 28 Dec 2026) × 1: -33.33',
      'Remaining time on Team (8 Dec – 28 Dec 2026) × 3: 100',
    ],
  });

  // Down again at the end of the period.
  const later = { subscription_id, plan_id: pro.product_id, effective: 'period_end' };
  const { pending_change, plan } = await post('update-subscription', later);
  assert.deepEqual(pending_change, {
    plan_id: pro.product_id,
    quantity: 3,
    effective_at: '2026-12-28T09:30:00.000Z',
  });
  assert.equal(plan.name, 'Team');
  assert.deepEqual(await events(), ['subscription.updated']);
  await post('advance-clock', { to: '2026-12-28T09:30:00Z' });
  assert.deepEqual(await events(), [
    'transaction.paid',
    'subscription.updated',
    'subscription.renewed',
  ]);
  assert.deepEqual(shown(await latest(subscription_id)), {
    what: 'renewal paid 60 on 2026-12-28',
    lines: ['Pro (28 Dec 2026 – 28 Jan 2027) × 3: 60'],
  });

  // The card fails, and fails again.
  await post('update-payment-method', { customer_id: 'ada', payment_method: DECLINES_LATER });
  await post('advance-clock', { to: '2027-02-01' });
  assert.deepEqual(await events(), [
    'transaction.declined',
    'subscription.past_due',
    'transaction.declined',
  ]);
  const late = await get();
  assert.deepEqual(
    [late.status, late.payment_retries, late.next_payment_at],
    ['past_due', 1, '2027-02-05T09:30:00.000Z'],
  );

  // Another card, and it recovers at once, for the period that fell due.
  await post('update-payment-method', { customer_id: 'ada', payment_method: PAYS });
  assert.deepEqual(await events(), [
    'transaction.paid',
    'subscription.recovered',
    'subscription.renewed',
  ]);
  const recovered = await latest(subscription_id);
  assert.deepEqual(shown(recovered), {
    what: 'renewal paid 60 on 2027-02-01',
    lines: ['Pro (28 Jan – 28 Feb 2027) × 3: 60'],
  });
  assert.deepEqual(
    [recovered.period_start, recovered.period_end],
    ['2027-01-28T09:30:00.000Z', '2027-02-28T09:30:00.000Z'],
  );

  // Cancel at the end of the period, and the end.
  await post('cancel-subscription', { subscription_id, cancel_at_period_end: true });
  assert.deepEqual(await events(), ['subscription.cancel_scheduled']);
  await post('advance-clock', { by: 'P1Y' });
  assert.deepEqual(await events(), ['subscription.canceled']);
  const ended = await get();
  assert.deepEqual(
    [ended.status, ended.canceled_at, ended.ended_at, ended.next_payment_at],
    ['canceled', '2027-02-01T00:00:00.000Z', '2027-02-28T09:30:00.000Z', null],
  );
  await shop.assertRight();
});

test('ten years of a monthly subscription are one call', async () => {
  const plan = { name: 'Plan', description: '', price: 9.99, currency: 'EUR' };
  const { product_id } = await post('create-product', { ...plan, billing_type: 'recurring' });
  const session = { product_id, quantity: 1, customer_id: 'bob' };
  const { checkout_session_id } = await post('create-checkout', session);
  const done = await post('complete-checkout', { checkout_session_id, payment_method: PAYS });
  const { subscription_id } = done;
  const { days, reached, has_more } = await post('advance-clock', { by: 'P10Y' });
  assert.deepEqual([days.length, reached, has_more], [120, true, false]);
  let cursor: string | undefined;
  let renewals = 0;
  do {
    const input = { subscription_id, type: 'renewal', limit: 100, ...(cursor && { cursor }) };
    const page = (await shop.call('GET /get-transactions', input)).body;
    renewals += page.data.length;
    cursor = page.next_cursor;
  } while (cursor);
  assert.equal(renewals, 120);
});

test('after a standstill each period that fell due is charged, in order', async () => {
  const plan = { name: 'Plan', description: '', price: 9.99, currency: 'EUR' };
  const { product_id } = await post('create-product', { ...plan, billing_type: 'recurring' });
  const session = { product_id, quantity: 1, customer_id: 'cleo' };
  const { checkout_session_id } = await post('create-checkout', session);
  const done = await post('complete-checkout', { checkout_session_id, payment_method: PAYS });
  const { subscription_id } = done;
  const renewals = async (): Promise<Transaction[]> => {
    const input = { subscription_id, type: 'renewal', limit: 100 };
    return (await shop.call('GET /get-transactions', input)).body.data.reverse();
  };
  shop.now += 160 * 86_400_000; // Nobody was there for five months.
  await shop.runJob('due');
  await shop.runJob('due'); // It finds nothing the second time.
  const periods = await renewals();
  assert.equal(periods.length, 5);
  let end = (await shop.call('GET /get-transactions', { checkout_session_id })).body.data[0]
    .period_end;
  for (const { period_start, period_end, total, status } of periods) {
    assert.deepEqual([period_start, total, status], [end, 9.99, 'paid']);
    end = period_end;
  }
});
