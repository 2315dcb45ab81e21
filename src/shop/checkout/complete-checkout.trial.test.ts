import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, card, cards } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const types = (events: { type: string }[]) => events.map(({ type }) => type);

test('200: a plan without a trial starts active and paid; the subscription, the transaction, the session, the events', async () => {
  const { plan, create, complete, get, must, eventCount, eventsSince } = await shop.openStore();
  const product_id = await plan();
  const made = await create({ product_id, quantity: 2, metadata: { order: '7' } });
  const { checkout_session_id } = made;
  assert.equal(made.subscription_id, null);
  const count = await eventCount();
  const body = await complete(checkout_session_id);
  const { transaction_id, subscription_id } = body;
  const end = { status: 'completed', transaction_id, subscription_id, completed_at: AT_START };
  assert.deepEqual(body, { ...made, ...end });
  const subscription = await get(subscription_id);
  const { status, plan_id, quantity, metadata, latest_transaction_id, trial_end } = subscription;
  assert.deepEqual([status, plan_id, quantity, trial_end], ['active', product_id, 2, null]);
  assert.deepEqual([metadata, latest_transaction_id], [{ order: '7' }, transaction_id]);
  const { data } = await must('GET /get-transactions', { subscription_id });
  const transaction = {
    transaction_id,
    object: 'transaction',
    type: 'subscription_start',
    status: 'paid',
    customer_id: 'ada',
    product_id,
    subscription_id,
    checkout_session_id,
    refunded_transaction_id: null,
    quantity: 2,
    subtotal: 40,
    discount: 0,
    tax: 0,
    balance_change: 0,
    total: 40,
    refunded: 0,
    currency: 'EUR',
    lines: [billedLine('Pro', [2, 40, 0], 'product', 'Pro')],
    tax_breakdown: [],
    tax_evidence: null,
    payment_method: { brand: 'visa', last4: '4242' },
    decline_code: null,
    dispute: null,
    fee: 0,
    fee_currency: 'EUR',
    needs_review: false,
    review_note: null,
    provider: 'test',
    provider_reference: data[0].provider_reference,
    reason: null,
    period_start: AT_START,
    period_end: '2026-12-14T09:30:00.000Z',
    license_keys: [],
    invoice_url: data[0].invoice_url,
    invoice_pdf_url: `${data[0].invoice_url}/invoice.pdf`,
    ...{ metadata: { order: '7' }, custom_fields: {} },
    created_at: AT_START,
    settled_at: AT_START,
  };
  assert.deepEqual(data, [transaction]);
  const told = await eventsSince(count);
  assert.deepEqual(
    new Map(told.map(({ type, data }) => [type, data])),
    new Map<string, object>([
      ['subscription.created', subscription],
      ['transaction.paid', transaction],
      ['checkout.completed', body],
    ]),
  );
  assert.deepEqual(types(told), ['subscription.created', 'transaction.paid', 'checkout.completed']);
});

test('200: the balance pays first, whole or in part; what is told has the balance that is left', async () => {
  const { plan, create, must, complete, get, charges, eventCount, eventsSince } =
    await shop.openStore();
  const table: [balance: number, change: number, due: number, told: string[]][] = [
    [50, -20, 0, ['subscription.created', 'checkout.completed']],
    [20, -20, 0, ['subscription.created', 'checkout.completed']],
    [15, -15, 5, ['subscription.created', 'transaction.paid', 'checkout.completed']],
    [-5, 5, 25, ['subscription.created', 'transaction.paid', 'checkout.completed']],
  ];
  const product_id = await plan();
  for (const [balance, balance_change, amount_due, expected] of table) {
    const customer_id = `balance${balance}`;
    await must('POST /create-customer', { customer_id });
    const gift = { customer_id, amount: balance, currency: 'EUR' };
    await must('POST /adjust-customer-balance', gift);
    const made = await create({ product_id, customer_id });
    const prices = [made.total, made.balance_change, made.amount_due];
    assert.deepEqual(prices, [20, balance_change, amount_due]);
    const count = await eventCount();
    const { subscription_id } = await complete(made.checkout_session_id);
    const told = await eventsSince(count);
    assert.deepEqual(types(told), expected);
    assert.deepEqual(told[0]?.data, await get(subscription_id));
    assert.equal((await get(subscription_id)).credit, balance + balance_change);
  }
  assert.deepEqual(await charges(), ['500 paid', '2500 paid']);
});

