import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /upgrade-subscription';
const TEAM = { name: 'Team', price: 50 };

test('200: the higher plan at once, its rest of the period charged; the record, the transaction, the events', async () => {
  const { plan, subscribe, get, must, advance, transactions, charges, eventCount, eventsSince } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 2, metadata: { a: 'b' } });
  const new_plan_id = await plan(TEAM);
  const [before, [started]] = [await get(subscription_id), await transactions(subscription_id)];
  await advance('P10D');
  const count = await eventCount();
  const body = await must(OP, { subscription_id, new_plan_id });
  const [transaction] = await transactions(subscription_id);
  const { transaction_id, invoice_url, invoice_pdf_url, provider_reference } = transaction;
  assert.match(provider_reference, /^ch_/);
  const now = '2026-11-24T09:30:00.000Z';
  assert.deepEqual(body, {
    ...before,
    plan_id: new_plan_id,
    plan: {
      ...{ name: 'Team', price: 50, currency: 'EUR', interval: 'month', interval_count: 1 },
      tax_behavior: 'inclusive',
    },
    latest_transaction_id: transaction_id,
    updated_at: now,
  });
  assert.deepEqual(await get(subscription_id), body);
  const days = ['2026-11-24', '2026-12-14'] as const;
  const rest = '(24 Nov – 14 Dec 2026)';
  assert.deepEqual(transaction, {
    ...started,
    ...{ transaction_id, invoice_url, invoice_pdf_url, provider_reference },
    type: 'plan_change',
    product_id: new_plan_id,
    checkout_session_id: null,
    lines: [
      billedLine(`Unused time on Pro ${rest}`, [2, -26.67, 0], 'unused_time', 'Pro', days),
      billedLine(`Remaining time on Team ${rest}`, [2, 66.67, 0], 'remaining_time', 'Team', days),
    ],
    created_at: now,
    settled_at: now,
  });
  assert.deepEqual(await eventsSince(count), [
    { sequence: count + 1, type: 'transaction.paid', data: transaction },
    { sequence: count + 2, type: 'subscription.updated', data: body },
  ]);
  assert.deepEqual(await charges(), ['4000 paid', '4000 paid']);
  await advance('P1M');
  assert.equal((await transactions(subscription_id))[0].total, 100);
});

test('200: higher is a larger tier, or the same for longer; else a larger price per day, or more for longer', async () => {
  const { plan, subscribe, must } = await shop.openStore();
  const table: [from: object, to: object][] = [
    [{ tier: 1 }, { tier: 2, price: 5 }],
    [{ tier: 1 }, { tier: 1, price: 200, billing_interval: 'year' }],
    [{ tier: 1 }, { price: 20.01 }],
    [{}, { tier: 0, price: 20.01 }],
    [{}, { price: 0.66, billing_interval: 'day' }],
    [{}, { price: 240.01, billing_interval: 'year' }],
    [{ price: 10 }, { price: 100, billing_interval: 'year' }],
    [{ price: 240, billing_interval: 'year' }, { price: 20.01 }],
  ];
  for (const [from, to] of table) {
    const subscription_id = await subscribe(await plan(from));
    const new_plan_id = await plan(to);
    const { plan_id } = await must(OP, { subscription_id, new_plan_id });
    assert.equal(plan_id, new_plan_id);
  }
});

