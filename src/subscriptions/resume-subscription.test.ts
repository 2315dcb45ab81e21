import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';
import { type GatewayFault, setGatewayFault } from '../payments/test-gateway.sql.ts';

const GOOD = '4242424242424242';
const DECLINES_LATER = '4000000000000341';
const CARD = { exp_month: 12, exp_year: 2099, cvc: '123' };
const card = (number = '4242424242424242') => ({ ...CARD, number });

let shop: Shop;
before(async () => {
  shop = await startShop();
});

/** A store with a clock of its own, and what is done in it. */
async function openStore() {
  const { api_key: key, store_id } = await shop.makeStore('test');
  const ask = (operation: string, input: object = {}, headers: Record<string, string> = {}) =>
    shop.call(operation, input, { key, headers });
  const must = async (operation: string, input: object = {}) => {
    const answer = await ask(operation, input);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const plan = async (more: object = {}): Promise<string> => {
    const terms = { name: 'Pro', description: '', price: 20, currency: 'EUR' };
    const product = { ...terms, billing_type: 'recurring', ...more };
    return (await must('POST /create-product', product)).product_id;
  };
  const subscribe = async (product_id: string, more: object = {}): Promise<string> => {
    const input = { product_id, quantity: 1, customer_id: 'ada', ...more };
    const { checkout_session_id } = await must('POST /create-checkout', input);
    const payment = { checkout_session_id, payment_method: card() };
    return (await must('POST /complete-checkout', payment)).subscription_id;
  };
  const changeCard = (number: string, customer_id = 'ada') =>
    must('POST /update-payment-method', { customer_id, payment_method: card(number) });
  const advance = (by: string) => must('POST /advance-clock', { by });
  const moveTo = (to: string) => must('POST /advance-clock', { to });
  const get = (subscription_id: string) => must('GET /get-subscription', { subscription_id });
  const cancel = (subscription_id: string, more: object = {}) =>
    must('POST /cancel-subscription', { subscription_id, ...more });
  const pause = (subscription_id: string) => must('POST /pause-subscription', { subscription_id });
  /** A subscription of 20 EUR a month in this status. */
  const inStatus = async (status: string): Promise<string> => {
    const customer_id = `buyer-${status}`;
    const plan_id = await plan({ trial_days: status === 'trialing' ? 90 : 0 });
    const subscription_id = await subscribe(plan_id, { customer_id });
    if (status === 'past_due') {
      await changeCard(DECLINES_LATER, customer_id);
      await advance('P1M');
    }
    if (status === 'paused') await pause(subscription_id);
    if (status === 'canceled') await cancel(subscription_id);
    if (status === 'ending') await cancel(subscription_id, { cancel_at_period_end: true });
    return subscription_id;
  };
  const transactions = async (subscription_id: string) =>
    (await must('GET /get-transactions', { subscription_id, limit: 100 })).data;
  /** What the provider was asked to charge, in order. */
  const charges = async () => {
    const sql = `SELECT amount_minor, status FROM test_gateway_charges
      WHERE store_id = :store_id ORDER BY created_at, charge_key`;
    const rows = await shop.db
      .reader({ store_id })
      .all<{ amount_minor: number; status: string }>(sql);
    return rows.map((row) => `${row.amount_minor} ${row.status}`);
  };
  const eventsSince = async (count: number) => (await shop.events(store_id)).slice(count);
  const eventCount = async () => (await shop.events(store_id)).length;
  const setFault = (fault: GatewayFault['fault'] | undefined) =>
    shop.db.write({ store_id }, async (tx) => setGatewayFault(tx, fault && { fault, delay_ms: 0 }));
  return {
    ask,
    must,
    plan,
    subscribe,
    changeCard,
    advance,
    moveTo,
    get,
    cancel,
    pause,
    inStatus,
    transactions,
    charges,
    eventsSince,
    eventCount,
    setFault,
  };
}

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
  for (const input of [{}, { subscription_id: '' }, { subscription_id: 7 }]) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['subscription_id']);
  }
  const answer = await ask(OP, { subscription_id: 'sub_x', at: '2027-01-01' });
  assertRefused(answer, 400, 'unknown_parameter', ['at']);
});
