import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, charged, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';
import { assertRefused } from '../../../test/harness/shop.ts';
import { clientOf } from '../../../test/stand-ins/stripe/client.ts';
import type { FaultKind } from '../../../test/stand-ins/stripe/faults.ts';

// Cards that buyers type into the provider's fields on our page. What its script does is not in
// here: it answers a token, which our page sends with its form.

const counter = await openHostedCounter();
const { store, stand_in, control, get, post, openSession, session } = counter;
const { back, pass, transactions } = counter;
const { keys, publishable_keys } = stand_in;
await store.must('POST /connect-provider', {
  ...{ provider: 'stripe', key: keys.test, publishable_key: publishable_keys.test },
});

// The bank asks on a page of its own here; by the provider's script in checkout.pay-here.test.ts.
await control.changeAccount({ asks_elsewhere: true });

const DECLINED = '4000000000009995';
const TO_CONFIRM = '4000002760003184';
const DAY_MINUTES = 24 * 60;

/** The form of our page, with what the fields answered for this card. */
const typed = async (number?: string, more: object = {}) => {
  const payment_token = await control.typeCard({ ...(number !== undefined && { number }) });
  return { ...buyer(more), payment_token };
};
const pay = async (path: string, number?: string) => post(`${path}/pay`, await typed(number));
const statuses = async (id: string): Promise<string[]> =>
  (await transactions(id)).map(({ status }: { status: string }) => status);
/** How much Stripe has taken since. */
async function meter() {
  const before = await charged(stand_in);
  return async () => (await charged(stand_in)) - before;
}

test('a card is typed on our page: paid at once, with the card, and charged once', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  const form = await typed();
  assert.equal((await post(`${path}/pay`, form)).headers.location, path);
  assert.equal((await session(id)).status, 'completed');
  assert.match((await get(path)).text, /Thank you[\s\S]*You paid \$20\.00[\s\S]*Visa •••• 4242/);
  assert.equal((await post(`${path}/pay`, form)).headers.location, path);
  assert.equal(await taken(), 2_000);
  const [row] = await transactions(id);
  assert.deepEqual([row.status, row.payment_method.last4], ['paid', '4242']);
});

test('a card that is declined leaves the session open, and the next one pays', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  const { status, text } = await pay(path, DECLINED);
  assert.equal(status, 200);
  assert.match(text, /not enough money/);
  assert.equal((await session(id)).status, 'open');
  assert.equal((await pay(path)).headers.location, path);
  assert.deepEqual(await statuses(id), ['paid', 'declined']);
  assert.equal(await taken(), 2_000);
});

test('the bank asks: to the bank, back, and the receipt', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  const away = String((await pay(path, TO_CONFIRM)).headers.location);
  assert.match(away, /\/3d-secure\/pi_\w+$/);
  assert.match((await get(path)).text, /Continue to your bank/);
  assert.equal((await session(id)).status, 'processing');
  await control.authenticate({ intent: away.split('/').at(-1) ?? '', approve: true });
  assert.equal((await back(path)).headers.location, path);
  assert.equal((await session(id)).status, 'completed');
  assert.equal(await taken(), 2_000);
});

test('the bank says no, or the buyer: the session is open, and another card pays', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  const away = String((await pay(path, TO_CONFIRM)).headers.location);
  await control.authenticate({ intent: away.split('/').at(-1) ?? '', approve: false });
  await back(path);
  assert.equal((await session(id)).last_payment_error.code, 'authentication_failed');
  const intent = away.split('/').at(-1) ?? '';
  const { status } = await clientOf(stand_in).paymentIntents.retrieve(intent);
  assert.equal(status, 'canceled', 'nobody can pay it later');
  await pay(path, TO_CONFIRM);
  await post(`${path}/give-up`, {});
  assert.equal((await session(id)).status, 'open');
  await pay(path);
  assert.deepEqual(await statuses(id), ['paid', 'declined', 'declined']);
  assert.equal(await taken(), 2_000);
});

