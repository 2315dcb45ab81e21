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
    inStatus,
    transactions,
    charges,
    eventsSince,
    eventCount,
    setFault,
  };
}

const OP = 'POST /update-payment-method';
const CONFIRMS = '4000002500003155';
const types = (events: { type: string }[]) => events.map(({ type }) => type);

/** Everything but the provider's list of cards: it is handed the card before anything is decided. */
const everythingButCards = async () =>
  (await shop.everything()).replace(/^test_gateway_cards .*?(?=^test_gateway_charges )/ms, '');

test('200: the new card is answered, nothing is charged, and the next renewal is paid with it', async () => {
  const { plan, subscribe, must, advance, transactions, charges, eventCount } = await openStore();
  const subscription_id = await subscribe(await plan());
  const count = await eventCount();
  const payment_method = card('5555555555554444');
  assert.deepEqual(await must(OP, { customer_id: 'ada', payment_method }), {
    object: 'payment_method',
    customer_id: 'ada',
    brand: 'mastercard',
    last4: '4444',
  });
  assert.deepEqual([await charges(), await eventCount()], [['2000 paid'], count]);
  await advance('P1M');
  const [renewal, started] = await transactions(subscription_id);
  assert.deepEqual(renewal.payment_method, { brand: 'mastercard', last4: '4444' });
  assert.deepEqual(started.payment_method, { brand: 'visa', last4: '4242' });
});

test('200: a customer without a subscription may have a card, typed with blanks or dashes', async () => {
  const { must } = await openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  for (const number of ['3782 822463 10005', '3782-822463-10005']) {
    const { brand, last4 } = await must(OP, { customer_id: 'ada', payment_method: card(number) });
    assert.deepEqual([brand, last4], ['amex', '0005']);
  }
});

test('200: what is past due is charged at once and recovers, on the period that was missed', async () => {
  const { plan, subscribe, changeCard, get, advance, transactions, eventCount, eventsSince } =
    await openStore();
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await advance('P36D'); // Declined on the 30th day and again on the 33rd.
  const before = await get(subscription_id);
  assert.deepEqual([before.status, before.payment_retries], ['past_due', 1]);
  const count = await eventCount();
  await changeCard(GOOD);
  const [renewal] = await transactions(subscription_id);
  const [start, end] = ['2026-12-14T09:30:00.000Z', '2027-01-14T09:30:00.000Z'];
  const after = await get(subscription_id);
  assert.deepEqual(after, {
    ...before,
    status: 'active',
    current_period_start: start,
    current_period_end: end,
    next_payment_at: end,
    payment_retries: 0,
    latest_transaction_id: renewal.transaction_id,
    updated_at: '2026-12-20T09:30:00.000Z',
  });
  const { type, status, total, period_start } = renewal;
  assert.deepEqual([type, status, total, period_start], ['renewal', 'paid', 20, start]);
  const told = await eventsSince(count);
  const expected = ['transaction.paid', 'subscription.recovered', 'subscription.renewed'];
  assert.deepEqual(types(told), expected);
  assert.deepEqual(
    told.map(({ data }) => data),
    [renewal, after, after],
  );
});

test('200: all that is past due of this customer recovers, and nothing of another', async () => {
  const { plan, subscribe, changeCard, get, advance, charges } = await openStore();
  const plan_id = await plan();
  const made: string[] = [];
  for (const customer_id of ['ada', 'ada', 'bob']) {
    made.push(await subscribe(plan_id, { customer_id }));
    await changeCard(DECLINES_LATER, customer_id);
  }
  await advance('P1M');
  await changeCard(GOOD);
  const statuses = await Promise.all(made.map(async (id) => (await get(id)).status));
  assert.deepEqual(statuses, ['active', 'active', 'past_due']);
  assert.deepEqual((await charges()).slice(6), ['2000 paid', '2000 paid']);
});

test('200: with one Idempotency-Key 16 at once are one charge, and so is a retry', async () => {
  const { inStatus, ask, charges } = await openStore();
  await inStatus('past_due');
  const input = { customer_id: 'buyer-past_due', payment_method: card() };
  const once = () => ask(OP, input, { 'idempotency-key': 'card' });
  const answers = await Promise.all(Array.from({ length: 16 }, once));
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  assert.equal((await once()).headers['idempotent-replayed'], 'true');
  assert.deepEqual(await charges(), ['2000 paid', '2000 declined', '2000 paid']);
});

test('200: 16 different requests at once recover it with one charge', async () => {
  const { inStatus, ask, charges } = await openStore();
  await inStatus('past_due');
  const input = { customer_id: 'buyer-past_due', payment_method: card() };
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(OP, input)));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.deepEqual(await charges(), ['2000 paid', '2000 declined', '2000 paid']);
});