test('200: a trial comes first: nothing is charged, the card is kept and pays at its end', async () => {
  const { plan, create, complete, get, must, charges, eventCount, eventsSince } =
    await shop.openStore();
  const made = await create({ product_id: await plan({ trial_days: 14 }) });
  assert.deepEqual([made.total, made.recurring.trial_days], [0, 14]);
  const count = await eventCount();
  const { subscription_id } = await complete(made.checkout_session_id);
  const { status, trial_end } = await get(subscription_id);
  const end = '2026-11-28T09:30:00.000Z';
  assert.deepEqual([status, trial_end], ['trialing', end]);
  const [started] = (await must('GET /get-transactions', { subscription_id })).data;
  const { type, total, period_start, period_end, payment_method } = started;
  assert.deepEqual([type, total], ['subscription_start', 0]);
  assert.deepEqual([period_start, period_end], [AT_START, end]);
  assert.deepEqual(payment_method, { brand: 'visa', last4: '4242' });
  const told = ['subscription.created', 'checkout.completed']; // Nothing was paid.
  assert.deepEqual([types(await eventsSince(count)), await charges()], [told, []]);
  await must('POST /advance-clock', { to: end });
  assert.deepEqual(
    [(await get(subscription_id)).status, await charges()],
    ['active', ['2000 paid']],
  );
});

test('400 invalid_parameters: a trial needs a card for what comes after it, and so does all off once', async () => {
  const { plan, coupon, create, complete, ask, get, charges } = await shop.openStore();
  const coupon_code = await coupon('FIRST', { discount_percentage: 100, duration: 'once' });
  const inputs = [
    { product_id: await plan({ trial_days: 14 }) },
    { product_id: await plan(), coupon_code },
    // The coupon pays the first period after the trial, and nobody has paid for the second.
    { product_id: await plan({ trial_days: 14 }), coupon_code },
  ];
  for (const [at, input] of inputs.entries()) {
    const { checkout_session_id } = await create(input);
    const before = await shop.everything();
    const answer = await ask('POST /complete-checkout', { checkout_session_id });
    assertRefused(answer, 400, 'invalid_parameters', ['payment_method']);
    assert.equal(await shop.everything(), before);
    const { total, subscription_id } = await complete(checkout_session_id);
    assert.equal(total, 0);
    const { status } = await get(subscription_id);
    assert.equal(status, at === 1 ? 'active' : 'trialing');
  }
  assert.deepEqual(await charges(), []);
});

test('200: a free plan and a coupon of 100 % need no card', async () => {
  const { plan, coupon, create, must, get, charges } = await shop.openStore();
  const coupon_code = await coupon('ALL', { discount_percentage: 100, duration: 'forever' });
  const inputs = [
    { product_id: await plan({ price: 0 }) },
    { product_id: await plan(), coupon_code },
  ];
  for (const input of inputs) {
    const { checkout_session_id } = await create(input);
    const done = await must('POST /complete-checkout', { checkout_session_id });
    assert.deepEqual([done.total, (await get(done.subscription_id)).status], [0, 'active']);
    await must('POST /advance-clock', { by: 'P1M' });
    assert.equal((await get(done.subscription_id)).status, 'active');
  }
  assert.deepEqual(await charges(), []);
});

test('200: a customer has one trial of a plan, whatever became of it; of another plan another', async () => {
  const { plan, create, complete, get, must } = await shop.openStore();
  const product_id = await plan({ trial_days: 14 });
  const { subscription_id } = await complete((await create({ product_id })).checkout_session_id);
  await must('POST /cancel-subscription', { subscription_id });
  const again = await create({ product_id });
  assert.deepEqual([again.total, again.recurring.trial_days], [20, 0]);
  const done = await complete(again.checkout_session_id);
  assert.equal((await get(done.subscription_id)).status, 'active');
  for (const input of [
    { product_id: await plan({ trial_days: 7 }) },
    { product_id, customer_id: 'bob' },
  ]) {
    const other = await complete((await create(input)).checkout_session_id);
    assert.equal((await get(other.subscription_id)).status, 'trialing');
  }
});