test('nobody comes back from the bank: given up after a quarter of an hour', async () => {
  const { id, path } = await openSession();
  const away = String((await pay(path, TO_CONFIRM)).headers.location);
  await pass(14);
  assert.equal((await session(id)).status, 'processing');
  await pass(2);
  const { status, last_payment_error } = await session(id);
  assert.deepEqual([status, last_payment_error.code], ['open', 'confirmation_expired']);
  const intent = away.split('/').at(-1) ?? '';
  await assert.rejects(control.authenticate({ intent, approve: true }));
});

test('confirmed and the window closed: the message, or the job, completes it', async () => {
  for (const learn of [() => control.release(), () => pass(16)]) {
    const { id, path } = await openSession();
    const away = String((await pay(path, TO_CONFIRM)).headers.location);
    await control.authenticate({ intent: away.split('/').at(-1) ?? '', approve: true });
    await learn();
    await control.quiet();
    await control.webhooks({ held: true });
    assert.equal((await session(id)).status, 'completed');
  }
});

test('a double click and another window: one charge', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  const form = await typed();
  const send = (one: object) => post(`${path}/pay`, one);
  await Promise.all([send(form), send(form), send(await typed())]);
  assert.equal((await session(id)).status, 'completed');
  assert.deepEqual(await statuses(id), ['paid']);
  assert.equal(await taken(), 2_000);
});

test('a token that was used, is of another mode or account, or is none: declined, nothing charged', async () => {
  const taken = await meter();
  const first = await openSession();
  const form = await typed(DECLINED);
  await post(`${first.path}/pay`, form);
  const { id: account } = await control.addAccount();
  const tokens = [
    form.payment_token,
    await control.typeCard({ livemode: true }),
    await control.typeCard({ account }),
    'ctoken_none',
    'x'.repeat(5_000),
  ];
  for (const payment_token of tokens) {
    const { id, path } = await openSession();
    const { status, text } = await post(`${path}/pay`, buyer({ payment_token }));
    assert.equal(status, 200);
    assert.match(text, /payment could not be made/);
    const { last_payment_error, ...now } = await session(id);
    assert.deepEqual([now.status, last_payment_error.code], ['open', 'payment_not_made']);
    assert.deepEqual(await statuses(id), []);
  }
  assert.equal(await taken(), 0);
});

test('tries are counted: cards and tokens that do not pay come to an end', async () => {
  const { id, path } = await openSession();
  for (let tries = 0; tries < 30; tries++) {
    if (tries % 2 === 0) await pay(path, DECLINED);
    else await post(`${path}/pay`, buyer({ payment_token: 'ctoken_none' }));
  }
  const { status } = await pay(path);
  assert.notEqual(status, 303);
  assert.equal((await session(id)).status, 'open');
});

test('another price than the one that was seen is shown before anything is charged', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  const { text } = await post(`${path}/pay`, await typed(undefined, { total: '19' }));
  assert.match(text, /total[\s\S]*changed/i);
  assert.deepEqual(await statuses(id), []);
  assert.equal(await taken(), 0);
});

const KINDS: FaultKind[] = [
  ...(['drop_before', 'drop_after', 'cut_answer', 'error_500_before', 'error_500_after'] as const),
  ...(['error_500_halfway', 'error_503', 'rate_limit', 'lock_timeout', 'key_in_use'] as const),
];
const CALLS = ['GET /v1/confirmation_tokens/:id', 'POST /v1/customers', 'POST /v1/payment_intents'];

for (const call of CALLS) {
  test(`${call} fails in any way: charged once in the end, and never twice`, async () => {
    const plan = await store.plan({ currency: 'USD' });
    for (const kind of KINDS) {
      if (kind === 'error_500_halfway' && !call.endsWith('_intents')) continue;
      const taken = await meter();
      const { id, path } = await openSession({ product_id: plan });
      await control.fault({ call, kind });
      await pay(path);
      await control.clearFaults();
      await pass(2);
      if ((await session(id)).status === 'processing') await post(`${path}/give-up`, {});
      const { status } = await session(id);
      if (status === 'open') {
        assert.equal(await taken(), 0, kind);
        await pay(path);
      }
      assert.equal((await session(id)).status, 'completed', kind);
      assert.equal(await taken(), 2_000, kind);
    }
  });
}

