import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, DECLINES_LATER } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, START, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /preview-subscription-change';
const UPDATE = 'POST /update-subscription';

/** The amounts of a bill without tax, discount and balance. */
const untaxed = (total: number) => ({
  ...{ subtotal: total, discount: 0, tax: 0, tax_breakdown: [], balance_change: 0, total },
});

/** What a payment and a preview both show. */
const billIn = (of: Record<string, unknown>) => {
  const names = [
    'lines',
    'subtotal',
    'discount',
    'tax',
    'tax_breakdown',
    'balance_change',
    'total',
  ];
  return Object.fromEntries(names.map((name) => [name, of[name]]));
};

test('200: the whole answer, and nothing is stored', async () => {
  const { plan, subscribe, must, advance } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const plan_id = await plan({ name: 'Team', price: 50 });
  await advance('P10D');
  const before = await shop.everything();
  const days = ['2026-11-24', '2026-12-14'] as const;
  const rest = '(24 Nov – 14 Dec 2026)';
  assert.deepEqual(await must(OP, { subscription_id, plan_id, quantity: 2 }), {
    object: 'subscription_change_preview',
    currency: 'EUR',
    lines: [
      billedLine(`Unused time on Pro ${rest}`, [1, -13.33, 0], 'unused_time', 'Pro', days),
      billedLine(`Remaining time on Team ${rest}`, [2, 66.67, 0], 'remaining_time', 'Team', days),
    ],
    ...untaxed(53.34),
    ends_trial: false,
    credit: 0,
    next_renewal: {
      at: '2026-12-14T09:30:00.000Z',
      lines: [
        billedLine('Team (14 Dec 2026 – 14 Jan 2027)', [2, 100, 0], 'period', 'Team', [
          '2026-12-14',
          '2027-01-14',
        ]),
      ],
      ...untaxed(100),
    },
  });
  assert.equal(await shop.everything(), before);
});

test('200: an Idempotency-Key is ignored, and nothing is kept under it', async () => {
  const { plan, subscribe, ask } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const before = await shop.everything();
  const headers = { 'idempotency-key': 'preview-1' };
  for (const quantity of [2, 3]) {
    const { status, headers: told } = await ask(OP, { subscription_id, quantity }, headers);
    assert.deepEqual([status, told['idempotent-replayed']], [200, undefined]);
  }
  assert.equal(await shop.everything(), before);
});

test('200: what it shows is what the change then does: now, its credit, and at the next renewal', async () => {
  const plans = {
    team: { name: 'Team', price: 50 },
    basic: { name: 'Basic', price: 5 },
    year: { name: 'Year', price: 200, billing_interval: 'year' },
    week: { name: 'Week', price: 7.77, billing_interval: 'week' },
  };
  const changes: [to: keyof typeof plans | undefined, more: object][] = [
    ['team', {}],
    ['team', { proration: 'next_renewal' }],
    ['team', { proration: 'none' }],
    ['team', { effective: 'period_end', quantity: 3 }],
    ['basic', {}],
    ['basic', { proration: 'charge_now' }],
    ['year', {}],
    ['year', { proration: 'none' }],
    ['year', { effective: 'period_end' }],
    ['week', {}],
    [undefined, { quantity: 5 }],
    [undefined, { quantity: 1 }],
  ];
  for (const duration of ['forever', 'once']) {
    for (const [to, more] of changes) {
      const { plan, coupon, subscribe, must, moveTo, get, transactions } = await shop.openStore();
      const coupon_code = await coupon('OFF', { discount_percentage: 12.5, duration });
      const subscription_id = await subscribe(await plan(), { coupon_code, quantity: 2 });
      await moveTo('2026-11-23T17:04:05.678Z');
      const plan_id = to && (await plan(plans[to]));
      const change = { subscription_id, plan_id, ...more };
      const shown = await must(OP, change);
      const count = (await transactions(subscription_id)).length;
      const { credit } = await must(UPDATE, change);
      assert.equal(credit, shown.credit);
      const made = (await transactions(subscription_id)).slice(0, -count);
      assert.deepEqual(billIn(made[0] ?? { lines: [], ...untaxed(0) }), billIn(shown));
      assert.equal((await get(subscription_id)).current_period_end, shown.next_renewal.at);
      await moveTo(shown.next_renewal.at);
      const [renewal] = await transactions(subscription_id);
      assert.deepEqual({ at: renewal.created_at, ...billIn(renewal) }, shown.next_renewal);
    }
  }
});

test('200: in a trial something dearer is charged now; what is not costs nothing before its end', async () => {
  const { plan, coupon, subscribe, must } = await shop.openStore();
  const coupon_code = await coupon('OFF');
  const bought = { coupon_code, quantity: 2 };
  const subscription_id = await subscribe(await plan({ trial_days: 14 }), bought);
  const more = await must(OP, { subscription_id, quantity: 3 });
  // The coupon is for the two that it was bought with.
  assert.deepEqual(more.lines, [
    billedLine('Pro (14 Nov – 14 Dec 2026)', [3, 60, 0], 'period', 'Pro', [
      '2026-11-14',
      '2026-12-14',
    ]),
    billedLine('Discount OFF (50 %)', [1, -20, 0], 'discount', 'OFF'),
  ]);
  assert.deepEqual([more.total, more.balance_change, more.credit], [40, 0, 0]);
  assert.deepEqual(more.next_renewal, {
    at: '2026-12-14T09:30:00.000Z',
    lines: [
      billedLine('Pro (14 Dec 2026 – 14 Jan 2027)', [3, 60, 0], 'period', 'Pro', [
        '2026-12-14',
        '2027-01-14',
      ]),
    ],
    ...untaxed(60),
  });
  const fewer = await must(OP, { subscription_id, quantity: 1 });
  const { lines, total, balance_change, credit } = fewer;
  assert.deepEqual([lines, total, balance_change, credit], [[], 0, 0, 0]);
  assert.deepEqual(fewer.next_renewal, {
    at: '2026-11-28T09:30:00.000Z',
    lines: [
      billedLine('Pro (28 Nov – 28 Dec 2026)', [1, 20, 0], 'period', 'Pro', [
        '2026-11-28',
        '2026-12-28',
      ]),
      billedLine('Discount OFF (50 %)', [1, -10, 0], 'discount', 'OFF'),
    ],
    ...untaxed(10),
    ...{ subtotal: 20, discount: 10 },
  });
});