test('200: of 16 sessions with a trial of one customer at once, one gets it', async () => {
  const { plan, create, ask, must } = await shop.openStore();
  const product_id = await plan({ trial_days: 14 });
  const made = await Promise.all(Array.from({ length: 16 }, () => create({ product_id })));
  const answers = await Promise.all(
    made.map(({ checkout_session_id }) =>
      ask('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays }),
    ),
  );
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertRefused(answer, 400, 'trial_used', []);
  }
  const { data } = await must('GET /list-subscriptions', { customer_id: 'ada' });
  assert.deepEqual(
    data.map(({ status }: { status: string }) => status),
    ['trialing'],
  );
});

test('400 trial_used: used through another session meanwhile: this one then costs the full price', async () => {
  const { plan, coupon, create, complete, ask, must, get, charges, eventCount } =
    await shop.openStore();
  const product_id = await plan({ trial_days: 14 });
  const coupon_code = await coupon('HALF', { duration: 'once' });
  const table: [customer_id: string, more: object, subtotal: number, total: number][] = [
    ['ada', { quantity: 3 }, 60, 60],
    ['bob', { coupon_code }, 20, 10],
  ];
  for (const [customer_id, more, subtotal, total] of table) {
    const [one, other] = [
      await create({ product_id, customer_id }),
      await create({ product_id, customer_id, ...more }),
    ];
    await complete(one.checkout_session_id);
    const { checkout_session_id } = other;
    const count = await eventCount();
    const payment = { checkout_session_id, payment_method: cards.pays };
    assertRefused(await ask('POST /complete-checkout', payment), 400, 'trial_used', []);
    assert.equal(await eventCount(), count);
    const left = await must('GET /get-checkout', { checkout_session_id });
    const prices = { subtotal, discount: subtotal - total, total, amount_due: total };
    const renewal_total = subtotal;
    const recurring = { ...other.recurring, trial_days: 0, renewal_total };
    assert.deepEqual(left, { ...other, ...prices, recurring });
    const done = await complete(checkout_session_id);
    const { status } = await get(done.subscription_id);
    assert.deepEqual([status, done.total], ['active', total]);
  }
  assert.deepEqual(await charges(), ['6000 paid', '1000 paid']);
});

test('400 payment_declined: a card that is no good starts no trial, and a good one still may', async () => {
  const { plan, coupon, create, complete, ask, must, get, eventCount } = await shop.openStore();
  const coupon_code = await coupon('ONE', { max_redemptions: 1 });
  const made = await create({ product_id: await plan({ trial_days: 14 }), coupon_code });
  const { checkout_session_id } = made;
  const count = await eventCount();
  const table: [number: string, code: string][] = [
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4111111111111111', 'test_card_required'],
  ];
  for (const [number, code] of table) {
    const payment = { checkout_session_id, payment_method: card(number) };
    const answer = await ask('POST /complete-checkout', payment);
    assertRefused(answer, 400, 'payment_declined', ['payment_method']);
    assert.equal(answer.body.error.details[0].code, code);
  }
  assert.equal(await eventCount(), count);
  assert.deepEqual((await must('GET /list-subscriptions')).data, []);
  const { redemptions } = await must('GET /get-discount-code', { code: 'ONE' });
  assert.equal(redemptions, 0);
  const { subscription_id } = await complete(checkout_session_id);
  assert.equal((await get(subscription_id)).status, 'trialing');
});

test('400 payment_declined: no subscription starts, and the session can be paid with another card', async () => {
  const { plan, create, complete, ask, must, get } = await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await plan() });
  const payment = { checkout_session_id, payment_method: cards.declined };
  const answer = await ask('POST /complete-checkout', payment);
  assertRefused(answer, 400, 'payment_declined', ['payment_method']);
  assert.deepEqual((await must('GET /list-subscriptions')).data, []);
  const { subscription_id } = await complete(checkout_session_id);
  assert.equal((await get(subscription_id)).status, 'active');
});

test('200: with one Idempotency-Key 16 at once start one subscription, charged once', async () => {
  const { plan, create, ask, must, charges } = await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await plan() });
  const payment = { checkout_session_id, payment_method: cards.pays };
  const once = () => ask('POST /complete-checkout', payment, { 'idempotency-key': 'start' });
  const answers = await Promise.all(Array.from({ length: 16 }, once));
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  assert.equal((await must('GET /list-subscriptions')).data.length, 1);
  assert.deepEqual(await charges(), ['2000 paid']);
});
