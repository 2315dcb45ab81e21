import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CastStore, card, DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /resume-subscription';
const types = (events: { type: string }[]) => events.map(({ type }) => type);

const SETTINGS = 'POST /update-store-settings';
/** A subscription that was paused on 5 January because no retry was paid; now its card is good. */
async function pausedUnpaid({
  must,
  plan,
  subscribe,
  changeCard,
  moveTo,
}: CastStore): Promise<string> {
  await must(SETTINGS, { after_retries: 'pause' });
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await moveTo('2027-01-31T12:00:00.000Z');
  await changeCard(GOOD);
  return subscription_id;
}
const UNPAID = ['2000 paid', ...Array<string>(5).fill('2000 declined')];

test('200: paid time goes on where the pause began: the end moves by the pause, and nothing is charged', async () => {
  const { plan, subscribe, get, pause, must, advance, moveTo, charges, eventCount, eventsSince } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const before = await get(subscription_id);
  await advance('P10D');
  await pause(subscription_id);
  await advance('P19D');
  const count = await eventCount();
  const body = await must(OP, { subscription_id });
  const [now, end] = ['2026-12-13T09:30:00.000Z', '2027-01-02T09:30:00.000Z'];
  const moved = { current_period_end: end, next_payment_at: end, updated_at: now };
  assert.deepEqual(body, { ...before, ...moved });
  const resumed = { sequence: count + 1, type: 'subscription.resumed', data: body };
  assert.deepEqual(await eventsSince(count), [resumed]);
  await moveTo('2027-01-02T09:29:59.999Z');
  assert.deepEqual(await charges(), ['2000 paid']);
  await moveTo(end);
  const { current_period_start, current_period_end } = await get(subscription_id);
  assert.deepEqual([current_period_start, current_period_end], [end, '2027-02-02T09:30:00.000Z']);
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('200: a pause that is longer than the period keeps all that was left of it', async () => {
  const { plan, subscribe, get, pause, must, moveTo, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const before = await get(subscription_id);
  await pause(subscription_id);
  const now = '2027-01-31T12:00:00.000Z';
  await moveTo(now);
  const end = '2027-03-02T12:00:00.000Z'; // 30 days.
  const moved = { current_period_end: end, next_payment_at: end, updated_at: now };
  assert.deepEqual(await must(OP, { subscription_id }), { ...before, ...moved });
  assert.deepEqual(await charges(), ['2000 paid']);
  await moveTo(end);
  assert.equal((await get(subscription_id)).current_period_end, '2027-04-02T12:00:00.000Z');
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('200: a card that is declined is not asked at the end of a pause, but at the end of the paid time', async () => {
  const { plan, subscribe, changeCard, pause, must, advance, get } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await pause(subscription_id);
  await changeCard(DECLINES_LATER);
  await advance('P2M');
  const shown = await must(OP, { subscription_id });
  assert.deepEqual([shown.status, shown.next_payment_at], ['active', '2027-02-13T09:30:00.000Z']);
  await advance('P30D');
  const late = await get(subscription_id);
  assert.deepEqual([late.status, late.payment_retries], ['past_due', 0]);
  assert.equal(late.next_payment_at, '2027-02-16T09:30:00.000Z');
});

test('200: paused because nobody paid, a new period begins now and is charged at once', async () => {
  const store = await shop.openStore();
  const { get, must, moveTo, transactions, charges, eventCount, eventsSince } = store;
  const subscription_id = await pausedUnpaid(store);
  const before = await get(subscription_id);
  assert.deepEqual([before.status, before.paused_at], ['paused', '2027-01-05T09:30:00.000Z']);
  assert.deepEqual(await charges(), UNPAID);
  const count = await eventCount();
  const body = await must(OP, { subscription_id });
  const [renewal] = await transactions(subscription_id);
  const [now, end] = ['2027-01-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'];
  assert.deepEqual(body, {
    ...before,
    status: 'active',
    current_period_start: now,
    current_period_end: end,
    next_payment_at: end,
    payment_retries: 0,
    paused_at: null,
    paused_by: null,
    latest_transaction_id: renewal.transaction_id,
    updated_at: now,
  });
  const line = {
    ...billedLine('Pro (31 Jan – 28 Feb 2027)', [1, 20, 0], 'period', 'Pro'),
    period_start: '2027-01-31T12:00:00.000Z',
    period_end: '2027-02-28T12:00:00.000Z',
  };
  assert.deepEqual([renewal.type, renewal.status, renewal.lines], ['renewal', 'paid', [line]]);
  assert.deepEqual([renewal.period_start, renewal.period_end], [now, end]);
  const told = ['transaction.paid', 'subscription.resumed', 'subscription.renewed'];
  assert.deepEqual(types(await eventsSince(count)), told);
  await moveTo(end);
  assert.equal((await get(subscription_id)).current_period_end, '2027-03-31T12:00:00.000Z');
});

test('400 payment_declined: paused because nobody paid, it stays paused with a card that is declined', async () => {
  const store = await shop.openStore();
  const { get, ask, must, changeCard, advance, eventCount, eventsSince } = store;
  const subscription_id = await pausedUnpaid(store);
  await changeCard(DECLINES_LATER);
  const before = await get(subscription_id);
  const count = await eventCount();
  for (let n = 0; n < 3; n++) {
    const answer = await ask(OP, { subscription_id });
    assertRefused(answer, 400, 'payment_declined', ['payment_method']);
    assert.equal(answer.body.error.details[0].code, 'card_declined');
  }
  assert.deepEqual(await get(subscription_id), before);
  assert.deepEqual(types(await eventsSince(count)), Array(3).fill('transaction.declined'));
  assert.deepEqual((await advance('P2M')).days, []);
  assert.deepEqual(await get(subscription_id), before);
  await changeCard(GOOD);
  const { status, current_period_start } = await must(OP, { subscription_id });
  assert.deepEqual([status, current_period_start], ['active', '2027-03-31T12:00:00.000Z']);
});

test('200: a cancel at the end of the period is taken back, of a trial too', async () => {
  for (const status of ['active', 'trialing']) {
    const { inStatus, get, cancel, must, advance, eventCount, eventsSince } =
      await shop.openStore();
    const subscription_id = await inStatus(status);
    const before = await get(subscription_id);
    await cancel(subscription_id, { cancel_at_period_end: true, reason: 'unused', comment: 'x' });
    const count = await eventCount();
    const body = await must(OP, { subscription_id });
    assert.deepEqual(body, before);
    const resumed = { sequence: count + 1, type: 'subscription.resumed', data: body };
    assert.deepEqual(await eventsSince(count), [resumed]);
    await advance('P4M');
    assert.equal((await get(subscription_id)).status, 'active');
  }
});

test('200: with one Idempotency-Key 16 at once are one resume and at most one charge, and get equal answers', async () => {
  const store = await shop.openStore();
  const { inStatus, ask, charges, eventCount, eventsSince } = store;
  const told = ['transaction.paid', 'subscription.resumed', 'subscription.renewed'];
  const made: [subscription_id: string, told: string[]][] = [
    [await pausedUnpaid(store), told],
    [await inStatus('paused'), ['subscription.resumed']],
  ];
  for (const [subscription_id, expected] of made) {
    const count = await eventCount();
    const once = () => ask(OP, { subscription_id }, { 'idempotency-key': subscription_id });
    const answers = await Promise.all(Array.from({ length: 16 }, once));
    for (const { status, text } of answers) {
      assert.deepEqual([status, text], [200, answers[0]?.text]);
    }
    assert.deepEqual(types(await eventsSince(count)), expected);
    assert.equal((await once()).headers['idempotent-replayed'], 'true');
  }
  assert.deepEqual(await charges(), [...UNPAID, '2000 paid', '2000 paid']);
});

test('400 subscription_status: trialing, active, past due or canceled: nothing to resume or store', async () => {
  for (const status of ['trialing', 'active', 'past_due', 'canceled']) {
    const { inStatus, ask } = await shop.openStore();
    const subscription_id = await inStatus(status);
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
    assert.equal(await shop.everything(), before);
  }
});

test('400 subscription_status: one that ended as it was scheduled to does not come back', async () => {
  const { inStatus, ask, advance } = await shop.openStore();
  const subscription_id = await inStatus('ending');
  await advance('P1M');
  const before = await shop.everything();
  assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
  assert.equal(await shop.everything(), before);
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { inStatus } = await shop.openStore();
  const subscription_id = await inStatus('paused');
  const other = await shop.openStore();
  const before = await shop.everything();
  for (const id of ['sub_nothing', subscription_id]) {
    const answer = await other.ask(OP, { subscription_id: id });
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: asked again with the same Idempotency-Key, it is resumed and charged once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const store = await shop.openStore();
    const { ask, get, setFault, charges } = store;
    const subscription_id = await pausedUnpaid(store);
    const once = () => ask(OP, { subscription_id }, { 'idempotency-key': 'resume' });
    await setFault(fault);
    assertRefused(await once(), 500, 'payment_unresolved', []);
    await setFault(undefined);
    const again = await once();
    assert.equal((await get(subscription_id)).current_period_end, '2027-02-28T12:00:00.000Z');
    assert.deepEqual(await charges(), [...UNPAID, '2000 paid']);
    assert.equal(again.status, 200, again.text);
  }
});

test('400 invalid_parameters: what is missing, wrong or unknown is named', async () => {
  const { ask } = await shop.openStore();
  for (const input of [{}, { subscription_id: null }, { subscription_id: 7 }]) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['subscription_id']);
  }
  const answer = await ask(OP, { subscription_id: 'sub_x', at: '2027-01-01' });
  assertRefused(answer, 400, 'unknown_parameter', ['at']);
});

test('200: a trial whose first payment fails, where no retries are wanted, is paused until it is paid', async () => {
  const { must, plan, ask, create, advance, get, changeCard, resume, charges } =
    await shop.openStore();
  await must('POST /update-store-settings', { retry_days: [], after_retries: 'pause' });
  const product_id = await plan({ price: 30, trial_days: 4, license: { activation_limit: 1 } });
  const { checkout_session_id } = await create({ product_id });
  const payment_method = card(DECLINES_LATER);
  const bought = await must('POST /complete-checkout', { checkout_session_id, payment_method });
  const { subscription_id, license_keys } = bought;
  await advance('P5D');
  const { status, paused_by } = await get(subscription_id);
  assert.deepEqual([status, paused_by], ['paused', 'unpaid']);
  const { body } = await ask('POST /validate-license', { license_key: license_keys[0] });
  assert.deepEqual([body.valid, body.code], [false, 'disabled']);
  await changeCard(GOOD);
  assert.equal((await resume(subscription_id)).status, 'active');
  assert.deepEqual(await charges(), ['3000 declined', '3000 paid']);
});
