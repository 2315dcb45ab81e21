import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();
const PAYS_TOMORROW = '4000000000000382';
const DUE = '2026-12-14T09:30:00.000Z';

interface Options {
  quantity?: number;
  large?: object;
  other?: object;
  number?: string;
  due_at?: string;
  between?(store: { must(what: string, input: object): Promise<unknown> }): Promise<void>;
}

type Seats = { plan?: 'large' | 'small' | 'other'; quantity?: number };

/** Ada on Large for 100 EUR a month, with a change to come, whose renewal was declined. */
async function pastDue(
  to: Seats,
  {
    quantity = 1,
    large = {},
    other = {},
    number = DECLINES_LATER,
    due_at = DUE,
    ...more
  }: Options = {},
) {
  const store = await shop.openStore();
  const seats = { license: { activation_limit: 1 } };
  const plans = {
    large: await store.plan({ name: 'Large', price: 100, ...seats, ...large }),
    small: await store.plan({ name: 'Small', price: 10, ...seats }),
    other: await store.plan({ name: 'Other', price: 300, ...seats, ...other }),
  };
  const subscription_id = await store.subscribe(plans.large, { quantity });
  const update = ({ plan, quantity: to_seats }: Seats, more: object = {}) =>
    store.update(subscription_id, {
      ...(plan && { plan_id: plans[plan] }),
      ...(to_seats && { quantity: to_seats }),
      ...more,
    });
  await update(to, { effective: 'period_end' });
  await more.between?.(store);
  await store.changeCard(number);
  await store.moveTo(due_at);
  const is = async () => {
    const { status, plan, quantity: now, pending_change } = await store.get(subscription_id);
    return [status, plan.name, now, pending_change?.quantity ?? null];
  };
  const license = async () => {
    const { data } = await store.must('GET /list-licenses', { subscription_id });
    return [data[0].product_id, data[0].activation_limit];
  };
  /** Pays what is due: its lines, its total, and the days of its period. */
  const pay = async () => {
    await store.changeCard(GOOD);
    const { status, current_period_start, current_period_end } = await store.get(subscription_id);
    const [paid] = await store.transactions(subscription_id);
    assert.deepEqual([status, paid.type, paid.status], ['active', 'renewal', 'paid']);
    const lines = paid.lines.map(({ description, amount }: Line) => `${description} ${amount}`);
    const days = [current_period_start, current_period_end].map((at: string) => at.slice(0, 10));
    return { lines, total: paid.total, days };
  };
  return { ...store, plans, subscription_id, update, is, license, pay };
}

type Line = { description: string; amount: number };
type Bill = { type: string; status: string; total: number };

test('a smaller plan that was to come is in force from the first failed renewal on, and told with it', async () => {
  const between: Options['between'] = async (of) => {
    await of.must('POST /update-customer', { customer_id: 'ada', email: 'ada@example.com' });
    await of.must('POST /update-mail-settings', {});
  };
  const store = await pastDue({ plan: 'small' }, { between });
  const { plans, subscription_id, advance, is, license, pay, transactions, must } = store;
  assert.deepEqual(await is(), ['past_due', 'Small', 1, null]);
  assert.deepEqual(await license(), [plans.small, 1]);
  const [change, declined] = await transactions(subscription_id);
  assert.deepEqual([change.type, change.total, change.lines], ['plan_change', 0, []]);
  assert.deepEqual([declined.type, declined.status, declined.total], ['renewal', 'declined', 10]);
  const shown = await store.get(subscription_id);
  assert.equal(shown.latest_transaction_id, declined.transaction_id);
  const told = (await store.told()).slice(-3);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['transaction.declined', 'subscription.updated', 'subscription.past_due'],
  );
  for (const { data } of told.slice(1)) {
    const { status, plan_id, pending_change } = data as Record<string, unknown>;
    assert.deepEqual([status, plan_id, pending_change], ['past_due', plans.small, null]);
  }
  // A planned change is told when it is chosen; now only that it could not be paid.
  const { data: mails } = await must('GET /list-mails', {});
  const kinds = mails.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['payment_failed']);
  await shop.assertRight();
  await advance('P20D'); // Three more tries.
  assert.deepEqual(await is(), ['past_due', 'Small', 1, null]);
  const bills = await transactions(subscription_id);
  assert.equal(bills.filter(({ type }: Bill) => type === 'plan_change').length, 1);
  assert.deepEqual(await pay(), {
    lines: ['Small (14 Dec 2026 – 14 Jan 2027) 10'],
    total: 10,
    days: ['2026-12-14', '2027-01-14'],
  });
  await shop.assertRight();
});

test('fewer seats that were to come: the license is as small as what is due', async () => {
  const { plans, license, is, pay } = await pastDue({ quantity: 2 }, { quantity: 5 });
  assert.deepEqual(await is(), ['past_due', 'Large', 2, null]);
  assert.deepEqual(await license(), [plans.large, 2]);
  assert.equal((await pay()).total, 200);
  assert.deepEqual(await license(), [plans.large, 2]);
  await shop.assertRight();
});