test('400 payment_declined: charged for what is past due: nothing changes, and it is no retry', async () => {
  const { inStatus, get, ask, advance, transactions, eventCount, eventsSince } = await openStore();
  const subscription_id = await inStatus('past_due');
  const before = await get(subscription_id);
  const count = await eventCount();
  const input = { customer_id: 'buyer-past_due', payment_method: card(CONFIRMS) };
  for (let n = 0; n < 5; n++) {
    const answer = await ask(OP, input);
    assertRefused(answer, 400, 'payment_declined', ['payment_method']);
    assert.equal(answer.body.error.details[0].code, 'authentication_required');
  }
  assert.deepEqual(await get(subscription_id), before);
  assert.deepEqual(types(await eventsSince(count)), Array(5).fill('transaction.declined'));
  await advance('P3D');
  const { status, payment_retries } = await get(subscription_id);
  assert.deepEqual([status, payment_retries], ['past_due', 1]);
  const [retry] = await transactions(subscription_id); // With the card it had.
  assert.deepEqual([retry.decline_code, retry.payment_method.last4], ['card_declined', '0341']);
});

test('400 payment_declined: a card that is no good is not kept, with its decline code', async () => {
  const { inStatus, ask } = await openStore();
  for (const status of ['active', 'past_due']) await inStatus(status);
  const before = await everythingButCards();
  const table: [number: string, code: string][] = [
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4111111111111111', 'test_card_required'],
  ];
  for (const [number, code] of table) {
    for (const customer_id of ['buyer-active', 'buyer-past_due']) {
      const answer = await ask(OP, { customer_id, payment_method: card(number) });
      assertRefused(answer, 400, 'payment_declined', ['payment_method']);
      assert.equal(answer.body.error.details[0].code, code);
    }
  }
  assert.equal(await everythingButCards(), before);
});

test('404 customer_not_found: unknown, or of another store; no card is handed over', async () => {
  const { inStatus } = await openStore();
  await inStatus('active');
  const other = await openStore();
  const before = await shop.everything();
  for (const customer_id of ['nobody', 'buyer-active']) {
    const answer = await other.ask(OP, { customer_id, payment_method: card() });
    assertRefused(answer, 404, 'customer_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 gateway_missing: in a live store there are no test cards', async () => {
  const { api_key: key } = await shop.makeStore('live');
  await shop.call('POST /create-customer', { customer_id: 'ada' }, { key });
  const before = await shop.everything();
  const answer = await shop.call(OP, { customer_id: 'ada', payment_method: card() }, { key });
  assertRefused(answer, 400, 'gateway_missing', []);
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: nothing has changed yet; asked again, it is charged once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const { inStatus, ask, get, setFault, charges } = await openStore();
    const subscription_id = await inStatus('past_due');
    const before = await get(subscription_id);
    const input = { customer_id: 'buyer-past_due', payment_method: card() };
    const once = () => ask(OP, input, { 'idempotency-key': 'card' });
    await setFault(fault);
    for (let n = 0; n < 2; n++) assertRefused(await once(), 500, 'payment_unresolved', []);
    assert.deepEqual(await get(subscription_id), before);
    await setFault(undefined);
    const again = await once();
    assert.deepEqual([again.status, again.body.last4], [200, '4242']);
    assert.equal((await get(subscription_id)).status, 'active');
    assert.deepEqual(await charges(), ['2000 paid', '2000 declined', '2000 paid']);
  }
});

test('400 invalid_parameters: what is missing, mistyped or expired on the store’s clock is named', async () => {
  const { ask, must, moveTo } = await openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  await moveTo('2030-01-01');
  const before = await shop.everything();
  const both = ['customer_id', 'payment_method'];
  assertRefused(await ask(OP, {}), 400, 'invalid_parameters', both);
  const wrong: [param: string, more: object][] = [
    ['payment_method.number', { number: '4242424242424241' }],
    ['payment_method.exp_month', { exp_month: 13 }],
    ['payment_method.exp_year', { exp_year: 2029 }],
    ['payment_method.cvc', { cvc: '12a' }],
  ];
  for (const [param, more] of wrong) {
    const answer = await ask(OP, { customer_id: 'ada', payment_method: { ...card(), ...more } });
    assertRefused(answer, 400, 'invalid_parameters', [param]);
  }
  const unknown = { customer_id: 'ada', payment_method: card(), subscription_id: 'sub_x' };
  assertRefused(await ask(OP, unknown), 400, 'unknown_parameter', ['subscription_id']);
  assert.equal(await shop.everything(), before);
});
