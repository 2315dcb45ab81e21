import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { about, clientOf, lineOf, openSession, refusalOf, stripeForTests } from './client.ts';
import { spawnStripe } from './stand-in.ts';

const { stand_in, stripe } = await stripeForTests();
const { control } = stand_in;
const sessions = stripe.checkout.sessions;

test('a session is paid: complete, paid, and its intent carries what was asked for', async () => {
  const session = await openSession(stripe, {
    customer_email: 'ada@example.com',
    metadata: { order: '7' },
    line_items: [lineOf(1000, 'eur'), { ...lineOf(250, 'eur'), quantity: 2 }],
    payment_intent_data: { description: 'Order 7', metadata: { txn: 'txn_7' } },
  });
  assert.deepEqual([session.status, session.payment_status], ['open', 'unpaid']);
  assert.equal(session.amount_total, 1500);
  assert.equal(session.payment_intent, null, 'it is made when the buyer pays');
  const paid = await control.pay({ session: session.id });
  assert.deepEqual(paid, { kind: 'done', url: `https://shop.example/done?session=${session.id}` });
  const done = await sessions.retrieve(session.id, { expand: ['payment_intent', 'line_items'] });
  assert.deepEqual([done.status, done.payment_status, done.url], ['complete', 'paid', null]);
  assert.equal(done.customer_details?.email, 'ada@example.com');
  assert.deepEqual(
    done.line_items?.data.map(({ amount_total }) => amount_total),
    [1000, 500],
  );
  assert(typeof done.payment_intent === 'object' && done.payment_intent !== null);
  assert.equal(done.payment_intent.amount, 1500);
  assert.equal(done.payment_intent.description, 'Order 7');
  assert.deepEqual(done.payment_intent.metadata, { txn: 'txn_7' });
  assert.equal(done.payment_intent.receipt_email, null);
  const found = await sessions.list({ payment_intent: done.payment_intent.id });
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [session.id],
  );
  assert.equal((await sessions.listLineItems(session.id)).data.length, 2);
});

test('paying a session twice charges once', async () => {
  const session = await openSession(stripe);
  await control.pay({ session: session.id });
  assert.deepEqual(await control.pay({ session: session.id }), {
    kind: 'closed',
    status: 'complete',
  });
  const { payments } = await control.books();
  const { payment_intent } = await sessions.retrieve(session.id);
  assert.equal(payments.filter((each) => each.payment_intent === payment_intent).length, 1);
});

test('a decline leaves the session open, and the same intent is paid with another card', async () => {
  const session = await openSession(stripe);
  const declined = await control.pay({ session: session.id, number: '4000000000009995' });
  assert.deepEqual(declined, { kind: 'declined', message: 'Your card has insufficient funds.' });
  const before = await sessions.retrieve(session.id);
  assert.equal(before.status, 'open');
  await control.pay({ session: session.id });
  const done = await sessions.retrieve(session.id);
  assert.equal(done.payment_intent, before.payment_intent);
  const charges = await stripe.charges.list({ payment_intent: String(done.payment_intent) });
  assert.deepEqual(
    charges.data.map(({ status }) => status),
    ['succeeded', 'failed'],
  );
});

test('an open session can be expired, a paid or expired one not', async () => {
  const session = await openSession(stripe);
  assert.equal((await sessions.expire(session.id)).status, 'expired');
  assert.deepEqual(await control.pay({ session: session.id }), {
    kind: 'closed',
    status: 'expired',
  });
  const again = await refusalOf(sessions.expire(session.id));
  assert.match(again.message, /has a status of `expired`/);
  const paid = await openSession(stripe);
  await control.pay({ session: paid.id });
  const late = await refusalOf(sessions.expire(paid.id));
  assert.equal(late.statusCode, 400);
  assert.match(late.message, /Only Checkout Sessions with a status in \["open"\] can be expired/);
});

