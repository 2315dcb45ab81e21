import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';
import { DECLINES_LATER, GOOD, openStore as openStoreOf } from '../../test/subscribing.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const openStore = () => openStoreOf(shop);

const OP = 'POST /resume-subscription';
const types = (events: { type: string }[]) => events.map(({ type }) => type);

test('200: within the paid period it goes on as before, and nothing is charged for the pause', async () => {
  const { plan, subscribe, get, pause, must, advance, charges, eventCount, eventsSince } =
    await openStore();
  const subscription_id = await subscribe(await plan());
  const before = await get(subscription_id);
  await pause(subscription_id);
  await advance('P29D');
  const count = await eventCount();
  const body = await must(OP, { subscription_id });
  assert.deepEqual(body, { ...before, updated_at: '2026-12-13T09:30:00.000Z' });
  const resumed = { sequence: count + 1, type: 'subscription.resumed', data: body };
  assert.deepEqual(await eventsSince(count), [resumed]);
  assert.deepEqual(await charges(), ['2000 paid']);
  await advance('P1D');
  assert.equal((await get(subscription_id)).current_period_end, '2027-01-14T09:30:00.000Z');
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('200: after the paid period a new one begins now and is charged at once', async () => {
  const { plan, subscribe, get, pause, must, moveTo, transactions, eventCount, eventsSince } =
    await openStore();
  const subscription_id = await subscribe(await plan());
  const before = await get(subscription_id);
  await pause(subscription_id);
  const now = '2027-01-31T12:00:00.000Z';
  await moveTo(now);
  const count = await eventCount();
  const body = await must(OP, { subscription_id });
  const [renewal] = await transactions(subscription_id);
  const end = '2027-02-28T12:00:00.000Z';
  assert.deepEqual(body, {
    ...before,
    current_period_start: now,
    current_period_end: end,
    next_payment_at: end,
    latest_transaction_id: renewal.transaction_id,
    updated_at: now,
  });
  const line = { description: 'Pro (2027-01-31 to 2027-02-28)', quantity: 1, amount: 20 };
  assert.deepEqual([renewal.type, renewal.status, renewal.lines], ['renewal', 'paid', [line]]);
  assert.deepEqual([renewal.period_start, renewal.period_end], [now, end]);
  const told = ['subscription.resumed', 'transaction.paid', 'subscription.renewed'];
  assert.deepEqual(types(await eventsSince(count)), told);
  await moveTo(end);
  assert.equal((await get(subscription_id)).current_period_end, '2027-03-31T12:00:00.000Z');
});

test('200: at the very end of the paid period the new one begins where it ended', async () => {
  const { plan, subscribe, pause, must, moveTo, charges } = await openStore();
  const subscription_id = await subscribe(await plan());
  await pause(subscription_id);
  const end = '2026-12-14T09:30:00.000Z';
  await moveTo(end);
  const shown = await must(OP, { subscription_id });
  assert.deepEqual([shown.status, shown.current_period_start], ['active', end]);
  assert.equal(shown.current_period_end, '2027-01-14T09:30:00.000Z');
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('200: a card that is declined after a long pause makes it past due, with all the retries', async () => {
  const { plan, subscribe, changeCard, pause, must, advance, get } = await openStore();
  const subscription_id = await subscribe(await plan());
  await pause(subscription_id);
  await changeCard(DECLINES_LATER);
  await advance('P2M');
  const shown = await must(OP, { subscription_id });
  assert.deepEqual([shown.status, shown.payment_retries], ['past_due', 0]);
  assert.equal(shown.next_payment_at, '2027-01-17T09:30:00.000Z');
  await changeCard(GOOD);
  const recovered = await get(subscription_id);
  assert.deepEqual([recovered.status, recovered.payment_retries], ['active', 0]);
  assert.equal(recovered.current_period_start, '2027-01-14T09:30:00.000Z');
});

test('200: a cancel at the end of the period is taken back, of a trial too', async () => {
  for (const status of ['active', 'trialing']) {
    const { inStatus, get, cancel, must, advance, eventCount, eventsSince } = await openStore();
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

test('200: with one Idempotency-Key 16 at once are one resume and one charge, and get equal answers', async () => {
  const { inStatus, ask, pause, advance, charges, eventCount, eventsSince } = await openStore();
  const subscription_id = await inStatus('active');
  for (const round of [1, 2, 3]) {
    await pause(subscription_id);
    await advance('P2M');
    const count = await eventCount();
    const once = () => ask(OP, { subscription_id }, { 'idempotency-key': `resume-${round}` });
    const answers = await Promise.all(Array.from({ length: 16 }, once));
    for (const { status, text } of answers) {
      assert.deepEqual([status, text], [200, answers[0]?.text]);
    }
    const told = ['subscription.resumed', 'transaction.paid', 'subscription.renewed'];
    assert.deepEqual(types(await eventsSince(count)), told);
    assert.equal((await charges()).length, round + 1);
    assert.equal((await once()).headers['idempotent-replayed'], 'true');
  }
});

test('400 subscription_status: trialing, active, past due or canceled: nothing to resume or store', async () => {
  for (const status of ['trialing', 'active', 'past_due', 'canceled']) {
    const { inStatus, ask } = await openStore();
    const subscription_id = await inStatus(status);
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
    assert.equal(await shop.everything(), before);
  }
});

test('400 subscription_status: one that ended as it was scheduled to does not come back', async () => {
  const { inStatus, ask, advance } = await openStore();
  const subscription_id = await inStatus('ending');
  await advance('P1M');
  const before = await shop.everything();
  assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
  assert.equal(await shop.everything(), before);
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { inStatus } = await openStore();
  const subscription_id = await inStatus('paused');
  const other = await openStore();
  const before = await shop.everything();
  for (const id of ['sub_nothing', subscription_id]) {
    const answer = await other.ask(OP, { subscription_id: id });
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: asked again with the same Idempotency-Key, it is resumed and charged once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const { inStatus, ask, advance, get, setFault, charges } = await openStore();
    const subscription_id = await inStatus('paused');
    await advance('P2M');
    const once = () => ask(OP, { subscription_id }, { 'idempotency-key': 'resume' });
    await setFault(fault);
    assertRefused(await once(), 500, 'payment_unresolved', []);
    await setFault(undefined);
    const again = await once();
    assert.equal((await get(subscription_id)).current_period_end, '2027-02-14T09:30:00.000Z');
    assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
    assert.equal(again.status, 200, again.text);
  }
});

test('400 invalid_parameters: what is missing, wrong or unknown is named', async () => {
  const { ask } = await openStore();
  for (const input of [{}, { subscription_id: null }, { subscription_id: 7 }]) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['subscription_id']);
  }
  const answer = await ask(OP, { subscription_id: 'sub_x', at: '2027-01-01' });
  assertRefused(answer, 400, 'unknown_parameter', ['at']);
});
