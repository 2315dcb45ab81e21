import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEndOfFile } from '../../../test/harness/endings.ts';
import { buyer, charged, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';
import { Shop } from '../../../test/harness/shop.ts';

// Cards typed into the provider's fields on our page: buyers who leave, tokens that somebody has
// made by hand, and what the provider does not say.

const counter = await openHostedCounter();
const { store, stand_in, control, post, openSession, session, pass, transactions } = counter;
const { keys, publishable_keys } = stand_in;
const connect = () =>
  store.must('POST /connect-provider', {
    ...{ provider: 'stripe', key: keys.test, publishable_key: publishable_keys.test },
  });
await connect();

const PAYMENTS = 'POST /v1/payment_intents';
const OWNERS = 'POST /v1/customers';
const TOKENS = 'GET /v1/confirmation_tokens/:id';
type Typed = Parameters<typeof control.typeCard>[0];

const pay = async (path: string, typed: Typed = {}) =>
  post(`${path}/pay`, { ...buyer(), payment_token: await control.typeCard(typed) });
const statuses = async (id: string): Promise<string[]> =>
  (await transactions(id)).map(({ status }: { status: string }) => status);
const problem = async () => (await store.must('GET /get-provider')).problem;
async function meter() {
  const before = await charged(stand_in);
  return async () => (await charged(stand_in)) - before;
}

test('nothing reached Stripe, and the buyer left: they are not charged when it answers again', async () => {
  for (const minutes of [3, 30]) {
    const taken = await meter();
    const { id, path } = await openSession();
    await control.fault({ call: PAYMENTS, kind: 'drop_before', times: 9 });
    await pay(path);
    await control.clearFaults();
    assert.equal((await session(id)).status, 'processing');
    await pass(minutes);
    assert.equal((await session(id)).status, 'open');
    assert.deepEqual(await statuses(id), ['declined']);
    assert.equal(await taken(), 0);
  }
});

test('nothing reached Stripe, and the buyer waits: they are charged within two minutes', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  await control.fault({ call: PAYMENTS, kind: 'drop_before', times: 9 });
  await pay(path);
  await control.clearFaults();
  await pass(1);
  assert.equal((await session(id)).status, 'completed');
  assert.equal(await taken(), 2_000);
});

test('somebody presses again after a while: the new card is charged, and the old one never', async () => {
  const taken = await meter();
  const { id, path } = await openSession();
  await control.fault({ call: PAYMENTS, kind: 'drop_before', times: 9 });
  await pay(path);
  await control.advance({ seconds: 600 });
  counter.wait(10);
  await control.clearFaults();
  await pay(path, { number: '5555555555554444' });
  assert.equal((await session(id)).status, 'completed');
  assert.deepEqual(await statuses(id), ['paid', 'declined']);
  assert.equal((await transactions(id))[0].payment_method.last4, '4444');
  assert.equal(await taken(), 2_000);
});

test('an owner was named otherwise the second time: the session is let go within minutes', async () => {
  const taken = await meter();
  const product_id = await store.plan({ currency: 'USD' });
  const { id, path } = await openSession({ product_id });
  await control.fault({ call: OWNERS, kind: 'error_503' });
  await control.fault({ call: PAYMENTS, kind: 'error_500_before' });
  await pay(path);
  await control.clearFaults();
  for (let minutes = 0; minutes < 8; minutes += 2) await pass(2);
  assert.equal((await session(id)).status, 'open');
  assert.equal(await taken(), 0);
  await pay(path);
  assert.equal((await session(id)).status, 'completed');
  assert.equal(await taken(), 2_000);
});

test('a token that our page has not made: the buyer’s decline, and no alarm for the seller', async () => {
  const taken = await meter();
  const tokens: Typed[] = [
    { setup_future_usage: 'off_session' },
    { setup_future_usage: 'on_session' },
    { iban: 'DE89370400440532013000' },
  ];
  for (const typed of tokens) {
    const { id, path } = await openSession();
    const { text } = await pay(path, typed);
    assert.match(text, /payment could not be made/);
    assert.equal((await session(id)).last_payment_error.code, 'payment_not_made');
  }
  assert.equal(await problem(), null);
  assert.equal(await taken(), 0);
  // What a page has promised that saves the card is as it should be.
  const product_id = await store.plan({ currency: 'USD' });
  const { id, path } = await openSession({ product_id });
  await pay(path, { setup_future_usage: 'off_session' });
  assert.equal((await session(id)).status, 'completed');
});

