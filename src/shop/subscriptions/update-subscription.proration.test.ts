import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

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
    const { plan, subscribe, must, moveTo, transactions } = await shop.openStore();
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
    assert.deepEqual(kept, credit === 0 ? [] : [`Added to the balance ${credit}`]);
    assert.deepEqual([transaction.total, shown.credit], [total, credit]);
    const { subtotal, discount, balance_change } = transaction;
    // Below 0 when more is given back than it costs.
    const worth = credit === 0 ? total : -(credit ?? 0);
    assert.deepEqual([subtotal, discount, balance_change], [worth, 0, credit]);
  }
});

test('200: another interval begins a new period now, from which all later ones count', async () => {
  const { plan, subscribe, must, moveTo, get } = await shop.openStore();
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

test('200: fewer is added to the balance, used up by the renewals, and what is left stays there', async () => {
  const { plan, subscribe, must, advance, get, transactions } = await shop.openStore();
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
    const used = total === 0 ? ['Paid from the balance -20'] : [];
    assert.deepEqual(working(renewal), ['Pro 20', ...used]);
    assert.deepEqual([renewal.subtotal, renewal.balance_change], [20, total - 20]);
    assert.equal((await get(subscription_id)).credit, credit);
  }
});

test('200: credit that is left pays for a later change first', async () => {
  const { plan, subscribe, must, transactions } = await shop.openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 3 });
  assert.equal((await must(OP, { subscription_id, quantity: 1 })).credit, 40);
  assert.equal((await must(OP, { subscription_id, quantity: 2 })).credit, 20);
  assert.equal((await must(OP, { subscription_id, quantity: 4 })).credit, 0);
  const [last, first] = await transactions(subscription_id);
  assert.deepEqual([first.total, last.total], [0, 20]);
  assert.deepEqual(working(last), [
    'Unused time on Pro -40',
    'Remaining time on Pro 80',
    'Paid from the balance -20',
  ]);
});

