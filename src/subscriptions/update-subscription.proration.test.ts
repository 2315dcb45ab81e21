import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';
import { openStore as openStoreOf } from '../../test/subscribing.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const openStore = () => openStoreOf(shop);

const OP = 'POST /update-subscription';

/** The lines without their dates, as text. */
const working = ({ lines }: { lines: { description: string; amount: number }[] }) =>
  lines.map(({ description, amount }) => `${description.replace(/ \(\d.*\)$/, '')} ${amount}`);

const OTHERS = {
  team: { name: 'Team', price: 50 },
  basic: { name: 'Basic', price: 5 },
  year: { name: 'Year', price: 200, billing_interval: 'year' },
  week: { name: 'Week', price: 7, billing_interval: 'week' },
};

test('200: exact to the millisecond: up, down, more, fewer, and another interval', async () => {
  // A month of 30 days, so each amount is price * rest / 2,592,000,000 ms, half to even.
  const table: [at: string, change: string, quantity: number, lines: string[], paid: number[]][] = [
    ['2026-11-14T09:30:00.000Z', 'team', 1, ['Pro -20', 'Team 50'], [30, 0]],
    ['2026-11-24T09:30:00.000Z', 'team', 1, ['Pro -13.33', 'Team 33.33'], [20, 0]],
    // 1 ms after half of the period 9.9999999923 and 24.9999999807 round to the same as at half.
    ['2026-11-29T09:30:00.001Z', 'team', 1, ['Pro -10', 'Team 25'], [15, 0]],
    // 648,000 ms are half a cent of 20 EUR (0.5, to even: 0) and 1.25 cents of 50 EUR.
    ['2026-12-14T09:19:12.000Z', 'team', 1, ['Pro 0', 'Team 0.01'], [0.01, 0]],
    ['2026-12-14T09:19:11.999Z', 'team', 1, ['Pro -0.01', 'Team 0.01'], [0, 0]],
    // 1,944,000 ms are 1.5 cents (to even: 2) and 3.75 cents.
    ['2026-12-14T08:57:36.000Z', 'team', 1, ['Pro -0.02', 'Team 0.04'], [0.02, 0]],
    ['2026-12-14T09:29:59.999Z', 'team', 1, ['Pro 0', 'Team 0'], [0, 0]],
    ['2026-11-24T09:30:00.000Z', 'basic', 1, ['Pro -13.33', 'Basic 3.33'], [0, 10]],
    ['2026-11-24T09:30:00.000Z', 'same', 3, ['Pro -13.33', 'Pro 40'], [26.67, 0]],
    ['2026-11-24T09:30:00.000Z', 'team', 2, ['Pro -13.33', 'Team 66.67'], [53.34, 0]],
    ['2026-11-24T09:30:00.000Z', 'year', 1, ['Pro -13.33', 'Year 200'], [186.67, 0]],
    ['2026-11-24T09:30:00.000Z', 'week', 1, ['Pro -13.33', 'Week 7'], [0, 6.33]],
  ];
  for (const [to, change, quantity, lines, [total, credit]] of table) {
    const { plan, subscribe, must, moveTo, transactions } = await openStore();
    const pro = await plan();
    const subscription_id = await subscribe(pro);
    await moveTo(to);
    const more = Object.entries(OTHERS).find(([name]) => name === change)?.[1];
    const plan_id = more ? await plan(more) : pro;
    const shown = await must(OP, { subscription_id, plan_id, quantity });
    const [transaction] = await transactions(subscription_id);
    const [given_back, charged, ...kept] = working(transaction);
    assert.deepEqual(
      [given_back, charged].map((text) => text?.replace(/^(Unused|Remaining) time on /, '')),
      lines,
    );
    assert.deepEqual(kept, credit === 0 ? [] : [`Kept as credit ${credit}`]);
    assert.deepEqual([transaction.total, shown.credit], [total, credit]);
  }
});

test('200: another interval begins a new period now, from which all later ones count', async () => {
  const { plan, subscribe, must, moveTo, get } = await openStore();
  const subscription_id = await subscribe(await plan());
  const plan_id = await plan({ name: 'Quarter', price: 50, billing_interval_count: 3 });
  await moveTo('2026-11-30T12:00:00.000Z');
  const shown = await must(OP, { subscription_id, plan_id });
  const period = [shown.current_period_start, shown.current_period_end, shown.next_payment_at];
  const [start, end] = ['2026-11-30T12:00:00.000Z', '2027-02-28T12:00:00.000Z'];
  assert.deepEqual(period, [start, end, end]);
  await moveTo(end);
  assert.equal((await get(subscription_id)).current_period_end, '2027-05-30T12:00:00.000Z');
});

