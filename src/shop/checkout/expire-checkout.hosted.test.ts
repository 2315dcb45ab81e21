import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';
import { assertRefused } from '../../../test/harness/shop.ts';

// While the buyer is on the page of Stripe.

const { shop, store, control, openSession, goToStripe, back, get, post, session, transactions } =
  await openHostedCounter({ currency: 'EUR' });

const expire = (checkout_session_id: string) =>
  store.ask('POST /expire-checkout', { checkout_session_id });

test('200: the page of Stripe is ended first, so nothing can be paid there any more', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  const { status, body } = await expire(id);
  assert.deepEqual([status, body.status], [200, 'expired']);
  assert.equal((await control.pay({ session: page })).kind, 'closed');
  assert.equal((await transactions(id))[0].status, 'declined');
  const { text } = await get(path);
  assert.match(text, /This checkout has expired[\s\S]*You have not been charged\./);
  assert.doesNotMatch(text, /did not go through/);
  assert.equal((await post(`${path}/pay`, buyer())).headers.location, path);
  assert.deepEqual((await expire(id)).body, body);
});

test('400 checkout_completed: paid at Stripe meanwhile, so it is completed', async () => {
  const { id, path } = await openSession();
  await control.pay({ session: await goToStripe(path) });
  assertRefused(await expire(id), 400, 'checkout_completed', []);
  assert.equal((await session(id)).status, 'completed');
});

test('400 checkout_processing: a debit that is under way is left to it', async () => {
  const { id, path } = await openSession();
  await control.pay({ session: await goToStripe(path), iban: 'DE89370400440532013000' });
  assertRefused(await expire(id), 400, 'checkout_processing', []);
  await back(path);
  assertRefused(await expire(id), 400, 'checkout_processing', []);
});

test('500 payment_unresolved: Stripe does not answer, and all stays as it was', async () => {
  const { id, path } = await openSession();
  const page = await goToStripe(path);
  const before = await shop.everything();
  await control.fault({ kind: 'drop_before', times: 20 });
  assertRefused(await expire(id), 500, 'payment_unresolved', []);
  await control.clearFaults();
  assert.equal(await shop.everything(), before);
  await control.pay({ session: page });
  await back(path);
  assert.equal((await session(id)).status, 'completed');
});

test('paying at Stripe, coming back and expiring at once: one outcome, never money without an order', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, path } = await openSession();
    const page = await goToStripe(path);
    const [paid, expired] = await Promise.all([
      control.pay({ session: page }),
      expire(id),
      back(path),
      post(`${path}/give-up`, {}),
    ]);
    await back(path);
    const { status } = await session(id);
    if (paid.kind === 'done') assert.equal(status, 'completed', expired.text);
    else assert.notEqual(status, 'completed');
  }
  await shop.assertRight();
});

test('400 gateway_missing: complete-checkout takes no card for Stripe, and says where to pay', async () => {
  const { id } = await openSession();
  const payment_method = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
  const before = await shop.everything();
  const answer = await store.ask('POST /complete-checkout', {
    checkout_session_id: id,
    payment_method,
  });
  assertRefused(answer, 400, 'gateway_missing', ['checkout_session_id']);
  assert.match(answer.body.error.message, /send the buyer to its checkout_url/);
  assert.equal(await shop.everything(), before);
});
