import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: the whole record of a subscription that was just bought', async () => {
  const { plan, subscribe, get, transactions } = await shop.openStore();
  const plan_id = await plan();
  const subscription_id = await subscribe(plan_id, { quantity: 2, metadata: { team: 'blue' } });
  assert.match(subscription_id, /^sub_[0-9a-hjkmnp-tv-z]{28}$/);
  const [{ transaction_id }] = await transactions(subscription_id);
  assert.deepEqual(await get(subscription_id), {
    subscription_id,
    object: 'subscription',
    status: 'active',
    customer_id: 'ada',
    plan_id,
    plan: {
      ...{ name: 'Pro', price: 20, currency: 'EUR', interval: 'month', interval_count: 1 },
      tax_behavior: 'inclusive',
    },
    quantity: 2,
    coupon_code: null,
    discount_starts_at: null,
    discount_ends_at: null,
    current_period_start: AT_START,
    current_period_end: '2026-12-14T09:30:00.000Z',
    trial_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_reason: null,
    cancellation_comment: null,
    paused_at: null,
    paused_by: null,
    resumes_at: null,
    next_payment_at: '2026-12-14T09:30:00.000Z',
    payment_retries: 0,
    payment_url: null,
    credit: 0,
    pending_change: null,
    latest_transaction_id: transaction_id,
    metadata: { team: 'blue' },
    created_at: AT_START,
    updated_at: AT_START,
  });
});

test('200: in a trial, the period is the trial and the first payment is at its end', async () => {
  const { plan, subscribe, get } = await shop.openStore();
  const shown = await get(await subscribe(await plan({ trial_days: 14 })));
  const end = '2026-11-28T09:30:00.000Z';
  assert.equal(shown.status, 'trialing');
  assert.deepEqual([shown.current_period_start, shown.current_period_end], [AT_START, end]);
  assert.deepEqual([shown.trial_end, shown.next_payment_at], [end, end]);
});

test('200: a coupon is shown with the instant at which it ends: once, repeating, for ever', async () => {
  const { plan, subscribe, get, must } = await shop.openStore();
  const table: [terms: object, trial_days: number, ends_at: string | null][] = [
    [{ duration: 'once' }, 0, '2026-12-14T09:30:00.000Z'],
    [{ duration: 'once' }, 14, '2026-12-28T09:30:00.000Z'],
    [{ duration: 'repeating', duration_months: 3 }, 0, '2027-02-14T09:30:00.000Z'],
    [{ duration: 'repeating', duration_months: 3 }, 14, '2027-02-28T09:30:00.000Z'],
    [{ duration: 'forever' }, 0, null],
  ];
  for (const [at, [terms, trial_days, ends_at]] of table.entries()) {
    const coupon_code = `CODE-${at}`;
    const code = { code: coupon_code, discount_percentage: 50, ...terms };
    await must('POST /create-discount-code', code);
    const shown = await get(await subscribe(await plan({ trial_days }), { coupon_code }));
    assert.deepEqual([shown.coupon_code, shown.discount_ends_at], [coupon_code, ends_at]);
  }
});

test('200: every interval has a period of its length', async () => {
  const { plan, subscribe, get } = await shop.openStore();
  const table: [billing_interval: string, billing_interval_count: number, end: string][] = [
    ['day', 10, '2026-11-24'],
    ['week', 2, '2026-11-28'],
    ['month', 3, '2027-02-14'],
    ['year', 1, '2027-11-14'],
  ];
  for (const [billing_interval, billing_interval_count, end] of table) {
    const plan_id = await plan({ billing_interval, billing_interval_count });
    const shown = await get(await subscribe(plan_id));
    assert.deepEqual(
      [shown.plan.interval, shown.plan.interval_count, shown.current_period_end],
      [billing_interval, billing_interval_count, `${end}T09:30:00.000Z`],
    );
  }
});

test('200: a later price or name of the plan does not touch what was bought, nor its renewal', async () => {
  const { plan, subscribe, get, must, advance, transactions } = await shop.openStore();
  const plan_id = await plan();
  const subscription_id = await subscribe(plan_id);
  const bought = await get(subscription_id);
  await must('POST /update-product', { product_id: plan_id, price: 99, name: 'Dear' });
  await must('POST /archive-product', { product_id: plan_id });
  assert.deepEqual(await get(subscription_id), bought);
  await advance('P1M');
  assert.equal((await get(subscription_id)).status, 'active');
  assert.equal((await transactions(subscription_id))[0].total, 20);
});

test('200: began on the last day of a month, it renews on the last day of shorter ones', async () => {
  const { plan, subscribe, get, must, advance } = await shop.openStore();
  await must('POST /advance-clock', { to: '2027-01-31T10:00:00.000Z' });
  const subscription_id = await subscribe(await plan());
  const ends = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'];
  for (const end of ends) {
    const { current_period_end } = await get(subscription_id);
    assert.equal(current_period_end, `${end}T10:00:00.000Z`);
    await must('POST /advance-clock', { to: current_period_end });
  }
  await advance('P9M');
  const { current_period_start } = await get(subscription_id);
  assert.equal(current_period_start, '2028-02-29T10:00:00.000Z');
});

test('200: with a key that may only read, and with the identifier in a JSON body', async () => {
  const plan = { name: 'Pro', description: '', price: 0, currency: 'EUR' };
  const product = { ...plan, billing_type: 'recurring' };
  const { product_id } = (await shop.call('POST /create-product', product)).body;
  const input = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await shop.call('POST /create-checkout', input)).body;
  const done = await shop.call('POST /complete-checkout', { checkout_session_id });
  const { subscription_id } = done.body;
  const { api_key: key } = await shop.makeKey('read');
  const answer = await shop.call('GET /get-subscription', { subscription_id }, { key });
  assert.deepEqual([answer.status, answer.body.subscription_id], [200, subscription_id]);
  const options = { in_body: true };
  const same = await shop.call('GET /get-subscription', { subscription_id }, options);
  assert.deepEqual(same.body, answer.body);
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { plan, subscribe } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const [other, live] = [await shop.makeStore('test'), await shop.makeStore('live')];
  for (const { api_key: key } of [other, live]) {
    const ask = (id: string) =>
      shop.call('GET /get-subscription', { subscription_id: id }, { key });
    const [missing, foreign] = [await ask('sub_nothing'), await ask(subscription_id)];
    for (const answer of [missing, foreign]) {
      assertRefused(answer, 404, 'subscription_not_found', []);
    }
    assert.equal(missing.body.error.message, foreign.body.error.message);
  }
});

test('400 invalid_parameters: without an identifier', async () => {
  const { ask } = await shop.openStore();
  const answer = await ask('GET /get-subscription');
  assertRefused(answer, 400, 'invalid_parameters', ['subscription_id']);
});

test('400 unknown_parameter: what get-subscription does not know is named', async () => {
  const { ask } = await shop.openStore();
  const input = { subscription_id: 'sub_nothing', expand: 'plan' };
  assertRefused(await ask('GET /get-subscription', input), 400, 'unknown_parameter', ['expand']);
});
