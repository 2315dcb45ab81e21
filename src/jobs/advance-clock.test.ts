import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, DECLINES_LATER, GOOD } from '../../test/harness/cast.ts';
import { assertRefused, START, startShop } from '../../test/harness/shop.ts';
import { until } from '../../test/harness/until.ts';
import { type GatewayFault, setGatewayFault } from '../shop/money/payments/test-gateway.sql.ts';
import { claimClock, releaseClock } from './clock.sql.ts';

const shop = await startShop();

const OP = 'POST /advance-clock';

interface DayEvent {
  sequence: number;
  type: string;
  at: string;
}
const flat = ({ days }: { days: { events: DayEvent[] }[] }) => days.flatMap(({ events }) => events);
const told = (answer: { days: { events: DayEvent[] }[] }) =>
  flat(answer).map(({ at, type }) => `${at.slice(0, 10)} ${type}`);

test('200: the whole answer: everything that fell due on the way, in order, by its day', async () => {
  const { plan, subscribe, must, transactions, eventCount } = await shop.openStore();
  const record_id = await subscribe(await plan({ trial_days: 14 }));
  const count = await eventCount();
  const answer = await must(OP, { by: 'P14D' });
  const [{ transaction_id }] = await transactions(record_id);
  const [notice, at] = ['2026-11-25T09:30:00.000Z', '2026-11-28T09:30:00.000Z'];
  assert.deepEqual(answer, {
    object: 'clock',
    now: at,
    ahead_seconds: 14 * 86_400,
    reached: true,
    days: [
      {
        date: '2026-11-25',
        events: [{ sequence: count + 1, type: 'subscription.trial_ending', at: notice, record_id }],
      },
      {
        date: '2026-11-28',
        events: [
          { sequence: count + 2, type: 'transaction.paid', at, record_id: transaction_id },
          { sequence: count + 3, type: 'subscription.renewed', at, record_id },
        ],
      },
    ],
    has_more: false,
    next_cursor: null,
  });
});

test('200: by a duration of the calendar, to an instant, with an offset, to a plain date, or not at all', async () => {
  const { must } = await shop.openStore();
  const steps: [input: object, now: string][] = [
    [{ by: 'P1M' }, '2026-12-14T09:30:00.000Z'],
    [{ by: 'P1W' }, '2026-12-21T09:30:00.000Z'],
    [{ by: 'PT12H' }, '2026-12-21T21:30:00.000Z'],
    [{ by: 'PT0.001S' }, '2026-12-21T21:30:00.001Z'],
    [{ by: 'PT0S' }, '2026-12-21T21:30:00.001Z'],
    [{ to: '2026-12-21T21:30:00.001Z' }, '2026-12-21T21:30:00.001Z'],
    [{ to: '2026-12-22T01:00:00+02:00' }, '2026-12-21T23:00:00.000Z'],
    [{ to: '2026-12-31' }, '2026-12-31T00:00:00.000Z'],
    [{ by: 'P1Y2M3DT4H5M6S' }, '2028-03-03T04:05:06.000Z'],
  ];
  for (const [input, now] of steps) {
    const answer = await must(OP, input);
    const ahead_seconds = (Date.parse(now) - START) / 1000;
    assert.deepEqual([answer.now, answer.ahead_seconds, answer.days], [now, ahead_seconds, []]);
  }
});

test('200: what happens on the way bears the simulated instant, and a request right after it the new one', async () => {
  const { plan, subscribe, must, get, transactions, store_id } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await must(OP, { by: 'P2M' });
  const instants = ['2027-01-14T09:30:00.000Z', '2026-12-14T09:30:00.000Z', AT_START];
  for (const { created_at, settled_at } of await transactions(subscription_id)) {
    assert.deepEqual([created_at, settled_at], Array(2).fill(instants.shift()));
  }
  assert.deepEqual(instants, []);
  const { current_period_start, updated_at } = await get(subscription_id);
  assert.equal(updated_at, current_period_start);
  const sql = 'SELECT created_at FROM events WHERE store_id = :store_id ORDER BY sequence';
  const rows = await shop.db.reader({ store_id }).all<{ created_at: number }>(sql);
  assert.equal(rows.at(-1)?.created_at, Date.parse(updated_at));
  await must(OP, { by: 'P1D' });
  const customer = await must('POST /create-customer');
  assert.equal(customer.created_at, '2027-01-15T09:30:00.000Z');
});

