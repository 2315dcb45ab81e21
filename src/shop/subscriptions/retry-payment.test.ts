import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOST_LATER, PAYS_UP_TO_100 } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /retry-payment';
const PAYS_TOMORROW = '4000000000000382';
const shop = await startShop();

/** A subscription of 120 EUR whose renewal the card could not pay: it has 100. */
async function openPastDue(number = PAYS_UP_TO_100) {
  const store = await shop.openStore();
  const subscription_id = await store.subscribe(await store.plan({ price: 120 }));
  await store.changeCard(number);
  await store.advance('P31D');
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  const retry = (key?: string) =>
    store.ask(OP, { subscription_id }, key === undefined ? {} : { 'idempotency-key': key });
  /** From now on the card can pay it: 50 are paid from the balance. */
  const makePayable = () => {
    const credit = { customer_id: 'ada', amount: 50, currency: 'EUR' };
    return store.must('POST /adjust-customer-balance', credit);
  };
  return { ...store, subscription_id, retry, makePayable };
}

test('200: what is past due is charged at once, and it recovers', async () => {
  const { subscription_id, retry, makePayable, transactions, charges } = await openPastDue();
  await makePayable();
  const { status, body } = await retry();
  assert.equal(status, 200);
  assert.deepEqual([body.subscription_id, body.status], [subscription_id, 'active']);
  assert.deepEqual([body.payment_retries, body.payment_url], [0, null]);
  const [paid] = await transactions(subscription_id);
  assert.deepEqual([paid.type, paid.status, paid.total], ['renewal', 'paid', 70]);
  assert.deepEqual(await charges(), ['12000 paid', '12000 declined', '7000 paid']);
  await shop.assertRight();
});

test('200: two at the same instant charge once, and a repeat is answered as before', async () => {
  const { retry, makePayable, charges } = await openPastDue();
  await makePayable();
  const at_once = await Promise.all(['one', 'two', undefined, 'one'].map((key) => retry(key)));
  const paid = at_once.filter(({ status }) => status === 200);
  assert.ok(paid.length >= 1 && paid.length <= 2, 'one charge, whose key may have been sent twice');
  for (const answer of at_once) {
    if (answer.status !== 200) assert.equal(answer.body.error.code, 'subscription_status');
  }
  assert.deepEqual(await charges(), ['12000 paid', '12000 declined', '7000 paid']);
  await shop.assertRight();
});

test('400 payment_declined: the planned tries stay as they are, however often it is tried', async () => {
  const { subscription_id, retry, get, must, charges } = await openPastDue();
  const before = await get(subscription_id);
  for (let n = 0; n < 5; n++) {
    const answer = await retry();
    assertRefused(answer, 400, 'payment_declined', ['payment_method']);
    assert.equal(answer.body.error.details[0].code, 'insufficient_funds');
  }
  assert.deepEqual(await get(subscription_id), before);
  assert.equal((await charges()).length, 7);
  const { data } = await must('GET /get-transactions', { subscription_id, status: 'declined' });
  assert.equal(data.length, 6);
  await shop.assertRight();
});

test('400 payment_declined: a card that was refused for good is not charged again', async () => {
  const { retry, charges } = await openPastDue(LOST_LATER);
  assertRefused(await retry(), 400, 'payment_declined', ['payment_method']);
  assert.deepEqual(await charges(), ['12000 paid', '12000 declined']);
});

test('400 subscription_status: what is paid for is not charged', async () => {
  const { plan, subscribe, ask, charges } = await shop.openStore();
  const subscription_id = await subscribe(await plan());
  assertRefused(await ask(OP, { subscription_id }), 400, 'subscription_status', []);
  assert.deepEqual(await charges(), ['2000 paid']);
});

test('404 subscription_not_found: another store has no such subscription', async () => {
  const { subscription_id } = await openPastDue();
  const { ask } = await shop.openStore();
  assertRefused(await ask(OP, { subscription_id }), 404, 'subscription_not_found', []);
});

test('400 payment_pending: a payment that takes days is waited for', async () => {
  const { retry, changeCard, charges } = await openPastDue();
  await changeCard(PAYS_TOMORROW);
  const before = await charges();
  assertRefused(await retry(), 400, 'payment_pending', []);
  assert.deepEqual(await charges(), before);
});

test('500 payment_unresolved: asked again with the same Idempotency-Key, it is charged once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const { retry, makePayable, setFault, charges } = await openPastDue();
    await makePayable();
    await setFault(fault);
    assertRefused(await retry('again'), 500, 'payment_unresolved', []);
    await setFault(undefined);
    assert.equal((await retry('again')).body.status, 'active');
    assert.deepEqual(await charges(), ['12000 paid', '12000 declined', '7000 paid']);
  }
});
