import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /cancel-subscription';
const PERIOD_END = '2026-12-14T09:30:00.000Z';
const types = (events: { type: string }[]) => events.map(({ type }) => type);

test('200: at once by default; the record, the exact event, and nothing is charged again', async () => {
  const { inStatus, get, must, advance, charges, eventCount, eventsSince } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const before = await get(subscription_id);
  await advance('P10D');
  const count = await eventCount();
  const now = '2026-11-24T09:30:00.000Z';
  const words = { reason: 'too_expensive', comment: 'Two lines\nof it' };
  const body = await must(OP, { subscription_id, ...words });
  assert.deepEqual(body, {
    ...before,
    status: 'canceled',
    canceled_at: now,
    ended_at: now,
    cancellation_reason: 'too_expensive',
    cancellation_comment: 'Two lines\nof it',
    next_payment_at: null,
    updated_at: now,
  });
  assert.deepEqual(await get(subscription_id), body);
  const canceled = { sequence: count + 1, type: 'subscription.canceled', data: body };
  assert.deepEqual(await eventsSince(count), [canceled]);
  assert.deepEqual((await advance('P1Y')).days, []);
  assert.deepEqual([await get(subscription_id), await charges()], [body, ['2000 paid']]);
});

test('200: at the end of the period it stays usable until then, and then ends without a charge', async () => {
  const { inStatus, get, must, advance, charges, eventCount, eventsSince } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const before = await get(subscription_id);
  const count = await eventCount();
  const words = { reason: 'unused', comment: 'On holiday' };
  const body = await must(OP, { subscription_id, cancel_at_period_end: true, ...words });
  const scheduled = {
    cancel_at_period_end: true,
    canceled_at: AT_START,
    cancellation_reason: 'unused',
    cancellation_comment: 'On holiday',
    next_payment_at: null,
  };
  assert.deepEqual(body, { ...before, ...scheduled });
  const told = { sequence: count + 1, type: 'subscription.cancel_scheduled', data: body };
  assert.deepEqual(await eventsSince(count), [told]);
  await advance('P29D');
  assert.deepEqual(await get(subscription_id), body);
  await advance('P5D');
  const ended = await get(subscription_id);
  const end = { status: 'canceled', ended_at: PERIOD_END, updated_at: PERIOD_END };
  assert.deepEqual(ended, { ...body, ...end });
  const canceled = { sequence: count + 2, type: 'subscription.canceled', data: ended };
  assert.deepEqual(await eventsSince(count + 1), [canceled]);
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('200: a canceled one stays as it is, however it is asked', async () => {
  const { inStatus, get, must } = await shop.openStore();
  const subscription_id = await inStatus('canceled');
  const canceled = await get(subscription_id);
  const before = await shop.everything();
  for (const more of [{}, { cancel_at_period_end: true }, { reason: 'other', comment: 'x' }]) {
    assert.deepEqual(await must(OP, { subscription_id, ...more }), canceled);
  }
  assert.equal(await shop.everything(), before);
});

test('200: one that is to end at the period’s end can be canceled at once after all', async () => {
  const { inStatus, must, advance } = await shop.openStore();
  const subscription_id = await inStatus('ending');
  await advance('P1D');
  const { status, canceled_at, ended_at } = await must(OP, { subscription_id });
  assert.deepEqual([status, canceled_at], ['canceled', AT_START]);
  assert.equal(ended_at, '2026-11-15T09:30:00.000Z');
});

test('200: a trial can be canceled at once, or at its end, and nothing is ever charged', async () => {
  for (const cancel_at_period_end of [false, true]) {
    const { plan, subscribe, get, must, advance, charges, eventCount, eventsSince } =
      await shop.openStore();
    const subscription_id = await subscribe(await plan({ trial_days: 14 }));
    const count = await eventCount();
    const { status } = await must(OP, { subscription_id, cancel_at_period_end });
    assert.equal(status, cancel_at_period_end ? 'trialing' : 'canceled');
    await advance('P1M');
    const ended = await get(subscription_id);
    const ended_at = cancel_at_period_end ? '2026-11-28T09:30:00.000Z' : AT_START;
    assert.deepEqual([ended.status, ended.ended_at], ['canceled', ended_at]);
    assert.deepEqual(await charges(), []);
    assert.equal(types(await eventsSince(count)).at(-1), 'subscription.canceled');
  }
});

test('200: past due, it ends at once and no retry is ever tried', async () => {
  for (const cancel_at_period_end of [false, true]) {
    const { inStatus, must, advance, charges } = await shop.openStore();
    const subscription_id = await inStatus('past_due');
    const tried = ['2000 paid', '2000 declined'];
    assert.deepEqual(await charges(), tried);
    const shown = await must(OP, { subscription_id, cancel_at_period_end });
    assert.deepEqual([shown.status, shown.ended_at], ['canceled', PERIOD_END]);
    assert.deepEqual([shown.next_payment_at, shown.cancellation_reason], [null, null]);
    assert.deepEqual((await advance('P2M')).days, []);
    assert.deepEqual(await charges(), tried);
  }
});

test('200: paused, it ends at once; nothing is charged', async () => {
  const { inStatus, must, advance, charges, eventCount, eventsSince } = await shop.openStore();
  const subscription_id = await inStatus('paused');
  const count = await eventCount();
  const shown = await must(OP, { subscription_id });
  assert.deepEqual([shown.status, shown.paused_at, shown.ended_at], ['canceled', null, AT_START]);
  await advance('P2M');
  assert.deepEqual(types(await eventsSince(count)), ['subscription.canceled']);
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('200: paused, at the end of the period: the pause ends, and the paid time can be used up first', async () => {
  const { inStatus, get, must, moveTo, charges, eventCount, eventsSince } = await shop.openStore();
  const subscription_id = await inStatus('paused');
  const before = await get(subscription_id);
  const now = '2026-12-24T09:30:00.000Z';
  await moveTo(now); // A pause of 40 days, longer than the period.
  const count = await eventCount();
  const body = await must(OP, { subscription_id, cancel_at_period_end: true });
  const end = '2027-01-23T09:30:00.000Z';
  assert.deepEqual(body, {
    ...before,
    status: 'active',
    current_period_end: end,
    cancel_at_period_end: true,
    canceled_at: now,
    paused_at: null,
    paused_by: null,
    updated_at: now,
  });
  assert.deepEqual(await eventsSince(count), [
    { sequence: count + 1, type: 'subscription.resumed', data: body },
    { sequence: count + 2, type: 'subscription.cancel_scheduled', data: body },
  ]);
  await moveTo('2027-01-23T09:29:59.999Z');
  assert.deepEqual(await get(subscription_id), body);
  await moveTo('2027-03-01');
  const ended = await get(subscription_id);
  assert.deepEqual(ended, { ...body, status: 'canceled', ended_at: end, updated_at: end });
  const canceled = { sequence: count + 3, type: 'subscription.canceled', data: ended };
  assert.deepEqual(await eventsSince(count + 2), [canceled]);
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('200: reason and comment may be null, and a reason of any words is kept', async () => {
  const { plan, subscribe, must } = await shop.openStore();
  const plan_id = await plan();
  for (const reason of ['😀'.repeat(200), null, undefined]) {
    const subscription_id = await subscribe(plan_id);
    const shown = await must(OP, { subscription_id, reason, comment: null });
    const { cancellation_reason, cancellation_comment } = shown;
    assert.deepEqual([cancellation_reason, cancellation_comment], [reason ?? null, null]);
  }
});

test('200: 16 at once, with one Idempotency-Key or none, are one cancel, told once', async () => {
  const { inStatus, ask, eventCount, eventsSince } = await shop.openStore();
  const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'cancel' }];
  for (const headers of keys) {
    const subscription_id = await inStatus('active');
    const count = await eventCount();
    const once = () => ask(OP, { subscription_id }, headers);
    const answers = await Promise.all(Array.from({ length: 16 }, once));
    for (const { text } of answers) assert.equal(text, answers[0]?.text);
    assert.equal(answers[0]?.body.status, 'canceled');
    assert.deepEqual(types(await eventsSince(count)), ['subscription.canceled']);
  }
});

test('200: 16 at once, with one Idempotency-Key or none, schedule one cancel, told once', async () => {
  const { inStatus, ask, eventCount, eventsSince } = await shop.openStore();
  const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'schedule' }];
  for (const headers of keys) {
    const input = { subscription_id: await inStatus('active'), cancel_at_period_end: true };
    const count = await eventCount();
    const once = () => ask(OP, input, headers);
    const answers = await Promise.all(Array.from({ length: 16 }, once));
    for (const { text } of answers) assert.equal(text, answers[0]?.text);
    assert.equal(answers[0]?.body.cancel_at_period_end, true);
    assert.deepEqual(types(await eventsSince(count)), ['subscription.cancel_scheduled']);
  }
});

test('200: one that is to end at the period’s end stays as it is when that is asked for again', async () => {
  const { inStatus, get, must, advance } = await shop.openStore();
  const subscription_id = await inStatus('ending');
  const ending = await get(subscription_id);
  await advance('P1D');
  const before = await shop.everything();
  const again = { cancel_at_period_end: true, reason: 'other', comment: 'x' };
  assert.deepEqual(await must(OP, { subscription_id, ...again }), ending);
  assert.equal(await shop.everything(), before);
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
  const { inStatus, ask, must, get, advance, setFault, charges } = await shop.openStore();
  const subscription_id = await inStatus('active');
  await setFault('unavailable');
  await ask('POST /update-subscription', { subscription_id, quantity: 2 });
  await must(OP, { subscription_id });
  await setFault(undefined);
  await advance('PT5M');
  const { status, quantity } = await get(subscription_id);
  assert.deepEqual([status, quantity], ['canceled', 1]);
  assert.deepEqual((await charges()).toSorted(), ['2000 declined', '2000 paid']);
});

test('400 invalid_parameters: what is missing or of another type is named, and nothing happens', async () => {
  const { inStatus, ask } = await shop.openStore();
  const subscription_id = await inStatus('active');
  const before = await shop.everything();
  assertRefused(await ask(OP, {}), 400, 'invalid_parameters', ['subscription_id']);
  const wrong: [name: string, values: unknown[]][] = [
    ['subscription_id', [7, null]],
    ['cancel_at_period_end', ['true', 1]],
    ['refund', ['all', true, 5]],
    ['reason', ['', ' ', 'a\nb', 'x'.repeat(201), 7]],
    ['comment', ['x'.repeat(2001), 7]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { subscription_id, [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  const unknown = await ask(OP, { subscription_id, at_period_end: true });
  assertRefused(unknown, 400, 'unknown_parameter', ['at_period_end']);
  assert.equal(await shop.everything(), before);
});

test('403 api_key_scope: a key that may only read cancels nothing', async () => {
  const { api_key: key } = await shop.makeKey('read');
  const answer = await shop.call(OP, { subscription_id: 'sub_nothing' }, { key });
  assertRefused(answer, 403, 'api_key_scope');
});
