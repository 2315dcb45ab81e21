import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charged } from '../../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../../harness/sales/stripe-subscriber.ts';

// Cards that customers type into the provider's fields on our pages after the purchase: where what
// is past due is paid, and where another card is given.

const NO_MONEY = '4000000000009995';
const TO_CONFIRM = '4000002500003155';

const shop = await openSubscriptions();
const { store, stand_in, control, get, post } = shop;
const { keys, publishable_keys } = stand_in;
await store.must('POST /connect-provider', {
  ...{ provider: 'stripe', key: keys.test, publishable_key: publishable_keys.test },
});

const typed = async (number?: string, more: object = {}) => ({
  payment_token: await control.typeCard({ ...(number !== undefined && { number }) }),
  attempt: `typed${attempts++}`,
  ...more,
});
let attempts = 0;
const intentIn = (location: unknown) => /(?:pi|seti)_\w+$/.exec(String(location))?.[0] ?? '';
async function meter() {
  const before = await charged(stand_in, 'eur');
  return async () => (await charged(stand_in, 'eur')) - before;
}

/** A subscription that is past due, and where it is paid. */
async function pastDue() {
  const { subscription_id, customer_id } = await shop.subscribe();
  await shop.spoil(customer_id, NO_MONEY);
  await shop.passDays(31);
  const { payment_url, status } = await store.get(subscription_id);
  assert.equal(status, 'past_due');
  return { subscription_id, customer_id, path: new URL(payment_url).pathname };
}

/** A page on which a customer gives another card. */
async function cardPage(customer_id: string) {
  const { url } = await store.must('POST /create-card-update', { customer_id });
  return new URL(url).pathname;
}

test('what is past due is paid with a card that is typed there, which is kept', async () => {
  const { subscription_id, customer_id, path } = await pastDue();
  const taken = await meter();
  const refused = await post(path, await typed(NO_MONEY));
  assert.match(refused.text, /not enough money/);
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  const form = await typed('5555555555554444');
  assert.equal((await post(path, form)).status, 303);
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.equal(await taken(), 2_000);
  await post(path, form);
  assert.equal(await taken(), 2_000);
  await shop.passDays(31);
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.equal(await taken(), 4_000);
  assert.match((await get(await shop.portalOf(customer_id))).text, /4444/);
  await store.cancel(subscription_id);
});

test('the bank asks who pays what is past due; they say no, and another card pays', async () => {
  const { subscription_id, path } = await pastDue();
  const taken = await meter();
  const { headers } = await post(path, await typed(TO_CONFIRM));
  await control.authenticate({ intent: intentIn(headers.location), approve: false });
  await get(`${path}/return`);
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  const second = await post(path, await typed(TO_CONFIRM));
  await control.authenticate({ intent: intentIn(second.headers.location), approve: true });
  await get(`${path}/return`);
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.equal(await taken(), 2_000);
  await store.cancel(subscription_id);
});

test('nothing reached Stripe, and who pays what is past due has left: not charged by surprise', async () => {
  const { subscription_id, path } = await pastDue();
  const taken = await meter();
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'drop_before', times: 9 });
  await post(path, await typed());
  await control.clearFaults();
  await shop.pass(10);
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  assert.equal(await taken(), 0);
  await store.cancel(subscription_id);
});

test('another card is typed on the card page, and charged at once where something is past due', async () => {
  const { subscription_id, customer_id } = await pastDue();
  const taken = await meter();
  const path = await cardPage(customer_id);
  const declined = await post(path, await typed('4000000000000002'));
  assert.match(declined.text, /declined|your bank/i);
  const none = await post(path, { payment_token: 'ctoken_none' });
  assert.match(none.text, /could not be/);
  assert.equal((await post(path, await typed('5555555555554444'))).status, 303);
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.equal(await taken(), 2_000);
  assert.match((await get(path)).text, /Your card is saved/);
  await store.cancel(subscription_id);
});

test('the bank asks about another card: refused, then confirmed, or nobody comes back', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const before = await shop.methodOf(customer_id);
  const path = await cardPage(customer_id);
  const first = await post(path, await typed(TO_CONFIRM));
  const refused_intent = intentIn(first.headers.location);
  await control.authenticate({ intent: refused_intent, approve: false });
  assert.match((await get(`${path}/return`)).text, /not confirmed|did not confirm/i);
  await assert.rejects(control.authenticate({ intent: refused_intent, approve: true }));
  const second = await post(path, await typed(TO_CONFIRM));
  await control.authenticate({ intent: intentIn(second.headers.location), approve: true });
  await shop.pass(3);
  assert.notEqual(await shop.methodOf(customer_id), before);
  assert.match((await get(path)).text, /Your card is saved/);
  const left = await cardPage(customer_id);
  const third = await post(left, await typed(TO_CONFIRM));
  await shop.passDays(2);
  const intent = intentIn(third.headers.location);
  await assert.rejects(control.authenticate({ intent, approve: true }));
  assert.match((await get(left)).text, /no longer works/);
  await store.cancel(subscription_id);
});

test('another card is typed while the bank is asked about the first: that one is ended, and one is kept', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const path = await cardPage(customer_id);
  const first = await post(path, await typed(TO_CONFIRM));
  const form = await typed('5555555555554444');
  await Promise.all([post(path, form), post(path, form)]);
  await post(path, form);
  assert.match((await get(path)).text, /Your card is saved/);
  const intent = intentIn(first.headers.location);
  await assert.rejects(control.authenticate({ intent, approve: true }));
  assert.match((await get(await shop.portalOf(customer_id))).text, /4444/);
  await store.cancel(subscription_id);
});

test('another card is typed in the portal', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  const portal = await shop.portalOf(customer_id);
  const declined = await post(`${portal}/card`, await typed('4000000000000002'));
  assert.match(declined.text, /declined|your bank/i);
  const saved = await post(`${portal}/card`, await typed('5555555555554444'));
  assert.equal(saved.headers.location, `${portal}/note/card-saved`);
  assert.match((await get(portal)).text, /4444/);
  const asked = await post(`${portal}/card`, await typed(TO_CONFIRM));
  assert.match(String(asked.headers.location), /3d-secure\/seti_/);
  await store.cancel(subscription_id);
});

test('an answer of Stripe is lost while a card is saved: it is typed again, and one is kept', async () => {
  const { subscription_id, customer_id } = await shop.subscribe();
  for (const kind of [
    'drop_before',
    'drop_after',
    'error_500_before',
    'error_500_after',
  ] as const) {
    const path = await cardPage(customer_id);
    await control.fault({ call: 'POST /v1/setup_intents', kind });
    const { status } = await post(path, await typed('5555555555554444'));
    await control.clearFaults();
    if (status !== 303) await post(path, await typed('5555555555554444'));
    assert.match((await get(path)).text, /Your card is saved/, kind);
  }
  await store.cancel(subscription_id);
});
