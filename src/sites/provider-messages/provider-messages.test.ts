import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buyAtStripe, startStripeShop } from '../../../test/harness/sales/stripe-shop.ts';

suite('messages from Stripe', async () => {
  const { shop, stand_in, store } = await startStripeShop();
  const { control } = stand_in;
  const path = `/providers/stripe/${store.store_id}`;
  const headers = { 'content-type': 'application/json' };

  test('a payment is completed by the message alone', async () => {
    const { session, checkout } = await buyAtStripe(shop, store);
    assert.equal((await checkout()).status, 'processing');
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'completed');
    const deliveries = await control.deliveries();
    assert.ok(deliveries.length > 0);
    assert.deepEqual(new Set(deliveries.map(({ answered }) => answered)), new Set([200]));
  });

  test('held back, twice and in the reverse order: completed once', async () => {
    await control.webhooks({ held: true, twice: true, reversed: true });
    const { session, checkout, checkout_session_id } = await buyAtStripe(shop, store);
    await control.pay({ session });
    assert.equal((await checkout()).status, 'processing');
    await control.release();
    await control.webhooks({ held: false, twice: false, reversed: false });
    assert.equal((await checkout()).status, 'completed');
    const { data } = await store.must('GET /get-transactions', { checkout_session_id });
    assert.deepEqual(
      data.map(({ status }: { status: string }) => status),
      ['paid'],
    );
  });

  test('without messages, the job asks and completes it', async () => {
    await control.webhooks({ held: true });
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.pay({ session });
    await shop.runJob('provider-events');
    assert.equal((await checkout()).status, 'completed');
    await control.release();
    assert.equal((await checkout()).status, 'completed');
  });

  test('a wrong signature, an unknown store and one that is not connected get the same 400', async () => {
    const other = await shop.makeStore('test');
    const before = await shop.everything();
    const paths = [path, `/providers/stripe/${other.store_id}`, `${path.slice(0, -3)}000`];
    const signed = { ...headers, 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` };
    for (const sent of [headers, signed, { ...signed, 'content-type': 'text/plain' }]) {
      for (const to of paths) {
        for (const body of ['{}', '', 'garbage \u0000', '[]'.repeat(1000)]) {
          const answer = await shop.send({ method: 'POST', path: to, headers: sent }, body);
          assert.equal(answer.status, 400);
          assert.equal(answer.text, '{"message":"The signature is not right."}');
        }
      }
    }
    assert.equal(await shop.everything(), before);
  });

  test('GET is refused, and so is every other path below', async () => {
    assert.equal((await shop.send({ method: 'GET', path })).status, 400);
    for (const other of ['', '/', '/x', `/${store.store_id}/`, '/store_', '/../../healthz']) {
      const to = { method: 'POST', path: `/providers/stripe${other}`, headers };
      assert.equal((await shop.send(to, '{}')).status, 404, other);
    }
  });

  test('below a base URL with a path, it is below that too', async () => {
    const other = await startStripeShop({ base_url: 'https://localhost/shop' });
    const below = `/shop/providers/stripe/${other.store.store_id}`;
    const shown = await other.store.must('GET /get-provider');
    assert.equal(shown.webhook_url, `https://localhost${below}`);
    const answer = await other.shop.send({ method: 'POST', path: below, headers }, '{}');
    assert.equal(answer.text, '{"message":"The signature is not right."}');
  });
});
