import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  buyAtStripe,
  connectStripe,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';

suite('messages from Stripe that concern nothing here', async () => {
  const { shop, stand_in, store } = await startStripeShop();
  const { control } = stand_in;

  /** The endpoint that the store has at Stripe now. */
  const endpointOf = async ({ store_id }: { store_id: string }) => {
    const sql = 'SELECT endpoint_id FROM provider_connections WHERE store_id = :store_id';
    const [row] = await shop.db.reader({ store_id }).all<{ endpoint_id: string }>(sql);
    return row?.endpoint_id ?? '';
  };
  const statuses = async () => [
    ...new Set((await control.deliveries()).map((one) => one.answered)),
  ];

  test('of another account, of an unknown type, years late, of nothing: taken, and nothing happens', async () => {
    const endpoint = await endpointOf(store);
    const { session, checkout } = await buyAtStripe(shop, store);
    const told = await shop.events(store.store_id);
    const named = { metadata: { transaction_id: 'txn_unknown', store_id: 'store_unknown' } };
    const intent = { object: 'payment_intent', status: 'succeeded', ...named };
    const known = { ...intent, metadata: { transaction_id: (await checkout()).transaction_id } };
    const YEARS_AGO = 1_000_000_000;
    const events = [
      { type: 'payment_intent.succeeded', object: known, of_account: 'acct_other' },
      { type: 'moon.landed', object: {} },
      { type: 'payment_intent.succeeded', object: { id: 'pi_unknown', ...intent } },
      { type: 'payment_intent.succeeded', object: { id: 'pi_1', ...known }, created: YEARS_AGO },
      { type: 'checkout.session.completed', object: { id: session, object: 'checkout.session' } },
      { type: 'charge.updated', object: { id: 'ch_1', object: 'charge', ...named } },
      { type: 'setup_intent.succeeded', object: { id: 'seti_1', object: 'setup_intent' } },
    ];
    for (const event of events) await control.sendEvent({ ...event, endpoint });
    assert.deepEqual(await statuses(), [200]);
    assert.equal((await checkout()).status, 'processing', 'a message proves nothing');
    assert.deepEqual(await shop.events(store.store_id), told);
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'completed');
  });

  test('a signature that is too old is refused; signed anew, the message is taken', async () => {
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.webhooks({ signed_seconds_ago: 301 });
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'processing');
    assert.deepEqual((await statuses()).toSorted(), [200, 400]);
    await control.webhooks({ signed_seconds_ago: 0 });
    await control.resendFailed();
    assert.equal((await checkout()).status, 'completed');
  });

  test('while a secret is being replaced at Stripe, both sign, and the one that is known here is enough', async () => {
    const endpoint = await endpointOf(store);
    await control.rotateSecret({ endpoint });
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'completed');
    await connectStripe(store, stand_in);
  });

  test('a body of more than 256 KB is refused, one of 255 KB is looked at', async () => {
    const headers = { 'stripe-signature': 't=1,v1=00' };
    const path = `/providers/stripe/${store.store_id}`;
    const send = (size: number) =>
      shop.send({ method: 'POST', path, headers }, Buffer.alloc(size, 'x'));
    const large = await send(256 * 1024 + 1);
    assert.equal(large.status, 400);
    assert.equal(large.body.error.code, 'body_too_large');
    assert.equal((await send(255 * 1024)).text, '{"message":"The signature is not right."}');
  });

  test('Stripe is down: the message is not taken, is sent again, and is taken then', async () => {
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.fault({ call: 'GET /v1/checkout/sessions/:id', kind: 'error_503', times: 100 });
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'processing');
    assert.ok((await statuses()).includes(500));
    await control.clearFaults();
    await control.resendFailed();
    assert.equal((await checkout()).status, 'completed');
  });

  test('hundreds of messages at once: others are served meanwhile, and none has an effect twice', async () => {
    const { session, checkout, checkout_session_id } = await buyAtStripe(shop, store);
    await control.webhooks({ held: true });
    await control.pay({ session });
    const held = (await control.deliveries()).filter(({ status }) => status === 'waiting');
    assert.ok(held.length > 1);
    const ids = held.map(({ id }) => id);
    const flood = Array.from({ length: 40 }, () => control.deliver({ ids: ids.slice(0, 10) }));
    const other = await shop.openStore();
    for (let at = 0; at < 20; at++) await other.product();
    await Promise.all(flood);
    await control.webhooks({ held: false });
    assert.equal((await checkout()).status, 'completed');
    const { data } = await store.must('GET /get-transactions', { checkout_session_id });
    assert.equal(data.length, 1);
  });
});