test('200: of several subscriptions each thing happens at its instant, checkouts expire in between', async () => {
  const { plan, subscribe, must } = await shop.openStore();
  await subscribe(await plan({ billing_interval: 'week' }));
  await subscribe(await plan({ billing_interval: 'day', billing_interval_count: 3 }));
  const product_id = await plan();
  const session = { product_id, quantity: 1, customer_id: 'cy', expires_in_minutes: 30 };
  await must('POST /create-checkout', session);
  const renewal = (date: string) => [`${date} transaction.paid`, `${date} subscription.renewed`];
  assert.deepEqual(told(await must(OP, { by: 'P8D' })), [
    '2026-11-14 checkout.expired',
    ...['2026-11-17', '2026-11-20', '2026-11-21'].flatMap(renewal),
  ]);
});

test('200: a declined renewal is tried again after 3, 5, 7 and 7 more days, and then it ends', async () => {
  const { plan, subscribe, changeCard, must, get, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  const steps: [on: string, retries: number, next: string | null][] = [
    ['2026-12-14', 0, '2026-12-17T09:30:00.000Z'],
    ['2026-12-17', 1, '2026-12-22T09:30:00.000Z'],
    ['2026-12-22', 2, '2026-12-29T09:30:00.000Z'],
    ['2026-12-29', 3, '2027-01-05T09:30:00.000Z'],
    ['2027-01-05', 4, null],
  ];
  for (const [at, [on, retries, next]] of steps.entries()) {
    const answer = await must(OP, { to: `${on}T09:30:00.000Z` });
    const change = next === null ? ['canceled'] : at === 0 ? ['past_due'] : [];
    const expected = ['transaction.declined', ...change.map((word) => `subscription.${word}`)];
    assert.equal(told(answer).join(), expected.map((type) => `${on} ${type}`).join());
    const shown = await get(subscription_id);
    assert.equal(shown.status, next === null ? 'canceled' : 'past_due');
    assert.deepEqual([shown.payment_retries, shown.next_payment_at], [retries, next]);
    assert.equal(shown.current_period_end, '2026-12-14T09:30:00.000Z');
  }
  const ended = await get(subscription_id);
  const at = '2027-01-05T09:30:00.000Z';
  assert.deepEqual([ended.ended_at, ended.canceled_at], [at, at]);
  assert.equal(ended.cancellation_reason, 'payment_failed');
  assert.deepEqual((await must(OP, { by: 'P1Y' })).days, []);
  assert.deepEqual(await charges(), ['2000 paid', ...Array(5).fill('2000 declined')]);
});

test('200: a provider that does not answer on the way is asked again, and the retry counts once', async () => {
  const { plan, subscribe, changeCard, must, get, setFault } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await must(OP, { by: 'P1M' });
  await setFault('unavailable');
  await must(OP, { by: 'P3D' });
  assert.equal((await get(subscription_id)).status, 'past_due');
  await setFault(undefined);
  await must(OP, { by: 'P1D' });
  const { payment_retries, status } = await get(subscription_id);
  assert.deepEqual([status, payment_retries], ['past_due', 1]);
});

test('200: what a job has under way is done before the clock moves on, and nothing of it late', async () => {
  const { plan, subscribe, changeCard, must, get, transactions, store_id } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ billing_interval: 'week' }));
  await changeCard(DECLINES_LATER);
  await must(OP, { by: 'P22D' });
  const setFault = (fault?: GatewayFault) =>
    shop.db.write({ store_id }, async (tx) => setGatewayFault(tx, fault));
  await setFault({ fault: 'slow_after', delay_ms: 2_000 });
  await changeCard(GOOD); // Pays the first of three weeks; a job goes on with the second.
  const pending = { subscription_id, status: 'pending' };
  const isUnderWay = async () => (await must('GET /get-transactions', pending)).data.length > 0;
  const isDone = async () => (await get(subscription_id)).current_period_end > '2026-12-06';
  await until(async () => (await isUnderWay()) || (await isDone()), 'a job takes it up');
  await setFault();
  await must(OP, { by: 'P10D' });
  const paid = (await transactions(subscription_id)).filter(
    ({ status }: { status: string }) => status === 'paid',
  );
  assert.deepEqual(
    paid.map(({ created_at }: { created_at: string }) => created_at.slice(0, 19)).reverse(),
    ['2026-11-14T09:30:00', ...Array(3).fill('2026-12-06T09:30:00'), '2026-12-12T09:30:00'],
  );
});