test('Stripe fails and says so for a day: after a minute the buyer can start again, and the job lets go', async () => {
  for (const lets_go of ['buyer', 'job']) {
    const taken = await meter();
    const { id, path } = await openSession();
    await control.fault({ call: 'POST /v1/payment_intents', kind: 'error_500_before' });
    await pay(path);
    await control.clearFaults();
    assert.doesNotMatch((await get(path)).text, /start again/);
    counter.wait(1.5);
    assert.match((await get(path)).text, /Cancel and start again/);
    if (lets_go === 'buyer') await post(`${path}/give-up`, {});
    else await pass(1);
    const { status, last_payment_error } = await session(id);
    assert.deepEqual([status, last_payment_error.code], ['open', 'payment_not_completed']);
    await pay(path);
    assert.equal((await session(id)).status, 'completed');
    assert.equal(await taken(), 2_000);
  }
});

test('a trial: the card is saved, and the first period is charged with it when nobody is there', async () => {
  const taken = await meter();
  const product_id = await store.plan({ trial_days: 7, currency: 'USD' });
  for (const number of ['4242424242424242', '4000002500003155']) {
    const { id, path } = await openSession({ product_id });
    const email = `trial${number.slice(-4)}@example.com`;
    const { headers } = await post(`${path}/pay`, await typed(number, { email }));
    const intent = /seti_\w+/.exec(String(headers.location))?.[0];
    if (intent !== undefined) {
      await control.authenticate({ intent, approve: true });
      await back(path);
    }
    const { status, subscription_id } = await session(id);
    assert.equal(status, 'completed', number);
    assert.equal((await store.get(subscription_id)).status, 'trialing');
    const before = await taken();
    await pass(8 * DAY_MINUTES);
    assert.equal((await store.get(subscription_id)).status, 'active');
    assert.equal((await taken()) - before, 2_000);
  }
});

test('the seller has to mend something: the buyer reads that the shop cannot take it, the seller why', async () => {
  const { id, path } = await openSession();
  await control.changeAccount({ refuses: { message: 'Your account is closed for now.' } });
  const { text } = await pay(path);
  await control.changeAccount({ refuses: null });
  assert.match(text, /This shop cannot take the payment right now/);
  assert.equal((await session(id)).last_payment_error.code, 'payment_refused');
  assert.match((await store.must('GET /get-provider')).problem, /closed for now/);
});

test('what Stripe has sold itself is not settled, and waits for a person', async () => {
  const { id, path } = await openSession();
  await control.changeAccount({ sells_by_itself: true });
  await pay(path);
  await control.changeAccount({ sells_by_itself: false });
  assert.equal((await session(id)).status, 'processing');
  assert.equal((await transactions(id))[0].needs_review, true);
});

test('a script sends no token, and pays no session of such a store', async () => {
  const { id: checkout_session_id } = await openSession();
  const payment_token = await control.typeCard();
  const answer = await store.ask('POST /complete-checkout', { checkout_session_id });
  assertRefused(answer, 400, 'gateway_missing', ['checkout_session_id']);
  const other = await store.ask('POST /complete-checkout', { checkout_session_id, payment_token });
  assertRefused(other, 400, 'unknown_parameter', ['payment_token']);
});

test('without a token, and in a store without the publishable key, buyers go to Stripe’s page', async () => {
  const { path } = await openSession();
  const first = await post(`${path}/pay`, buyer());
  assert.match(String(first.headers.location), /\/c\/pay\/cs_/);
  await store.must('POST /connect-provider', {
    ...{ provider: 'stripe', key: keys.test, publishable_key: null },
  });
  const { path: other } = await openSession();
  const second = await post(`${other}/pay`, await typed());
  assert.match(String(second.headers.location), /\/c\/pay\/cs_/);
});
