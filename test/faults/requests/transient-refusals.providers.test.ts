import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../harness/answer.ts';
import { buyAtStripe, connectStripe, startStripeShop } from '../../harness/sales/stripe-shop.ts';
import { assertRefused } from '../../harness/shop.ts';

// What Stripe refuses now, it may take later: nothing of it is kept under an Idempotency-Key.

const { shop, stand_in } = await startStripeShop();
const { control, keys } = stand_in;

/** A request under one key: refused with this code, and done when its reason is over. */
async function refusedThenDone(
  send: (headers: Record<string, string>) => Promise<Answer>,
  refusal: [status: number, code: string],
  over: () => Promise<unknown>,
): Promise<void> {
  const headers = { 'idempotency-key': refusal[1] };
  for (let time = 0; time < 2; time++) {
    const answer = await send(headers);
    assertRefused(answer, ...refusal);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
  }
  await over();
  const done = await send(headers);
  assert.equal(done.status, 200, done.text);
  assert.equal((await send(headers)).headers['idempotent-replayed'], 'true');
}

const connecting =
  (ask: (operation: string, input: object, headers: Record<string, string>) => Promise<Answer>) =>
  (key: () => string) =>
  (headers: Record<string, string>) =>
    ask('POST /connect-provider', { provider: 'stripe', key: key() }, headers);

test('provider_key: a mistyped key that ends as the right one does', async () => {
  const { ask } = await shop.openStore();
  let key = `sk_test_mistyped${keys.test.slice(-4)}`;
  const send = connecting(ask)(() => key);
  await refusedThenDone(send, [400, 'provider_key'], async () => {
    key = keys.test;
  });
});

test('provider_permissions: the permissions are added at Stripe', async () => {
  const { ask } = await shop.openStore();
  const needed = (await control.routes()).map(({ permission }) => permission);
  const key = await control.addKey({ permissions: ['rak_event_read'] });
  const send = connecting(ask)(() => key);
  const add = () => control.changeKey({ key, permissions: needed });
  await refusedThenDone(send, [400, 'provider_permissions'], add);
});

test('provider_unanswered: Stripe answers again', async () => {
  const { ask } = await shop.openStore();
  await control.fault({ call: 'GET /v1/account', kind: 'error_503', times: 100 });
  const send = connecting(ask)(() => keys.test);
  await refusedThenDone(send, [500, 'provider_unanswered'], () => control.clearFaults());
});

test('provider_busy: what was pending is paid', async () => {
  const store = await shop.openStore();
  await connectStripe(store, stand_in);
  const { session } = await buyAtStripe(shop, store);
  const send = (headers: Record<string, string>) =>
    store.ask('POST /disconnect-provider', {}, headers);
  await refusedThenDone(send, [400, 'provider_busy'], async () => {
    await control.pay({ session });
    await control.quiet();
  });
});

test('provider_disconnected: the account is connected again', async () => {
  const store = await shop.openStore();
  await connectStripe(store, stand_in);
  const { session, checkout } = await buyAtStripe(shop, store);
  await control.pay({ session });
  await control.quiet();
  const { transaction_id } = await checkout();
  await store.must('POST /disconnect-provider');
  const send = (headers: Record<string, string>) =>
    store.ask('POST /refund-transaction', { transaction_id }, headers);
  const connect = () => connectStripe(store, stand_in);
  await refusedThenDone(send, [400, 'provider_disconnected'], connect);
});
