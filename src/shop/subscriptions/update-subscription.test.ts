import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, DECLINES_LATER } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /update-subscription';
const types = (events: { type: string }[]) => events.map(({ type }) => type);

test('200: more of it is charged by the rest of the period; the record and the events', async () => {
  const { plan, subscribe, get, must, advance, transactions, eventCount, eventsSince } =
    await shop.openStore();
  const plan_id = await plan();
  const subscription_id = await subscribe(plan_id, { metadata: { team: 'blue' } });
  const before = await get(subscription_id);
  await advance('P10D');
  const count = await eventCount();
  const body = await must(OP, { subscription_id, quantity: 3 });
  const [transaction] = await transactions(subscription_id);
  const { transaction_id } = transaction;
  const now = '2026-11-24T09:30:00.000Z';
  const after = { quantity: 3, latest_transaction_id: transaction_id, updated_at: now };
  assert.deepEqual(body, { ...before, ...after });
  assert.deepEqual(await get(subscription_id), body);
  assert.deepEqual([transaction.type, transaction.total], ['plan_change', 26.67]);
  assert.deepEqual(await eventsSince(count), [
    { sequence: count + 1, type: 'transaction.paid', data: transaction },
    { sequence: count + 2, type: 'subscription.updated', data: body },
  ]);
});

test('200: at the end of the period it is shown, merged with a later wish, and applied at renewal', async () => {
  const { plan, subscribe, get, must, advance, transactions, eventCount, eventsSince } =
    await shop.openStore();
  const [pro, team] = [await plan(), await plan({ name: 'Team', price: 50 })];
  const subscription_id = await subscribe(pro);
  const before = await get(subscription_id);
  const later = (change: object) =>
    must(OP, { subscription_id, effective: 'period_end', ...change });
  const count = await eventCount();
  const effective_at = before.current_period_end;
  for (const [change, plan_id, quantity] of [
    [{ quantity: 7 }, pro, 7],
    [{ plan_id: team }, team, 7],
    [{ quantity: 2 }, team, 2],
  ] as const) {
    const pending_change = { plan_id, quantity, effective_at };
    assert.deepEqual(await later(change), { ...before, pending_change });
  }
  assert.deepEqual(types(await eventsSince(count)), Array(3).fill('subscription.updated'));
  assert.equal((await transactions(subscription_id)).length, 1);
  await advance('P1M');
  const after = await get(subscription_id);
  assert.deepEqual([after.plan_id, after.quantity, after.pending_change], [team, 2, null]);
  const [renewal] = await transactions(subscription_id);
  const line = billedLine('Team (14 Dec 2026 – 14 Jan 2027)', [2, 100, 0], 'period', 'Team', [
    '2026-12-14',
    '2027-01-14',
  ]);
  assert.deepEqual([renewal.type, renewal.total, renewal.lines], ['renewal', 100, [line]]);
  const renewed = ['transaction.paid', 'subscription.updated', 'subscription.renewed'];
  assert.deepEqual(types(await eventsSince(count + 3)), renewed);
});

test('200: what waits for the end of the period is dropped by another plan now, a cancel and a pause', async () => {
  const { plan, subscribe, get, must } = await shop.openStore();
  const [pro, team] = [await plan(), await plan({ name: 'Team', price: 50 })];
  const basic = await plan({ name: 'Basic', price: 5 });
  const table: [operation: string, input: object, plan_id: string][] = [
    [OP, { plan_id: basic }, basic],
    ['POST /cancel-subscription', {}, pro],
    ['POST /cancel-subscription', { cancel_at_period_end: true }, pro],
    ['POST /pause-subscription', {}, pro],
  ];
  for (const [operation, input, expected] of table) {
    const subscription_id = await subscribe(pro);
    await must(OP, { subscription_id, plan_id: team, quantity: 3, effective: 'period_end' });
    await must(operation, { subscription_id, ...input });
    const { plan_id, quantity, pending_change } = await get(subscription_id);
    assert.deepEqual([plan_id, quantity, pending_change], [expected, 1, null]);
  }
});