test('200: two at once do not interleave, and both answer with what they did', async () => {
  const { plan, subscribe, ask, must } = await shop.openStore();
  await subscribe(await plan({ billing_interval: 'day' }));
  const both = await Promise.all([ask(OP, { by: 'P20D' }), ask(OP, { by: 'P30D' })]);
  for (const { status, text } of both) assert.equal(status, 200, text);
  const lists = both.map(({ body }) => flat(body).map(({ sequence }) => sequence));
  const [first = [], second = []] = lists.toSorted(([a = 0], [b = 0]) => a - b);
  const all = [...first, ...second];
  assert.deepEqual(
    all,
    Array.from({ length: 100 }, (_, at) => (all[0] ?? 0) + at),
  );
  assert.equal((await must('GET /get-clock')).now, '2027-01-03T09:30:00.000Z');
});

test('200: with one Idempotency-Key two at once move it once, and so does a retry', async () => {
  const { ask, must } = await shop.openStore();
  const once = () => ask(OP, { by: 'P1D' }, { 'idempotency-key': 'a-day' });
  const [first, second] = await Promise.all([once(), once()]);
  assert.equal(first?.text, second?.text);
  const third = await once();
  assert.deepEqual([third.text, third.headers['idempotent-replayed']], [first?.text, 'true']);
  assert.equal((await must('GET /get-clock')).now, '2026-11-15T09:30:00.000Z');
});

test('200: a very long list is capped, and its cursor continues where it ended', async () => {
  const { plan, subscribe, must, eventCount } = await shop.openStore();
  const daily = await plan({ price: 1, billing_interval: 'day' });
  for (const customer_id of ['ada', 'bob', 'cy']) await subscribe(daily, { customer_id });
  const count = await eventCount();
  const first = await must(OP, { by: 'P170D' });
  assert.deepEqual([flat(first).length, first.has_more, first.reached], [1000, true, true]);
  await must(OP, { by: 'P1D' }); // Not part of what the cursor continues.
  const rest = await must(OP, { cursor: first.next_cursor });
  assert.deepEqual([rest.has_more, rest.next_cursor], [false, null]);
  const all = [...flat(first), ...flat(rest)].map(({ sequence }) => sequence);
  assert.deepEqual(
    all,
    Array.from({ length: 170 * 3 * 2 }, (_, at) => count + 1 + at),
  );
});

test('400 clock_backwards: a clock moves forward only, and nothing is stored', async () => {
  const { ask, must } = await shop.openStore();
  await must(OP, { by: 'P1D' });
  const before = await shop.everything();
  const inputs = [{ to: AT_START }, { to: '2026-11-15T09:29:59.999Z' }, { by: '-PT0.001S' }];
  for (const input of inputs) assertRefused(await ask(OP, input), 400, 'clock_backwards', []);
  assert.equal(await shop.everything(), before);
});

test('400 clock_live: the clock of a live store is the real one', async () => {
  const { api_key: key } = await shop.makeStore('live');
  const before = await shop.everything();
  for (const input of [{ by: 'P1M' }, { to: '2030-01-01' }]) {
    assertRefused(await shop.call(OP, input, { key }), 400, 'clock_live', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 clock_moving: while another call moves it for longer than this one waits', async () => {
  const { ask, store_id } = await shop.openStore();
  const claim = { wall: START, until: START + 30_000, owner: 'x' };
  await shop.db.write({ store_id }, async (tx) => claimClock(tx, claim));
  const before = await shop.everything();
  assertRefused(await ask(OP, { by: 'P1D' }), 400, 'clock_moving', []);
  assert.equal(await shop.everything(), before);
  await shop.db.write({ store_id }, async (tx) => releaseClock(tx, 'x'));
  assert.equal((await ask(OP, { by: 'P1D' })).status, 200);
});

test('400 invalid_parameters: neither or both, what is no duration or instant, or too far away', async () => {
  const { ask, must } = await shop.openStore();
  const before = await shop.everything();
  const wrong: [input: object, param: string][] = [
    [{}, 'to'],
    [{ to: '2027-01-01', by: 'P1M' }, 'by'],
    ...['1 month', 'P', 'P1', 'PT', '', 'P1000Y', 7].map((by): [object, string] => [{ by }, 'by']),
    ...['tomorrow', '2027-02-30', '2027-01-01T10', '9999-01-01', 7].map((to): [object, string] => [
      { to },
      'to',
    ]),
    [{ cursor: 'x' }, 'cursor'],
  ];
  for (const [input, param] of wrong) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', [param]);
  }
  assertRefused(await ask(OP, { by: 'P1D', days: 3 }), 400, 'unknown_parameter', ['days']);
  assert.equal(await shop.everything(), before);
  assert.equal((await must('GET /get-clock')).now, AT_START);
});
