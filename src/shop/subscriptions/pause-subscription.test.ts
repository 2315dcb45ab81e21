import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /pause-subscription';

test('200: nothing is charged until it is resumed; the record and the exact event', async () => {
  const { plan, subscribe, get, must, advance, charges, eventCount, eventsSince } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const before = await get(subscription_id);
  await advance('P10D');
  const count = await eventCount();
  const now = '2026-11-24T09:30:00.000Z';
  const body = await must(OP, { subscription_id });
  const when = { paused_at: now, next_payment_at: null, updated_at: now };
  const pause = { status: 'paused', paused_by: 'seller', ...when };
  assert.deepEqual(body, { ...before, ...pause });
  assert.deepEqual(await get(subscription_id), body);
  const paused = { sequence: count + 1, type: 'subscription.paused', data: body };
  assert.deepEqual(await eventsSince(count), [paused]);
  assert.deepEqual((await advance('P2Y')).days, []);
  assert.deepEqual([await get(subscription_id), await charges()], [body, ['2000 paid']]);
});

test('200: one that is paused stays as it is', async () => {
  const { inStatus, get, must, advance } = await shop.openStore();
  const subscription_id = await inStatus('paused');
  await advance('P1D');
  const paused = await get(subscription_id);
  const before = await shop.everything();
  assert.deepEqual(await must(OP, { subscription_id }), paused);
  assert.equal(await shop.everything(), before);
});

test("200: a customer's pause becomes the seller's, until the seller says; told once", async () => {
  const { inStatus, must, eventCount, eventsSince, advance, get } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const { customer_id } = await get(subscription_id);
  await must('POST /update-customer', { customer_id, email: 'ada@example.com' });
  const resumes_at = '2026-12-01T00:00:00.000Z';
  const { paused_at } = await must(OP, { subscription_id, resumes_at, paused_by: 'customer' });
  const count = await eventCount();
  const taken = await must(OP, { subscription_id });
  assert.deepEqual(
    [taken.status, taken.paused_by, taken.resumes_at, taken.paused_at],
    ['paused', 'seller', null, paused_at],
  );
  const again = await must(OP, { subscription_id, resumes_at, paused_by: 'customer' });
  assert.deepEqual([again, await must(OP, { subscription_id })], [taken, taken]);
  const told = (await eventsSince(count)).map(({ type }) => type);
  assert.deepEqual(told, ['subscription.updated']);
  const { data: mails } = await must('GET /list-mails', { customer_id });
  assert.deepEqual(mails, [], 'nobody is told of a change of plan');
  await advance('P60D');
  assert.equal((await get(subscription_id)).status, 'paused');
});

test('200: a change that waits for the end of the period is dropped; credit is kept', async () => {
  const { plan, subscribe, update, must } = await shop.openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 3 });
  await update(subscription_id, { quantity: 2 });
  await update(subscription_id, { quantity: 9, effective: 'period_end' });
  const { pending_change, credit, quantity } = await must(OP, { subscription_id });
  assert.deepEqual([pending_change, credit, quantity], [null, 20, 2]);
});

test('200: 16 at once, with one Idempotency-Key or none, are one pause, told once', async () => {
  const { inStatus, ask, eventCount, eventsSince } = await shop.openStore();
  const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'pause' }];
  for (const headers of keys) {
    const subscription_id = await inStatus('active');
    const count = await eventCount();
    const once = () => ask(OP, { subscription_id }, headers);
    const answers = await Promise.all(Array.from({ length: 16 }, once));
    for (const { status, text } of answers) {
      assert.deepEqual([status, text], [200, answers[0]?.text]);
    }
    const told = await eventsSince(count);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['subscription.paused'],
    );
  }
});

test('400 subscription_status: trialing, past due, canceled or about to end; nothing is stored', async () => {
  for (const status of ['trialing', 'past_due', 'canceled', 'ending']) {
    const { inStatus, ask } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
    assert.equal(await shop.everything(), before);
  }
});