test('200: proration next_renewal and none charge nothing now', async () => {
  const { plan, subscribe, must, charges } = await shop.openStore();
  const [pro, new_plan_id] = [await plan(), await plan(TEAM)];
  for (const [proration, credit] of [
    ['next_renewal', -30],
    ['none', 0],
  ] as const) {
    const subscription_id = await subscribe(pro, { customer_id: proration });
    const shown = await must(OP, { subscription_id, new_plan_id, proration });
    assert.deepEqual([shown.plan_id, shown.credit], [new_plan_id, credit]);
  }
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('200: in a trial something dearer ends it: the first period begins now and is charged', async () => {
  const { plan, subscribe, get, must, advance, transactions, charges, eventCount, eventsSince } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan({ trial_days: 14 }));
  const new_plan_id = await plan({ ...TEAM, trial_days: 30 });
  await advance('P4D');
  const [before, count] = [await get(subscription_id), await eventCount()];
  const body = await must(OP, { subscription_id, new_plan_id });
  const [transaction] = await transactions(subscription_id);
  const [now, end] = ['2026-11-18T09:30:00.000Z', '2026-12-18T09:30:00.000Z'];
  assert.deepEqual(body, {
    ...before,
    status: 'active',
    plan_id: new_plan_id,
    plan: {
      ...{ name: 'Team', price: 50, currency: 'EUR', interval: 'month', interval_count: 1 },
      tax_behavior: 'inclusive',
    },
    current_period_start: now,
    current_period_end: end,
    trial_end: now,
    next_payment_at: end,
    latest_transaction_id: transaction.transaction_id,
    updated_at: now,
  });
  assert.deepEqual(
    [transaction.type, transaction.lines, transaction.period_start, transaction.period_end],
    [
      'plan_change',
      [
        billedLine('Team (18 Nov – 18 Dec 2026)', [1, 50, 0], 'period', 'Team', [
          '2026-11-18',
          '2026-12-18',
        ]),
      ],
      now,
      end,
    ],
  );
  assert.deepEqual(await eventsSince(count), [
    { sequence: count + 1, type: 'transaction.paid', data: transaction },
    { sequence: count + 2, type: 'subscription.updated', data: body },
  ]);
  await advance('P1M');
  assert.deepEqual(await charges(), ['5000 paid', '5000 paid']);
});

test('200: in a trial a higher tier that is not dearer costs nothing now and the trial goes on', async () => {
  const { plan, subscribe, must, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ tier: 1, trial_days: 14 }));
  const new_plan_id = await plan({ ...TEAM, price: 20, tier: 2, trial_days: 30 });
  const { status, plan_id, trial_end } = await must(OP, { subscription_id, new_plan_id });
  assert.deepEqual([status, plan_id], ['trialing', new_plan_id]);
  assert.deepEqual([trial_end, await charges()], ['2026-11-28T09:30:00.000Z', []]);
});

test('200: with one Idempotency-Key 16 at once are one upgrade and one charge, and so is a retry', async () => {
  const { plan, subscribe, ask, charges, eventCount } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const new_plan_id = await plan(TEAM);
  const change = { subscription_id, new_plan_id };
  const once = () => ask(OP, change, { 'idempotency-key': 'team' });
  const answers = await Promise.all(Array.from({ length: 16 }, once));
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  assert.deepEqual(await charges(), ['2000 paid', '3000 paid']);
  const [before, count] = [await shop.everything(), await eventCount()];
  const replayed = await once();
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  assert.deepEqual([replayed.text, await eventCount()], [answers[0]?.text, count]);
  assert.equal(await shop.everything(), before);
});

test('400 payment_declined: the plan stays what it was, with the decline code', async () => {
  const { plan, subscribe, get, ask, changeCard, eventCount, eventsSince } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const new_plan_id = await plan(TEAM);
  await changeCard(DECLINES_LATER);
  const [before, count] = [await get(subscription_id), await eventCount()];
  const answer = await ask(OP, { subscription_id, new_plan_id });
  assertRefused(answer, 400, 'payment_declined', ['payment_method']);
  assert.equal(answer.body.error.details[0].code, 'card_declined');
  assert.deepEqual(await get(subscription_id), before);
  const told = await eventsSince(count);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['transaction.declined'],
  );
});

test('400 plan_not_higher: a smaller or equal tier or price, for no longer; nothing is stored', async () => {
  const { plan, subscribe, ask } = await shop.openStore();
  const table: [from: object, to: object][] = [
    [{ tier: 2 }, { tier: 1, price: 50 }],
    [{ tier: 2 }, { tier: 2, price: 50 }],
    [{ tier: 2 }, { tier: 2, price: 50, billing_interval: 'week' }],
    [{ tier: 2 }, { tier: 1, price: 500, billing_interval: 'year' }],
    [{ tier: 2 }, { price: 19.99 }],
    [{}, { price: 20 }],
    [{}, { price: 20, billing_interval: 'year' }],
    [{ price: 240, billing_interval: 'year' }, { price: 20 }],
    [{}, { price: 0.65, billing_interval: 'day' }],
  ];
  for (const [from, to] of table) {
    const subscription_id = await subscribe(await plan(from));
    const new_plan_id = await plan(to);
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id, new_plan_id }), 400, 'plan_not_higher', []);
    assert.equal(await shop.everything(), before);
  }
});

