import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';
import { type GatewayFault, setGatewayFault } from '../payments/test-gateway.sql.ts';

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
  const get = (subscription_id: string) => must('GET /get-subscription', { subscription_id });
  const cancel = (subscription_id: string, more: object = {}) =>
    must('POST /cancel-subscription', { subscription_id, ...more });
  const pause = (subscription_id: string) => must('POST /pause-subscription', { subscription_id });
  const update = (subscription_id: string, change: object) =>
    must('POST /update-subscription', { subscription_id, ...change });
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
    advance,
    get,
    update,
    inStatus,
    charges,
    eventsSince,
    eventCount,
    setFault,
  };
}

const OP = 'POST /pause-subscription';

test('200: nothing is charged until it is resumed; the record and the exact event', async () => {
  const { plan, subscribe, get, must, advance, charges, eventCount, eventsSince } =
    await openStore();
  const subscription_id = await subscribe(await plan());
  const before = await get(subscription_id);
  await advance('P10D');
  const count = await eventCount();
  const now = '2026-11-24T09:30:00.000Z';
  const body = await must(OP, { subscription_id });
  const pause = { status: 'paused', paused_at: now, next_payment_at: null, updated_at: now };
  assert.deepEqual(body, { ...before, ...pause });
  assert.deepEqual(await get(subscription_id), body);
  const paused = { sequence: count + 1, type: 'subscription.paused', data: body };
  assert.deepEqual(await eventsSince(count), [paused]);
  assert.deepEqual((await advance('P2Y')).days, []);
  assert.deepEqual([await get(subscription_id), await charges()], [body, ['2000 paid']]);
});

test('200: one that is paused stays as it is', async () => {
  const { inStatus, get, must, advance } = await openStore();
  const subscription_id = await inStatus('paused');
  await advance('P1D');
  const paused = await get(subscription_id);
  const before = await shop.everything();
  assert.deepEqual(await must(OP, { subscription_id }), paused);
  assert.equal(await shop.everything(), before);
});

test('200: a change that waits for the end of the period is dropped; credit is kept', async () => {
  const { plan, subscribe, update, must } = await openStore();
  const subscription_id = await subscribe(await plan(), { quantity: 3 });
  await update(subscription_id, { quantity: 2 });
  await update(subscription_id, { quantity: 9, effective: 'period_end' });
  const { pending_change, credit, quantity } = await must(OP, { subscription_id });
  assert.deepEqual([pending_change, credit, quantity], [null, 20, 2]);
});

test('200: 16 at once, with one Idempotency-Key or none, are one pause, told once', async () => {
  const { inStatus, ask, eventCount, eventsSince } = await openStore();
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
    const { inStatus, ask } = await openStore();
    const subscription_id = await inStatus(status);
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
    assert.equal(await shop.everything(), before);
  }
});

test('404 subscription_not_found: unknown, or of another store, which is answered the same', async () => {
  const { inStatus } = await openStore();
  const subscription_id = await inStatus('active');
  const other = await openStore();
  const before = await shop.everything();
  for (const id of ['sub_nothing', subscription_id]) {
    const answer = await other.ask(OP, { subscription_id: id });
    assertRefused(answer, 404, 'subscription_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: a charge under way is settled first; then it is paused', async () => {
  const { inStatus, ask, must, setFault, charges } = await openStore();
  const subscription_id = await inStatus('active');
  await setFault('unavailable');
  await ask('POST /update-subscription', { subscription_id, quantity: 2 });
  const before = await shop.everything();
  assertRefused(await ask(OP, { subscription_id }), 500, 'payment_unresolved', []);
  assert.equal(await shop.everything(), before);
  await setFault(undefined);
  const { status, quantity } = await must(OP, { subscription_id });
  assert.deepEqual([status, quantity], ['paused', 2]);
  assert.deepEqual(await charges(), ['2000 paid', '2000 paid']);
});

test('400 invalid_parameters: what is missing, wrong or unknown is named', async () => {
  const { ask } = await openStore();
  for (const input of [{}, { subscription_id: '' }, { subscription_id: 7 }]) {
    assertRefused(await ask(OP, input), 400, 'invalid_parameters', ['subscription_id']);
  }
  const answer = await ask(OP, { subscription_id: 'sub_x', until: '2027-01-01' });
  assertRefused(answer, 400, 'unknown_parameter', ['until']);
});