test('400 pause_used: a customer pauses once in a paid period, a seller as often as they like', async () => {
  const { plan, subscribe, ask, must, resume, advance, pause } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const input = { subscription_id, paused_by: 'customer' };
  assert.equal((await must(OP, input)).paused_by, 'customer');
  await advance('P1D');
  assert.equal((await resume(subscription_id)).paused_by, null);
  const before = await shop.everything();
  assertRefused(await ask(OP, input), 400, 'pause_used', []);
  assert.equal(await shop.everything(), before);
  assert.equal((await pause(subscription_id)).paused_by, 'seller');
  await resume(subscription_id);
  await advance('P1M');
  assert.equal((await must(OP, input)).status, 'paused', 'another period is paid for');
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { inStatus } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const other = await shop.openStore();
  const before = await shop.everything();
  for (const id of ['sub_nothing', subscription_id]) {
    const answer = await other.ask(OP, { subscription_id: id });
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('200: with a provider that does not answer, too; a charge that it has not had is given up', async () => {
  const { inStatus, ask, must, advance, setFault, charges } = await shop.openStore();
  const subscription_id = await inStatus('active');
  await setFault('unavailable');
  await ask('POST /update-subscription', { subscription_id, quantity: 2 });
  const { status, quantity } = await must(OP, { subscription_id });
  assert.deepEqual([status, quantity], ['paused', 1]);
  await setFault(undefined);
  await advance('PT5M');
  assert.deepEqual((await charges()).toSorted(), ['2000 declined', '2000 paid']);
});

test('200: a charge under way that can be settled is settled first; then it is paused', async () => {
  const { inStatus, ask, must, setFault, charges } = await shop.openStore();
  const subscription_id = await inStatus('active');
  await setFault('unavailable');
  await ask('POST /update-subscription', { subscription_id, quantity: 2 });
  await setFault(undefined);
  const { status, quantity } = await must(OP, { subscription_id });
  assert.deepEqual([status, quantity], ['paused', 2]);
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('400 invalid_parameters: what is missing, wrong or unknown is named', async () => {
  const { ask } = await shop.openStore();
  for (const input of [{}, { subscription_id: null }, { subscription_id: 7 }]) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['subscription_id']);
  }
  const answer = await ask(OP, { subscription_id: 'sub_x', until: '2027-01-01' });
  assertRefused(answer, 400, 'unknown_parameter', ['until']);
});

test("400 payment_pending: no customer's pause in time that a change keeps from being paid for; of the seller's, that time is kept", async () => {
  const { plan, subscribe, changeCard, moveTo, ask, get, charges, advance, transactions } =
    await shop.openStore();
  const [small, big] = [await plan({ price: 30 }), await plan({ price: 3000 })];
  const subscription_id = await subscribe(small);
  await changeCard('4000000000000382'); // It pays a day later.
  await moveTo('2026-12-14T03:30:00.000Z'); // Six hours are left.
  const pending = await ask('POST /update-subscription', { subscription_id, plan_id: big });
  assertRefused(pending, 400, 'payment_pending', []);
  await advance('PT18H');
  const before = await get(subscription_id);
  const by_customer = await ask(OP, { subscription_id, paused_by: 'customer' });
  assertRefused(by_customer, 400, 'payment_pending', []);
  assert.deepEqual(await get(subscription_id), before);
  const { body } = await ask(OP, { subscription_id });
  assert.equal(body.current_period_end, '2026-12-14T21:30:00.000Z');
  await advance('P2D');
  // Twelve hours of a month of 31 days that costs 30, of 24.75 for six hours on the larger plan.
  assert.deepEqual(await charges(), ['3000 paid', '2475 paid']);
  const moved: { type: string; total: number }[] = await transactions(subscription_id);
  const refunds = moved.filter(({ type }) => type === 'refund').map(({ total }) => total);
  assert.deepEqual(refunds, [24.75 - 0.48]);
  await shop.assertRight();
});