test('what costs more, or is of a larger tier, stays planned until it is paid', async () => {
  const tiers = { large: { tier: 1 }, other: { tier: 2, price: 900, billing_interval: 'year' } };
  for (const [to, options, total] of [
    [{ plan: 'other' }, {}, 300],
    [{ plan: 'other' }, tiers, 900],
    [{ quantity: 3 }, {}, 300],
    [{ plan: 'small', quantity: 11 }, {}, 110],
  ] as const) {
    const { plans, license, is, pay, advance } = await pastDue(to, options);
    const quantity = 'quantity' in to ? to.quantity : 1;
    assert.deepEqual(await is(), ['past_due', 'Large', 1, quantity]);
    assert.deepEqual(await license(), [plans.large, 1]);
    await advance('P9D');
    assert.equal((await pay()).total, total);
    assert.deepEqual((await license())[1], quantity);
  }
  await shop.assertRight();
});

test('another interval begins at the end of the paid period, whenever it is paid', async () => {
  const year = { price: 900, billing_interval: 'year' };
  const { advance, is, pay } = await pastDue({ plan: 'other' }, { other: year });
  assert.deepEqual(await is(), ['past_due', 'Other', 1, null]);
  await shop.assertRight();
  await advance('P10D');
  assert.deepEqual(await pay(), {
    lines: ['Other (14 Dec 2026 – 14 Dec 2027) 900'],
    total: 900,
    days: ['2026-12-14', '2027-12-14'],
  });
  await shop.assertRight();
});

test('a second change while past due pays the days before it on the terms that were used', async () => {
  const { advance, update, pay } = await pastDue({ plan: 'small', quantity: 4 });
  await advance('P10D');
  await update({ quantity: 1 });
  assert.deepEqual((await pay()).lines, [
    'Small (14 Dec – 24 Dec 2026) 12.9', // 10 of 31 days at 40, and never at 100.
    'Remaining time on Small (24 Dec 2026 – 14 Jan 2027) 6.77',
  ]);
  await shop.assertRight();
});

test('a plan that stayed planned begins with other seats, with which it costs no more', async () => {
  const { advance, update, is, license, plans, pay } = await pastDue(
    { plan: 'small', quantity: 30 },
    { quantity: 2 },
  );
  assert.deepEqual(await is(), ['past_due', 'Large', 2, 30]);
  await advance('P10D');
  await update({ plan: 'large', quantity: 2 }); // It is so already.
  assert.deepEqual(await is(), ['past_due', 'Large', 2, 30]);
  await update({ quantity: 1 });
  assert.deepEqual(await is(), ['past_due', 'Small', 1, null]);
  assert.deepEqual(await license(), [plans.small, 1]);
  assert.deepEqual((await pay()).lines, [
    'Large (14 Dec – 24 Dec 2026) 64.52',
    'Remaining time on Small (24 Dec 2026 – 14 Jan 2027) 6.77',
  ]);
  await shop.assertRight();
});

test('after a trial, what was to come is what is due and what the license is for', async () => {
  const trial = { large: { trial_days: 30 } };
  const { plans, is, license, pay, balances } = await pastDue({ plan: 'small' }, trial);
  assert.deepEqual(await is(), ['past_due', 'Small', 1, null]);
  assert.deepEqual(await license(), [plans.small, 1]);
  await shop.assertRight();
  assert.equal((await pay()).total, 10);
  assert.deepEqual(await balances(), {});
  await shop.assertRight();
});

test('nobody who leaves owes anything, and a store that ends at once ends on the terms before', async () => {
  const one = await pastDue({ plan: 'small' });
  await one.advance('P9D');
  await one.cancel(one.subscription_id);
  assert.deepEqual([await one.is(), await one.balances()], [['canceled', 'Small', 1, null], {}]);
  const two = await pastDue({ plan: 'small' });
  await two.advance('P30D');
  assert.deepEqual(await two.is(), ['canceled', 'Small', 1, null]);
  for (const after_retries of ['cancel', 'pause']) {
    const between = async (store: { must(what: string, input: object): Promise<unknown> }) => {
      await store.must('POST /update-store-settings', { retry_days: [], after_retries });
    };
    const three = await pastDue({ plan: 'small' }, { between });
    const status = after_retries === 'pause' ? 'paused' : 'canceled';
    assert.deepEqual(await three.is(), [status, 'Large', 1, null]);
  }
  await shop.assertRight();
});

test('paused unpaid with a smaller plan in force: it goes on with that', async () => {
  const between = async (store: { must(what: string, input: object): Promise<unknown> }) => {
    await store.must('POST /update-store-settings', { after_retries: 'pause' });
  };
  const store = await pastDue({ plan: 'small' }, { between });
  await store.advance('P30D');
  assert.deepEqual(await store.is(), ['paused', 'Small', 1, null]);
  await store.changeCard(GOOD);
  await store.resume(store.subscription_id);
  const [paid] = await store.transactions(store.subscription_id);
  assert.deepEqual([paid.status, paid.total], ['paid', 10]);
  await shop.assertRight();
});

test('from a plan by the day to one by the month, days after the period fell due', async () => {
  const daily = { billing_interval: 'day' };
  const options = { large: daily, due_at: '2026-11-19T09:30:00.000Z' };
  const { is, pay, advance } = await pastDue({ plan: 'small', quantity: 1 }, options);
  assert.deepEqual(await is(), ['past_due', 'Small', 1, null]);
  await advance('P1D');
  assert.equal((await pay()).total, 10);
  await shop.assertRight();
});

test('a renewal that the bank is still at work on puts nothing in force', async () => {
  const store = await pastDue({ plan: 'small' }, { number: PAYS_TOMORROW });
  assert.deepEqual(await store.is(), ['active', 'Large', 1, 1]);
  await store.advance('P2D');
  assert.deepEqual(await store.is(), ['active', 'Small', 1, null]);
  await shop.assertRight();
});