test('200: what it has, for the end of the period, takes back that part of what waits, and nothing is charged', async () => {
  const { plan, subscribe, must, transactions, eventCount, eventsSince } = await shop.openStore();
  const [pro, team] = [await plan(), await plan({ name: 'Team', price: 50 })];
  type Pending = [plan_id: string, quantity: number] | null;
  const table: [change: object, pending: Pending][] = [
    [{ plan_id: pro }, [pro, 3]],
    [{ quantity: 1 }, [team, 1]],
    [{ plan_id: pro, quantity: 1 }, null],
  ];
  for (const [change, pending] of table) {
    const subscription_id = await subscribe(pro);
    const later = { plan_id: team, quantity: 3, effective: 'period_end' };
    const before = await must(OP, { subscription_id, ...later });
    const count = await eventCount();
    const body = await must(OP, { subscription_id, ...change, effective: 'period_end' });
    const [plan_id, quantity] = pending ?? [];
    const effective_at = before.current_period_end;
    const pending_change = pending && { plan_id, quantity, effective_at };
    assert.deepEqual(body, { ...before, pending_change });
    const updated = { sequence: count + 1, type: 'subscription.updated', data: body };
    assert.deepEqual(await eventsSince(count), [updated]);
    assert.equal((await transactions(subscription_id)).length, 1);
  }
});

test('200: naming what is so already, now, takes nothing back of what waits, alone or with more seats', async () => {
  const { plan, subscribe, must, eventCount, eventsSince } = await shop.openStore();
  const [pro, team] = [await plan(), await plan({ name: 'Team', price: 50 })];
  const subscription_id = await subscribe(pro);
  const later = { plan_id: team, quantity: 3, effective: 'period_end' };
  const before = await must(OP, { subscription_id, ...later });
  const count = await eventCount();
  for (const change of [{ plan_id: pro }, { quantity: 1 }, { plan_id: pro, quantity: 1 }]) {
    assert.deepEqual(await must(OP, { subscription_id, ...change }), before);
    await must('POST /preview-subscription-change', { subscription_id, ...change });
  }
  assert.deepEqual(await eventsSince(count), []);
  for (const more of [{ proration: 'charge_now' }, { proration: 'next_renewal' }]) {
    const quantity = more.proration === 'charge_now' ? 4 : 5;
    const change = { plan_id: pro, quantity, ...more };
    const { pending_change } = await must(OP, { subscription_id, ...change });
    const effective_at = before.current_period_end;
    assert.deepEqual(pending_change, { plan_id: team, quantity, effective_at });
  }
});

test('200: nothing to change, in any status, is the subscription as it is, and nothing is stored', async () => {
  for (const status of ['trialing', 'active', 'ending', 'past_due', 'paused', 'canceled']) {
    const { inStatus, get, must } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const shown = await get(subscription_id);
    const same = { plan_id: shown.plan_id, quantity: 1 };
    const before = await shop.everything();
    for (const change of [{}, { proration: 'none' }, { effective: 'period_end' }, same]) {
      assert.deepEqual(await must(OP, { subscription_id, ...change }), shown);
    }
    assert.equal(await shop.everything(), before);
  }
});

test('200: with one Idempotency-Key 16 changes at the end of the period are one change, told once', async () => {
  const { plan, subscribe, ask, eventCount, eventsSince } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  for (const quantity of [4, 5, 6, 7]) {
    const count = await eventCount();
    const change = { subscription_id, quantity, effective: 'period_end' };
    const once = () => ask(OP, change, { 'idempotency-key': `later-${quantity}` });
    const answers = await Promise.all(Array.from({ length: 16 }, once));
    for (const { text } of answers) assert.equal(text, answers[0]?.text);
    assert.deepEqual(types(await eventsSince(count)), ['subscription.updated']);
  }
});