test('200: proration next_renewal charges nothing now and adds what is owed to the next renewal', async () => {
  const { plan, subscribe, must, advance, transactions, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await advance('P15D');
  const change = { subscription_id, quantity: 2, proration: 'next_renewal' };
  assert.equal((await must(OP, change)).credit, -10);
  const [owed] = await transactions(subscription_id);
  assert.deepEqual([owed.total, working(owed).at(-1)], [0, 'Owed with the next payment -10']);
  assert.deepEqual([owed.subtotal, owed.balance_change], [10, -10]);
  await advance('P15D');
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual(working(renewal), ['Pro 40', 'Owed from earlier 10']);
  assert.deepEqual([renewal.subtotal, renewal.balance_change, renewal.total], [40, 10, 50]);
  assert.deepEqual(await charges(), ['2000 paid', '5000 paid']);
  const { credit } = await must('GET /get-subscription', { subscription_id });
  assert.equal(credit, 0);
});

test('200: proration none settles nothing of the period, and what was not paid for is not given back', async () => {
  const { plan, subscribe, must, advance, charges, transactions } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await advance('P10D');
  for (const quantity of [5, 2]) {
    const shown = await must(OP, { subscription_id, quantity, proration: 'none' });
    assert.deepEqual([shown.quantity, shown.credit], [quantity, 0]);
    const [{ lines, subtotal, total }] = await transactions(subscription_id);
    assert.deepEqual([lines, subtotal, total], [[], 0, 0]);
  }
  // One was paid for, so one is given back and one charged.
  const fewer = await must(OP, { subscription_id, quantity: 1, proration: 'charge_now' });
  assert.equal(fewer.credit, 0);
  const [change] = await transactions(subscription_id);
  assert.deepEqual(working(change), ['Unused time on Pro -13.33', 'Remaining time on Pro 13.33']);
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('200: proration none downwards gives up what was paid for: going up again is charged', async () => {
  const { plan, subscribe, must, advance, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 3 });
  await advance('P15D');
  const { credit } = await must(OP, { subscription_id, quantity: 1, proration: 'none' });
  assert.equal(credit, 0);
  await must(OP, { subscription_id, quantity: 3 });
  assert.deepEqual(await charges(), ['6000 paid', '2000 paid']); // Half of 40.
});

test('200: another interval is charged now with proration none too, less the rest of the old', async () => {
  const { plan, subscribe, must, advance, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await advance('P10D');
  const plan_id = await plan(OTHERS.year);
  const yearly = await must(OP, { subscription_id, plan_id, proration: 'none' });
  assert.deepEqual(await charges(), ['2000 paid', '18667 paid']); // 200 - 13.33.
  assert.equal(yearly.current_period_end, '2027-11-24T09:30:00.000Z');
});

test('200: a coupon counts for what is given back and for what is charged, as long as it lasts', async () => {
  const { plan, coupon, subscribe, must, advance, transactions } = await shop.openStore();
  const durations: [duration: string, more: object, later: string[]][] = [
    ['once', {}, ['-10', '25', '15 0 15']],
    ['repeating', { duration_months: 1 }, ['-10', '25', '15 0 15']],
    ['forever', {}, ['-5', '25', '-12.5', '20 12.5 7.5']],
  ];
  const [pro, team] = [await plan(), await plan(OTHERS.team)];
  const made: string[] = [];
  for (const [duration, more] of durations) {
    const coupon_code = await coupon(duration, { duration, ...more });
    made.push(await subscribe(pro, { coupon_code }));
  }
  /** The lines, then subtotal, discount and what is left of it before the balance. */
  const amounts = async (subscription_id: string) => {
    const [change] = await transactions(subscription_id);
    const { lines, subtotal, discount, balance_change, total } = change;
    const about_balance = /^(Paid from|Added to) the balance/;
    return [
      ...lines
        .filter((line: { description: string }) => !about_balance.test(line.description))
        .map((line: { amount: number }) => String(line.amount)),
      `${subtotal} ${discount} ${total - balance_change}`,
    ];
  };
  await advance('P15D'); // Half of the first period.
  for (const subscription_id of made) {
    await must(OP, { subscription_id, plan_id: team });
    assert.deepEqual(await amounts(subscription_id), ['-5', '25', '-12.5', '20 12.5 7.5']);
    await must(OP, { subscription_id, plan_id: pro });
    assert.deepEqual(await amounts(subscription_id), ['-12.5', '10', '-5', '-2.5 5 -7.5']);
  }
  await advance('P1M');
  await must('POST /advance-clock', { to: '2026-12-29T21:30:00.000Z' }); // Half of a month of 31.
  for (const [at, [, , later]] of durations.entries()) {
    const subscription_id = made[at] ?? '';
    await must(OP, { subscription_id, plan_id: team });
    assert.deepEqual(await amounts(subscription_id), later);
  }
});

test('200: a coupon for the first payment is not counted again after a change of interval', async () => {
  const { plan, coupon, subscribe, must, advance, transactions } = await shop.openStore();
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
  const table: [week: number, charged: string[][]][] = [
    // Not dearer than 20 a month: the trial goes on, and its end is the first payment.
    [4, [['Week 4', 'Discount FIRST -2'], ['Week 4']]],
    // Dearer: the first payment is now, and two more follow.
    [7, [['Week 7', 'Discount FIRST -3.5'], ['Week 7'], ['Week 7']]],
  ];
  for (const [price, charged] of table) {
    const { plan, coupon, subscribe, must, advance, transactions } = await shop.openStore();
    const coupon_code = await coupon('FIRST', { duration: 'once' });
    const subscription_id = await subscribe(await plan({ trial_days: 7 }), { coupon_code });
    await must(OP, { subscription_id, plan_id: await plan({ ...OTHERS.week, price }) });
    await advance('P14D');
    const paid = (await transactions(subscription_id)).filter(
      (one: { total: number }) => one.total > 0,
    );
    assert.deepEqual(paid.toReversed().map(working), charged);
  }
});

test('200: in a trial something that is not dearer costs nothing now, and the first payment is for it', async () => {
  const { plan, subscribe, get, must, advance, transactions, charges } = await shop.openStore();
  const [pro, year] = [
    await plan({ trial_days: 14 }),
    await plan({ name: 'Year', price: 120, billing_interval: 'year', trial_days: 60 }),
  ];
  for (const effective of ['now', 'period_end']) {
    const subscription_id = await subscribe(pro, { customer_id: effective });
    const change = { plan_id: year, quantity: 2, effective };
    const { status, trial_end, ...shown } = await must(OP, { subscription_id, ...change });
    assert.deepEqual([status, trial_end], ['trialing', '2026-11-28T09:30:00.000Z']);
    assert.equal(shown.current_period_end, trial_end);
    assert.equal(shown.plan_id, effective === 'now' ? year : pro);
  }
  assert.deepEqual(await charges(), []);
  await advance('P14D');
  for (const { subscription_id } of (await must('GET /list-subscriptions')).data) {
    const { status, plan_id, quantity, current_period_end } = await get(subscription_id);
    assert.deepEqual([status, plan_id, quantity], ['active', year, 2]);
    assert.equal(current_period_end, '2027-11-28T09:30:00.000Z');
    assert.equal((await transactions(subscription_id))[0].total, 240);
  }
  assert.deepEqual(await charges(), ['24000 paid', '24000 paid']);
});

test('400 plan_invalid: unknown, archived, not recurring, another currency, too much; nothing is stored', async () => {
  const { plan, subscribe, must, ask } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const archived = await plan(OTHERS.team);
  await must('POST /archive-product', { product_id: archived });
  const foreign = await (await shop.openStore()).plan(OTHERS.team);
  const dear = await plan({ price: 999_999_999.99 });
  const table: [change: object, message: string][] = [
    [{ plan_id: 'prod_nothing' }, 'is not a product of this store'],
    [{ plan_id: foreign }, 'is not a product of this store'],
    [{ plan_id: archived }, 'is archived: it cannot be bought'],
    [{ plan_id: await plan({ billing_type: 'one_time' }) }, 'is not a plan: it is not recurring'],
    [{ plan_id: await plan({ currency: 'USD' }) }, 'is in USD, the subscription in EUR'],
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