test('200: fewer is kept as credit, used up by the renewals, and what is left stays credit', async () => {
  const { plan, subscribe, must, advance, get, transactions } = await openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 5 });
  await advance('P15D');
  const shown = await must(OP, { subscription_id, quantity: 1 });
  assert.deepEqual([shown.quantity, shown.credit], [1, 40]); // 50 given back, 10 charged.
  const renewals: [total: number, credit: number][] = [
    [0, 20],
    [0, 0],
    [20, 0],
  ];
  for (const [total, credit] of renewals) {
    await advance('P1M');
    const [renewal] = await transactions(subscription_id);
    assert.deepEqual([renewal.type, renewal.status, renewal.total], ['renewal', 'paid', total]);
    const amounts = renewal.lines.map((line: { amount: number }) => line.amount);
    assert.deepEqual(amounts, total === 0 ? [20, -20] : [20]);
    assert.equal((await get(subscription_id)).credit, credit);
  }
});

test('200: credit that is left pays for a later change first', async () => {
  const { plan, subscribe, must, transactions } = await openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 3 });
  assert.equal((await must(OP, { subscription_id, quantity: 1 })).credit, 40);
  assert.equal((await must(OP, { subscription_id, quantity: 2 })).credit, 20);
  assert.equal((await must(OP, { subscription_id, quantity: 4 })).credit, 0);
  const [last, first] = await transactions(subscription_id);
  assert.deepEqual([first.total, last.total], [0, 20]);
  assert.deepEqual(working(last), [
    'Unused time on Pro -40',
    'Remaining time on Pro 80',
    'Credit of an earlier change -20',
  ]);
});

test('200: proration next_renewal charges nothing now and adds what is owed to the next renewal', async () => {
  const { plan, subscribe, must, advance, transactions, charges } = await openStore();
  const subscription_id = await subscribe(await plan());
  await advance('P15D');
  const change = { subscription_id, quantity: 2, proration: 'next_renewal' };
  assert.equal((await must(OP, change)).credit, -10);
  const [owed] = await transactions(subscription_id);
  assert.deepEqual([owed.total, working(owed).at(-1)], [0, 'Owed at the next renewal -10']);
  await advance('P15D');
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual(working(renewal), ['Pro 40', 'Owed from an earlier change 10']);
  assert.deepEqual(await charges(), ['2000 paid', '5000 paid']);
  const { credit } = await must('GET /get-subscription', { subscription_id });
  assert.equal(credit, 0);
});

test('200: proration none settles nothing of the period, up or down; charge_now gives nothing back', async () => {
  const { plan, subscribe, must, advance, charges } = await openStore();
  const subscription_id = await subscribe(await plan());
  await advance('P10D');
  for (const quantity of [5, 2]) {
    const shown = await must(OP, { subscription_id, quantity, proration: 'none' });
    assert.deepEqual([shown.quantity, shown.credit], [quantity, 0]);
  }
  const fewer = await must(OP, { subscription_id, quantity: 1, proration: 'charge_now' });
  assert.equal(fewer.credit, 13.34); // 26.67 given back, 13.33 charged.
  assert.deepEqual(await charges(), ['2000 paid']);
  const plan_id = await plan(OTHERS.year);
  const yearly = await must(OP, { subscription_id, plan_id, proration: 'none' });
  assert.deepEqual(await charges(), ['2000 paid', '18666 paid']); // A new period, less the credit.
  assert.equal(yearly.current_period_end, '2027-11-24T09:30:00.000Z');
});

test('200: a coupon counts for what is given back and for what is charged, as long as it lasts', async () => {
  const { plan, coupon, subscribe, must, advance, transactions } = await openStore();
  const durations: [duration: string, more: object, later: string[]][] = [
    ['once', {}, ['-10', '25']],
    ['repeating', { duration_months: 1 }, ['-10', '25']],
    ['forever', {}, ['-5', '12.5']],
  ];
  const [pro, team] = [await plan(), await plan(OTHERS.team)];
  const made: string[] = [];
  for (const [duration, more] of durations) {
    const coupon_code = await coupon(duration, { duration, ...more });
    made.push(await subscribe(pro, { coupon_code }));
  }
  const amounts = async (subscription_id: string) => {
    const [{ lines }] = await transactions(subscription_id);
    return lines.map((line: { amount: number }) => String(line.amount));
  };
  await advance('P15D'); // Half of the first period.
  for (const subscription_id of made) {
    await must(OP, { subscription_id, plan_id: team });
    assert.deepEqual(await amounts(subscription_id), ['-5', '12.5']);
    await must(OP, { subscription_id, plan_id: pro });
    assert.deepEqual(await amounts(subscription_id), ['-12.5', '5', '7.5']);
  }
  await advance('P1M');
  await must('POST /advance-clock', { to: '2026-12-29T21:30:00.000Z' }); // Half of a month of 31.
  for (const [at, [, , later]] of durations.entries()) {
    const subscription_id = made[at] ?? '';
    await must(OP, { subscription_id, plan_id: team });
    assert.deepEqual((await amounts(subscription_id)).slice(0, 2), later);
  }
});