test('400 payment_declined: the change has not happened; the declined charge is kept and told', async () => {
  const { plan, subscribe, get, ask, changeCard, transactions, eventCount, eventsSince } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const team = await plan({ name: 'Team', price: 50 });
  await changeCard(DECLINES_LATER);
  const before = await get(subscription_id);
  const count = await eventCount();
  for (const change of [{ quantity: 2 }, { plan_id: team }]) {
    const answer = await ask(OP, { subscription_id, ...change });
    assertRefused(answer, 400, 'payment_declined', ['payment_method']);
    assert.equal(answer.body.error.details[0].code, 'card_declined');
    assert.deepEqual(await get(subscription_id), before);
  }
  const [, declined] = await transactions(subscription_id);
  const { type, status, decline_code, total, settled_at } = declined;
  assert.deepEqual(
    [type, status, decline_code, total, settled_at],
    ['plan_change', 'declined', 'card_declined', 20, AT_START],
  );
  const told = await eventsSince(count);
  assert.deepEqual(types(told), Array(2).fill('transaction.declined'));
  assert.deepEqual(told[0]?.data, declined);
});

test('400 payment_declined: from a free plan to a paid one without any card', async () => {
  const { plan, get, must, ask } = await shop.openStore();
  const [free, pro] = [await plan({ price: 0 }), await plan()];
  const input = { product_id: free, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await must('POST /create-checkout', input);
  const done = await must('POST /complete-checkout', { checkout_session_id });
  const { subscription_id } = done;
  const before = await get(subscription_id);
  const answer = await ask(OP, { subscription_id, plan_id: pro });
  assertRefused(answer, 400, 'payment_declined', ['payment_method']);
  assert.equal(answer.body.error.details[0].code, 'payment_method_missing');
  assert.deepEqual(await get(subscription_id), before);
});

test('400 subscription_status: dearer while past due, paused, canceled or about to end; nothing is stored', async () => {
  for (const status of ['past_due', 'paused', 'canceled', 'ending']) {
    const { inStatus, plan, ask } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const team = await plan({ name: 'Team', price: 50 });
    const before = await shop.everything();
    for (const change of [{ quantity: 2 }, { plan_id: team }, { quantity: 3, proration: 'none' }]) {
      for (const effective of ['now', 'period_end']) {
        const answer = await ask(OP, { subscription_id, ...change, effective });
        assertRefused(answer, 400, 'subscription_status', []);
      }
    }
    assert.equal(await shop.everything(), before);
  }
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { plan, subscribe } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const other = await shop.openStore();
  const before = await shop.everything();
  const missing = await other.ask(OP, { subscription_id: 'sub_nothing', quantity: 2 });
  const foreign = await other.ask(OP, { subscription_id, quantity: 2 });
  for (const answer of [missing, foreign]) {
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
  assert.equal(missing.body.error.message, foreign.body.error.message);
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or cannot be is named, and nothing happens', async () => {
  const { plan, subscribe, ask } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const before = await shop.everything();
  assertRefused(await ask(OP, { quantity: 2 }), 400, 'invalid_parameters', ['subscription_id']);
  const wrong: [name: string, values: unknown[]][] = [
    ['subscription_id', [7, null]],
    ['plan_id', [7, ['prod']]],
    ['quantity', [0, -1, 1.5, '2', 1_000_001]],
    ['proration', ['', 'later', true]],
    ['effective', ['', 'tomorrow']],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { subscription_id, quantity: 2, [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what update-subscription does not know is named, and nothing happens', async () => {
  const { plan, subscribe, ask } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const before = await shop.everything();
  for (const unknown of ['new_plan_id', 'price', 'metadata', 'coupon_code']) {
    const answer = await ask(OP, { subscription_id, quantity: 2, [unknown]: 'x' });
    assertRefused(answer, 400, 'unknown_parameter', [unknown]);
  }
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: nothing has changed yet; asked again, it is charged once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const { plan, subscribe, get, ask, setFault, charges } = await shop.openStore();
    const subscription_id = await subscribe(await plan());
    const before = await get(subscription_id);
    const change = { subscription_id, quantity: 2 };
    const once = () => ask(OP, change, { 'idempotency-key': 'two' });
    await setFault(fault);
    for (let n = 0; n < 2; n++) assertRefused(await once(), 500, 'payment_unresolved', []);
    assert.deepEqual(await get(subscription_id), before);
    await setFault(undefined);
    const [first, second] = [await once(), await once()];
    assert.deepEqual([first.status, first.body.quantity, second.text], [200, 2, first.text]);
    assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
  }
});