test('expiring a session in the middle of 3-D Secure cancels its intent: no charge any more', async () => {
  const session = await openSession(stripe);
  const asked = await control.pay({ session: session.id, number: '4000002760003184' });
  assert.equal(asked.kind, 'authenticate');
  const { payment_intent } = await sessions.retrieve(session.id);
  const refusal = await refusalOf(stripe.paymentIntents.cancel(String(payment_intent)));
  assert.match(refusal.message, /Expire the Checkout Session instead/);
  await sessions.expire(session.id);
  const intent = await stripe.paymentIntents.retrieve(String(payment_intent));
  assert.deepEqual([intent.status, intent.latest_charge], ['canceled', null]);
  const late = await control.authenticate({ intent: intent.id, approve: true });
  assert.deepEqual(late, { kind: 'closed', status: 'expired' });
});

test('a session ends by itself when its time has passed', async () => {
  const now = Math.floor((await control.clock()) / 1000);
  const session = await openSession(stripe, { expires_at: now + 3600 });
  await control.advance({ seconds: 3601 });
  assert.equal((await sessions.retrieve(session.id)).status, 'expired');
  const [event] = (await stripe.events.list({ type: 'checkout.session.expired' })).data;
  assert.equal(about(event), session.id);
});

test('expires_at is 30 minutes to 24 hours away, by the clock of Stripe', async () => {
  const now = Math.floor((await control.clock()) / 1000);
  const soon = await refusalOf(openSession(stripe, { expires_at: now + 29 * 60 }));
  assert.match(soon.message, /at least 30 minutes/);
  const late = await refusalOf(openSession(stripe, { expires_at: now + 25 * 3600 }));
  assert.match(late.message, /less than 24 hours/);
});

test('a SEPA debit: complete and unpaid for days, then paid, or failed', async () => {
  const ends = { DE89370400440532013000: 'paid', AT861904300235473202: 'unpaid' };
  for (const [iban, payment_status] of Object.entries(ends)) {
    const session = await openSession(stripe);
    await control.pay({ session: session.id, iban });
    const before = await sessions.retrieve(session.id, { expand: ['payment_intent'] });
    assert.deepEqual([before.status, before.payment_status], ['complete', 'unpaid']);
    assert.equal((before.payment_intent as Stripe.PaymentIntent).status, 'processing');
    await control.advance({ seconds: 5 * 86_400 });
    const after = await sessions.retrieve(session.id);
    assert.deepEqual([after.status, after.payment_status], ['complete', payment_status]);
    const outcome = payment_status === 'paid' ? 'succeeded' : 'failed';
    const [event] = (
      await stripe.events.list({ type: `checkout.session.async_payment_${outcome}` })
    ).data;
    assert.equal(about(event), session.id);
  }
});

test('setup mode saves a card for a customer and takes nothing', async () => {
  const { id: customer } = await stripe.customers.create();
  const session = await sessions.create({
    ...{ mode: 'setup', success_url: 'https://shop.example/done', currency: 'eur', customer },
    managed_payments: { enabled: false },
    setup_intent_data: { metadata: { sub: 's1' } },
  });
  assert.deepEqual([session.amount_total, session.payment_status], [null, 'no_payment_required']);
  const number = '4000002500003155';
  await control.pay({ session: session.id, number, authenticate: 'approve' });
  const done = await sessions.retrieve(session.id, { expand: ['setup_intent.payment_method'] });
  const setup = done.setup_intent as Stripe.SetupIntent;
  assert.deepEqual(
    [done.status, setup.status, setup.usage],
    ['complete', 'succeeded', 'off_session'],
  );
  assert.deepEqual(setup.metadata, { sub: 's1' });
  assert.equal((setup.payment_method as Stripe.PaymentMethod).customer, customer);
});

test('a customer is made when the session asks for one or saves the card, and only if it is paid', async () => {
  const plain = await openSession(stripe);
  await control.pay({ session: plain.id });
  assert.equal((await sessions.retrieve(plain.id)).customer, null);
  const always = await openSession(stripe, { customer_creation: 'always' });
  const declined = await control.pay({ session: always.id, number: '4000000000000002' });
  assert.equal(declined.kind, 'declined');
  assert.equal((await sessions.retrieve(always.id)).customer, null);
  await control.pay({ session: always.id, email: 'new@example.com' });
  const { customer } = await sessions.retrieve(always.id, { expand: ['customer'] });
  assert.equal((customer as Stripe.Customer).email, 'new@example.com');
  const saving = await openSession(stripe, {
    payment_intent_data: { setup_future_usage: 'off_session' },
  });
  await control.pay({ session: saving.id });
  const made = String((await sessions.retrieve(saving.id)).customer);
  assert.equal((await stripe.paymentMethods.list({ customer: made })).data.length, 1);
});