test('400 plan_invalid: unknown, archived, not recurring, another currency, the same; nothing is stored', async () => {
  const { plan, subscribe, must, ask } = await shop.openStore();
  const pro = await plan();
  const [subscription_id, changing] = [await subscribe(pro), await subscribe(pro)];
  const archived = await plan(TEAM);
  await must('POST /archive-product', { product_id: archived });
  const later = { quantity: 2, effective: 'period_end' };
  await must('POST /update-subscription', { subscription_id: changing, ...later });
  const none = await plan({ ...TEAM, billing_type: 'one_time' });
  const dollars = await plan({ ...TEAM, currency: 'USD' });
  const before = await shop.everything();
  for (const new_plan_id of ['prod_nothing', archived, none, dollars, pro]) {
    for (const id of [subscription_id, changing]) {
      const answer = await ask(OP, { subscription_id: id, new_plan_id });
      assertRefused(answer, 400, 'plan_invalid', ['new_plan_id']);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400 subscription_status: past due, paused, canceled or about to end; nothing is stored', async () => {
  for (const status of ['past_due', 'paused', 'canceled', 'ending']) {
    const { inStatus, plan, ask } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const new_plan_id = await plan(TEAM);
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id, new_plan_id }), 400, 'subscription_status', []);
    assert.equal(await shop.everything(), before);
  }
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { plan, subscribe } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const other = await shop.openStore();
  const new_plan_id = await other.plan(TEAM);
  const before = await shop.everything();
  for (const id of ['sub_nothing', subscription_id]) {
    const answer = await other.ask(OP, { subscription_id: id, new_plan_id });
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 payment_pending: while a renewal takes days, it waits, and nothing is charged for it', async () => {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan());
  const new_plan_id = await store.plan({ price: 50 });
  await store.changeCard('4000000000000382');
  await store.advance('P1M');
  const answer = await store.ask(OP, { subscription_id, new_plan_id });
  assertRefused(answer, 400, 'payment_pending', []);
  assert.equal((await store.charges()).length, 2);
});

test('500 payment_unresolved: nothing has changed yet; asked again, it is charged once', async () => {
  const { plan, subscribe, get, ask, setFault, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const new_plan_id = await plan(TEAM);
  const before = await get(subscription_id);
  await setFault('unavailable');
  const answer = await ask(OP, { subscription_id, new_plan_id }, { 'idempotency-key': 'up' });
  assertRefused(answer, 500, 'payment_unresolved', []);
  assert.deepEqual(await get(subscription_id), before);
  await setFault(undefined);
  const again = await ask(OP, { subscription_id, new_plan_id }, { 'idempotency-key': 'up' });
  assert.deepEqual([again.status, again.body.plan_id], [200, new_plan_id]);
  assert.deepEqual(await charges(), ['2000 paid', '3000 paid']);
});

test('400 invalid_parameters: what is missing or can be none is named', async () => {
  const { ask } = await shop.openStore();
  const both = ['subscription_id', 'new_plan_id'];
  assertRefused(await ask(OP, {}), 400, 'invalid_parameters', both);
  const good = { subscription_id: 'sub_x', new_plan_id: 'prod_x' };
  const nameless = { ...good, new_plan_id: null, proration: 'later' };
  assertRefused(await ask(OP, nameless), 400, 'invalid_parameters', ['new_plan_id', 'proration']);
  const unknown = await ask(OP, { ...good, quantity: 2, effective: 'period_end' });
  assertRefused(unknown, 400, 'unknown_parameter', ['quantity', 'effective']);
});