test('200: a coupon for the first payment is not counted again after a change of interval', async () => {
  const { plan, coupon, subscribe, must, advance, transactions } = await openStore();
  const coupon_code = await coupon('FIRST', { duration: 'once' });
  const subscription_id = await subscribe(await plan(), { coupon_code });
  const plan_id = await plan(OTHERS.week);
  await advance('P15D');
  await must(OP, { subscription_id, plan_id });
  const [change] = await transactions(subscription_id);
  assert.deepEqual(working(change), ['Unused time on Pro -5', 'Week 7']);
  await advance('P7D');
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual(working(renewal), ['Week 7']);
});

test('200: a coupon for the first payment is not counted twice after a change in a trial', async () => {
  const { plan, coupon, subscribe, must, advance, transactions } = await openStore();
  const coupon_code = await coupon('FIRST', { duration: 'once' });
  const subscription_id = await subscribe(await plan({ trial_days: 7 }), { coupon_code });
  await must(OP, { subscription_id, plan_id: await plan(OTHERS.week) });
  await advance('P14D');
  const [second, first] = await transactions(subscription_id);
  assert.deepEqual(working(first), ['Week 7', 'Discount FIRST -3.5']);
  assert.deepEqual(working(second), ['Week 7']);
});

test('200: in a trial a change costs nothing now, and the first payment is for the new terms', async () => {
  const { plan, subscribe, get, must, advance, transactions, charges } = await openStore();
  const [pro, year] = [
    await plan({ trial_days: 14 }),
    await plan({ name: 'Year', price: 300, billing_interval: 'year', trial_days: 60 }),
  ];
  for (const effective of ['now', 'period_end']) {
    const subscription_id = await subscribe(pro, { customer_id: effective });
    const change = { plan_id: year, quantity: 2, effective };
    const { status, trial_end, ...shown } = await must(OP, { subscription_id, ...change });
    assert.deepEqual([status, trial_end], ['trialing', shown.current_period_end]);
    assert.equal(shown.plan_id, effective === 'now' ? year : pro);
  }
  assert.deepEqual(await charges(), []);
  await advance('P14D');
  for (const { subscription_id } of (await must('GET /list-subscriptions')).data) {
    const { status, plan_id, quantity, current_period_end } = await get(subscription_id);
    assert.deepEqual([status, plan_id, quantity], ['active', year, 2]);
    assert.equal(current_period_end, '2027-11-28T09:30:00.000Z');
    assert.equal((await transactions(subscription_id))[0].total, 600);
  }
  assert.deepEqual(await charges(), ['60000 paid', '60000 paid']);
});

test('400 plan_invalid: unknown, archived, not recurring, another currency, the same, too much; nothing is stored', async () => {
  const { plan, subscribe, must, ask } = await openStore();
  const pro = await plan();
  const subscription_id = await subscribe(pro);
  const archived = await plan(OTHERS.team);
  await must('POST /archive-product', { product_id: archived });
  const foreign = await (await openStore()).plan(OTHERS.team);
  const dear = await plan({ price: 999_999_999.99 });
  const table: [change: object, message: string][] = [
    [{ plan_id: 'prod_nothing' }, 'is no product'],
    [{ plan_id: foreign }, 'is no product'],
    [{ plan_id: archived }, 'is archived: it cannot be bought'],
    [{ plan_id: await plan({ billing_type: 'one_time' }) }, 'is no plan: it is not recurring'],
    [{ plan_id: await plan({ currency: 'USD' }) }, 'is in USD, the subscription in EUR'],
    [{ plan_id: pro }, 'is the plan it has'],
    [{ plan_id: pro, quantity: 1 }, 'is the plan it has'],
    [{ plan_id: dear, quantity: 2 }, 'makes the amount too large'],
  ];
  const before = await shop.everything();
  for (const [change, message] of table) {
    for (const effective of ['now', 'period_end']) {
      const answer = await ask(OP, { subscription_id, ...change, effective });
      assertRefused(answer, 400, 'plan_invalid', ['plan_id']);
      assert.equal(answer.body.error.details[0].message, message);
    }
  }
  assert.equal(await shop.everything(), before);
});