test('an order of nothing is completed without a payment', async () => {
  const session = await openSession(stripe, { line_items: [lineOf(0, 'eur')] });
  await control.pay({ session: session.id });
  const done = await sessions.retrieve(session.id);
  assert.equal(done.payment_status, 'no_payment_required');
  assert.equal(done.payment_intent, null);
});

const setup = { mode: 'setup', line_items: undefined, currency: 'eur' } as const;
type Params = Stripe.Checkout.SessionCreateParams;
const REFUSED: [string, { [K in keyof Params]?: Params[K] | undefined }, RegExp][] = [
  ['no mode', { mode: undefined }, /Missing required param: mode/],
  ['no success_url', { success_url: undefined }, /Missing required param: success_url/],
  ['no lines', { line_items: [] }, /must provide `line_items`/],
  [
    'lines in setup mode',
    { ...setup, line_items: [lineOf(1, 'eur')] },
    /can not pass `line_items`/,
  ],
  ['setup without currency', { ...setup, currency: undefined }, /Missing required param: currency/],
  ['setup data in payment mode', { setup_intent_data: { description: 'x' } }, /setup_intent_data/],
  ['customer and email', { customer: 'cus_1', customer_email: 'a@b.co' }, /only specify one of/],
  ['another customer', { customer: 'cus_none' }, /No such customer: 'cus_none'/],
  ['two currencies', { line_items: [lineOf(900, 'eur'), lineOf(900, 'usd')] }, /same currency/],
  ['less than the least', { line_items: [lineOf(49, 'eur')] }, /at least €0.50 eur/],
  ['quantity 0', { line_items: [{ ...lineOf(900, 'eur'), quantity: 0 }] }, /greater than or equal/],
  ['old ui_mode', { ui_mode: 'hosted' as 'hosted_page' }, /Invalid ui_mode: must be one of/],
];

for (const [what, params, message] of REFUSED) {
  test(`400: a session with ${what} is refused`, async () => {
    const refusal = await refusalOf(openSession(stripe, params as Params));
    assert.equal(refusal.statusCode, 400);
    assert.match(refusal.message, message);
  });
}

test('it runs as a process of its own as well', async () => {
  const apart = await spawnStripe();
  try {
    const session = await openSession(clientOf(apart));
    assert.equal((await apart.control.pay({ session: session.id })).kind, 'done');
    assert.deepEqual((await apart.control.books()).totals.eur?.charged, 1000);
  } finally {
    await apart.stop();
  }
});

test('an account made since July 2026 refuses, in these words, a page that leaves the seller open', async () => {
  const success_url = 'https://shop.example/done';
  const buys = { mode: 'payment' as const, success_url, line_items: [lineOf(1000, 'eur')] };
  const saves = { mode: 'setup', success_url, currency: 'eur' } as const;
  for (const { words, ...page } of [
    {
      ...buys,
      words:
        'Invalid line_items[0]: the product tax code is missing. Product tax code is required for Managed Payments, which is enabled by default on your account. If you want to disable Managed Payments on this session, you can pass managed_payments[enabled]=false.',
    },
    {
      ...saves,
      words:
        'Invalid mode: setup. Managed Payments, which is enabled by default on your account, only supports mode: subscription or mode: payment.',
    },
  ]) {
    for (const more of [{}, { managed_payments: { enabled: true } }]) {
      const refusal = await refusalOf(sessions.create({ ...page, ...more }));
      assert.deepEqual(
        [refusal.statusCode, refusal.code, refusal.message],
        [400, undefined, words],
      );
    }
    const open = await sessions.create({ ...page, managed_payments: { enabled: false } });
    assert.deepEqual([open.status, open.managed_payments], ['open', { enabled: false }]);
  }
  const { id: account } = await control.addAccount({ managed_payments: false });
  const older = clientOf(stand_in, { key: await control.addKey({ account }) });
  assert.equal((await older.checkout.sessions.create(buys)).status, 'open');
  assert.equal((await older.checkout.sessions.create(saves)).status, 'open');
});
