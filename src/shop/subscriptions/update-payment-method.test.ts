import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, cards, DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /update-payment-method';
const CONFIRMS = '4000002500003155';
interface Charged {
  subscription_id: string;
  decline_code: string | null;
}
const types = (events: { type: string }[]) => events.map(({ type }) => type);

/** Everything but the provider's list of cards: it is handed the card before anything is decided. */
const everythingButCards = async () =>
  (await shop.everything()).replace(/^test_gateway_cards .*?(?=^test_gateway_charges )/ms, '');

test('200: the new card is answered, nothing is charged, and the next renewal is paid with it', async () => {
  const { plan, subscribe, must, advance, transactions, charges, eventCount } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan());
  const count = await eventCount();
  const payment_method = card('5555555555554444');
  assert.deepEqual(await must(OP, { customer_id: 'ada', payment_method }), {
    object: 'payment_method',
    customer_id: 'ada',
    brand: 'mastercard',
    last4: '4444',
    exp_month: 12,
    exp_year: 2099,
    charged: [],
  });
  assert.deepEqual([await charges(), await eventCount()], [['2000 paid'], count]);
  await advance('P1M');
  const [renewal, started] = await transactions(subscription_id);
  assert.deepEqual(renewal.payment_method, { brand: 'mastercard', last4: '4444' });
  assert.deepEqual(started.payment_method, { brand: 'visa', last4: '4242' });
});

test('200: a customer without a subscription may have a card, typed with blanks or dashes', async () => {
  const { must } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  for (const number of ['3782 822463 10005', '3782-822463-10005']) {
    const { brand, last4 } = await must(OP, { customer_id: 'ada', payment_method: card(number) });
    assert.deepEqual([brand, last4], ['amex', '0005']);
  }
});

test('200: what is past due is charged at once and recovers, on the period that was missed', async () => {
  const { plan, subscribe, changeCard, get, advance, transactions, eventCount, eventsSince } =
    await shop.openStore();
  const subscription_id = await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await advance('P36D'); // Declined on the 30th day and again on the 33rd.
  const before = await get(subscription_id);
  assert.deepEqual([before.status, before.payment_retries], ['past_due', 1]);
  const count = await eventCount();
  const { charged } = await changeCard(GOOD);
  const [renewal] = await transactions(subscription_id);
  const { transaction_id } = renewal;
  assert.deepEqual(charged, [
    { subscription_id, transaction_id, status: 'paid', decline_code: null },
  ]);
  const [start, end] = ['2026-12-14T09:30:00.000Z', '2027-01-14T09:30:00.000Z'];
  const after = await get(subscription_id);
  assert.deepEqual(after, {
    ...before,
    status: 'active',
    current_period_start: start,
    current_period_end: end,
    next_payment_at: end,
    payment_retries: 0,
    payment_url: null,
    latest_transaction_id: transaction_id,
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

test('200: a free plan that becomes a paid one without a card is past due, and the first card pays it', async () => {
  const { plan, create, must, update, advance, get, transactions, changeCard } =
    await shop.openStore();
  const [free, pro] = [await plan({ price: 0 }), await plan()];
  const { checkout_session_id } = await create({ product_id: free });
  const { subscription_id } = await must('POST /complete-checkout', { checkout_session_id });
  await update(subscription_id, { plan_id: pro, effective: 'period_end' });
  await advance('P1M');
  const [declined] = await transactions(subscription_id);
  assert.deepEqual(
    [declined.type, declined.decline_code, declined.payment_method],
    ['renewal', 'payment_method_missing', null],
  );
  assert.equal((await get(subscription_id)).status, 'past_due');
  await changeCard(GOOD);
  const { status, plan_id } = await get(subscription_id);
  assert.deepEqual([status, plan_id], ['active', pro]);
});

test('200: all that is past due of this customer recovers, and nothing of another', async () => {
  const { plan, subscribe, changeCard, get, advance, charges } = await shop.openStore();
  const plan_id = await plan();
  const made: string[] = [];
  for (const customer_id of ['ada', 'ada', 'bob']) {
    made.push(await subscribe(plan_id, { customer_id }));
    await changeCard(DECLINES_LATER, customer_id);
  }
  await advance('P1M');
  const { charged } = await changeCard(GOOD);
  assert.deepEqual(
    charged.map((one: Charged) => [one.subscription_id, one.decline_code]),
    made.slice(0, 2).map((id) => [id, null]),
  );
  const statuses = await Promise.all(made.map(async (id) => (await get(id)).status));
  assert.deepEqual(statuses, ['active', 'active', 'past_due']);
  assert.deepEqual((await charges()).slice(6), ['2000 paid', '2000 paid']);
});

test('200: with one Idempotency-Key 16 at once are one charge, and so is a retry', async () => {
  const { inStatus, ask, charges } = await shop.openStore();
  await inStatus('past_due');
  const input = { customer_id: 'buyer-past_due', payment_method: cards.pays };
  const once = () => ask(OP, input, { 'idempotency-key': 'card' });
  const answers = await Promise.all(Array.from({ length: 16 }, once));
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  assert.equal((await once()).headers['idempotent-replayed'], 'true');
  assert.deepEqual(await charges(), ['2000 paid', '2000 declined', '2000 paid']);
});

test('200: 16 different requests at once recover it with one charge', async () => {
  const { inStatus, ask, charges } = await shop.openStore();
  await inStatus('past_due');
  const input = { customer_id: 'buyer-past_due', payment_method: cards.pays };
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(OP, input)));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.deepEqual(await charges(), ['2000 paid', '2000 declined', '2000 paid']);
});

test('400 payment_declined: charged for what is past due: nothing changes, and it is no retry', async () => {
  const { inStatus, get, ask, advance, transactions, eventCount, eventsSince } =
    await shop.openStore();
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
  const { inStatus, ask } = await shop.openStore();
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
  const { inStatus } = await shop.openStore();
  await inStatus('active');
  const other = await shop.openStore();
  const before = await shop.everything();
  for (const customer_id of ['nobody', 'buyer-active']) {
    const answer = await other.ask(OP, { customer_id, payment_method: cards.pays });
    assertRefused(answer, 404, 'customer_not_found', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 gateway_missing: in a live store there are no test cards', async () => {
  const { api_key: key } = await shop.makeStore('live');
  await shop.call('POST /create-customer', { customer_id: 'ada' }, { key });
  const before = await shop.everything();
  const answer = await shop.call(OP, { customer_id: 'ada', payment_method: cards.pays }, { key });
  assertRefused(answer, 400, 'gateway_missing', []);
  assert.equal(await shop.everything(), before);
});

test('500 payment_unresolved: nothing has changed yet; asked again, it is charged once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const { inStatus, ask, get, setFault, charges } = await shop.openStore();
    const subscription_id = await inStatus('past_due');
    const before = await get(subscription_id);
    const input = { customer_id: 'buyer-past_due', payment_method: cards.pays };
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
  const { ask, must, moveTo } = await shop.openStore();
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
  const unknown = { customer_id: 'ada', payment_method: cards.pays, subscription_id: 'sub_x' };
  assertRefused(await ask(OP, unknown), 400, 'unknown_parameter', ['subscription_id']);
  assert.equal(await shop.everything(), before);
});