test('a session without a try left: its tokens are not looked at', async () => {
  const { id, path } = await openSession();
  const looks = async () => (await control.calls()).filter(({ call }) => call === TOKENS).length;
  await control.forgetCalls();
  for (let tries = 0; tries < 60; tries++) {
    await post(`${path}/pay`, buyer({ payment_token: 'ctoken_none' }));
  }
  const looked = await looks();
  assert(looked > 0 && looked < 60, `${looked} of 60`);
  await post(`${path}/pay`, buyer({ payment_token: 'ctoken_none' }));
  assert.equal(await looks(), looked);
  assert.equal((await session(id)).status, 'open');
});

test('a session that is paid, or being paid: its tokens are not looked at either', async () => {
  const { id, path } = await openSession();
  await pay(path);
  assert.equal((await session(id)).status, 'completed');
  await control.forgetCalls();
  await pay(path);
  assert.deepEqual(
    (await control.calls()).filter(({ call }) => call === TOKENS),
    [],
  );
});

test('paid, and Stripe does not say with what: never with a token, which pays only once', async () => {
  const product_id = await store.plan({ currency: 'USD' });
  for (const forgets_methods of ['in_payments', 'everywhere'] as const) {
    const { id, path } = await openSession({ product_id });
    await control.changeAccount({ forgets_methods });
    await pay(path);
    await control.changeAccount({ forgets_methods: null });
    const { status, subscription_id } = await session(id);
    assert.equal(status, 'completed');
    await pass(32 * 24 * 60);
    const after = await store.get(subscription_id);
    assert.equal(after.status, forgets_methods === 'everywhere' ? 'past_due' : 'active');
  }
  const of = 'WHERE store_id = :store_id AND card_token LIKE :token';
  for (const table of ['payment_methods', "(SELECT * FROM transactions WHERE status = 'paid') t"]) {
    const kept = await counter.shop.db
      .reader(store)
      .all(`SELECT card_token FROM ${table} ${of}`, { token: 'ctoken%' });
    assert.deepEqual(kept, [], table);
  }
  assert.equal(await problem(), null);
});

test('another process connects another account meanwhile: what was typed for the first is charged at neither', async () => {
  const taken = await meter();
  const other = new Shop(counter.shop.options, counter.shop.place);
  await other.open();
  atEndOfFile(async () => {
    other.agent.destroy();
    await other.app.close();
  });
  other.api_key = counter.shop.api_key;
  const { id: account } = await control.addAccount();
  const keys_there = {
    key: await control.addKey({ account }),
    publishable_key: await control.addPublishableKey({ account }),
  };
  const first = await openSession();
  const second = await openSession();
  await pay(first.path);
  const form = { ...buyer(), payment_token: await control.typeCard() };
  const { status } = await other.call('POST /connect-provider', {
    ...{ provider: 'stripe', ...keys_there },
  });
  assert.equal(status, 200);
  await post(`${second.path}/pay`, form);
  assert.equal((await session(second.id)).status, 'open');
  assert.equal(await taken(), 2_000, 'of the first session');
  assert.deepEqual((await control.books({ account })).totals, {});
  await pay(second.path, { account });
  assert.equal((await session(second.id)).status, 'completed');
  assert.equal((await control.books({ account })).totals.usd?.charged, 2_000);
  await connect();
});

test('what Stripe has sold itself, or saved for itself, is told to the seller', async () => {
  const trial = await store.plan({ trial_days: 7, currency: 'USD' });
  for (const product of [{}, { product_id: trial }]) {
    const { id, path } = await openSession(product);
    await control.changeAccount({ sells_by_itself: true });
    await pay(path);
    await control.changeAccount({ sells_by_itself: false });
    assert.equal((await transactions(id))[0].needs_review, true);
    assert.match(await problem(), /Managed Payments/);
  }
  assert.match(JSON.stringify(await store.must('GET /get-attention')), /Managed Payments/);
});