test('200: what it has already, or nothing at all, costs nothing, in any status', async () => {
  for (const status of ['trialing', 'active', 'ending', 'past_due', 'paused', 'canceled']) {
    const { inStatus, get, must } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const { plan_id } = await get(subscription_id);
    const before = await shop.everything();
    for (const change of [{}, { plan_id }, { quantity: 1 }, { plan_id, quantity: 1 }]) {
      for (const effective of ['now', 'period_end']) {
        const shown = await must(OP, { subscription_id, ...change, effective });
        const { lines, total, balance_change, credit } = shown;
        assert.deepEqual([lines, total, balance_change, credit], [[], 0, 0, 0]);
      }
    }
    assert.equal(await shop.everything(), before);
  }
});

test('200: a card that would be declined is not asked: it is only looked at', async () => {
  const { plan, subscribe, changeCard, must, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  assert.equal((await must(OP, { subscription_id, quantity: 2 })).total, 20);
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('200: after the end of a period that is not renewed yet, it is that of the next one, as the change will be', async () => {
  const own = await startShop();
  const terms = { name: 'Pro', description: '', currency: 'EUR', billing_type: 'recurring' };
  const plan = async (price: number): Promise<string> =>
    (await own.call('POST /create-product', { ...terms, price })).body.product_id;
  const input = { product_id: await plan(20), quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await own.call('POST /create-checkout', input)).body;
  const payment = { checkout_session_id, payment_method: cards.pays };
  const { subscription_id } = (await own.call('POST /complete-checkout', payment)).body;
  const plan_id = await plan(50);
  own.now = START + 45 * 86_400_000;
  const { status, body } = await own.call(OP, { subscription_id, plan_id });
  assert.equal(status, 200);
  // 16 of the 31 days from 14 December on.
  const days = ['2026-12-29', '2027-01-14'] as const;
  const rest = '(29 Dec 2026 – 14 Jan 2027)';
  assert.deepEqual(body.lines, [
    billedLine(`Unused time on Pro ${rest}`, [1, -10.32, 0], 'unused_time', 'Pro', days),
    billedLine(`Remaining time on Pro ${rest}`, [1, 25.81, 0], 'remaining_time', 'Pro', days),
  ]);
  assert.deepEqual([body.total, body.next_renewal.at], [15.49, '2027-01-14T09:30:00.000Z']);
  const { body: changed } = await own.call(UPDATE, { subscription_id, plan_id });
  assert.equal(changed.current_period_end, body.next_renewal.at);
  const { data } = (await own.call('GET /get-transactions', { subscription_id })).body;
  assert.deepEqual([data[0].lines, data[0].total, data[1].total], [body.lines, body.total, 20]);
});

test('400 plan_invalid: unknown, archived, not recurring, another currency', async () => {
  const { plan, subscribe, must, ask } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const archived = await plan();
  await must('POST /archive-product', { product_id: archived });
  const none = await plan({ billing_type: 'one_time' });
  const dollars = await plan({ currency: 'USD' });
  const foreign = await (await shop.openStore()).plan();
  const before = await shop.everything();
  for (const plan_id of ['prod_nothing', foreign, archived, none, dollars]) {
    for (const effective of ['now', 'period_end']) {
      const answer = await ask(OP, { subscription_id, plan_id, effective });
      assertRefused(answer, 400, 'plan_invalid', ['plan_id']);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400 subscription_status: what update-subscription would refuse is refused here too', async () => {
  for (const status of ['past_due', 'paused', 'canceled', 'ending']) {
    const { inStatus, ask } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const before = await shop.everything();
    for (const operation of [OP, UPDATE]) {
      const answer = await ask(operation, { subscription_id, quantity: 2 });
      assertRefused(answer, 400, 'subscription_status', []);
    }
    assert.equal(await shop.everything(), before);
  }
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { inStatus } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const other = await shop.openStore();
  for (const id of ['sub_nothing', subscription_id]) {
    const answer = await other.ask(OP, { subscription_id: id, quantity: 2 });
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
});

test('400 invalid_parameters: the same parameters as update-subscription, refused the same way', async () => {
  const { inStatus, ask } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const inputs: object[] = [
    {},
    { quantity: 2 },
    { subscription_id, quantity: 0 },
    { subscription_id, quantity: '2' },
    { subscription_id, quantity: 1_000_001 },
    { subscription_id, plan_id: 7 },
    { subscription_id, quantity: 2, proration: 'later' },
    { subscription_id, quantity: 2, effective: 'soon' },
  ];
  for (const input of inputs) {
    const [shown, made] = [await ask(OP, input), await ask(UPDATE, input)];
    assertRefused(shown, 400, 'invalid_parameters');
    assert.deepEqual(shown.body.error.details, made.body.error.details);
  }
  const unknown = await ask(OP, { subscription_id, quantity: 2, price: 1 });
  assertRefused(unknown, 400, 'unknown_parameter', ['price']);
});
