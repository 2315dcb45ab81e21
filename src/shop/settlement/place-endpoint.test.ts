import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import type { CastStore } from '../../../test/harness/cast.ts';
import {
  buyAtStripe,
  connectStripe,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';
import { clientOf } from '../../../test/stand-ins/stripe/client.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import { openSecrets } from '../../platform/machine/secret.ts';
import { openCredentials } from '../money/payments/connections.ts';
import { findConnection } from '../money/payments/provider-connection.sql.ts';

suite('the address that Stripe sends messages to', async () => {
  let ahead_ms = 0;
  const { shop, stand_in, store } = await startStripeShop({
    clock: () => Date.now() + ahead_ms,
  });
  const { control } = stand_in;
  const stripe = clientOf(stand_in);

  const endpointsOf = async ({ store_id }: CastStore, client = stripe) =>
    (await client.webhookEndpoints.list({ limit: 100 })).data.filter(({ url }) =>
      url.endsWith(store_id),
    );
  const secretsOf = async (of: CastStore) => {
    const row = await findConnection(shop.db.reader(of), 'stripe');
    const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });
    return openCredentials(secrets, of.store_id, row?.sealed_credentials ?? '').secrets;
  };
  /** A message that is signed with this secret. */
  const send = ({ store_id }: CastStore, secret: string) => {
    const event = { id: 'evt_1', object: 'event', type: 'moon.landed', livemode: false, data: {} };
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = { 'stripe-signature': `t=${at},v1=${signature}` };
    return shop.send({ method: 'POST', path: `/providers/stripe/${store_id}`, headers }, body);
  };

  test('another key registers a new endpoint and removes the old one, whose secret is taken for four days', async () => {
    const own = await shop.openStore();
    await connectStripe(own, stand_in);
    const [first] = await secretsOf(own);
    await connectStripe(own, stand_in, await control.addKey());
    const [second, old] = await secretsOf(own);
    assert.equal((await endpointsOf(own)).length, 1);
    assert.equal(old?.secret, first?.secret);
    assert.equal((await send(own, first?.secret ?? '')).status, 200);
    assert.equal((await send(own, second?.secret ?? '')).status, 200);
    ahead_ms = 4 * DAY_MS + 1000;
    assert.equal((await send(own, first?.secret ?? '')).status, 400);
    assert.equal((await send(own, second?.secret ?? '')).status, 200);
    await connectStripe(own, stand_in);
    assert.equal((await secretsOf(own)).length, 2, 'what is not taken any more is erased');
    ahead_ms = 0;
    await own.must('POST /disconnect-provider');
  });

  test('a payment under way goes on while the key is replaced', async () => {
    const own = await shop.openStore();
    await connectStripe(own, stand_in);
    const { session, checkout } = await buyAtStripe(shop, own);
    await connectStripe(own, stand_in, await control.addKey());
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'completed');
    await own.must('POST /disconnect-provider');
    assert.deepEqual(await endpointsOf(own), []);
  });

  test('of many connections at once one endpoint is left, and it is the one that is kept', async () => {
    const own = await shop.openStore();
    const keys = await Promise.all(Array.from({ length: 6 }, () => control.addKey()));
    await Promise.all(keys.map((key) => connectStripe(own, stand_in, key)));
    const [secret] = await secretsOf(own);
    assert.deepEqual(
      (await endpointsOf(own)).map(({ id }) => id),
      [secret?.endpoint_id],
    );
    await own.must('POST /disconnect-provider');
  });

  test('an endpoint of another account is removed there', async () => {
    const own = await shop.openStore();
    const { id: account } = await control.addAccount();
    const key = await control.addKey({ account });
    await connectStripe(own, stand_in, key);
    const other = clientOf(stand_in, { key });
    assert.equal((await endpointsOf(own, other)).length, 1);
    await connectStripe(own, stand_in);
    assert.deepEqual(await endpointsOf(own, other), []);
    assert.equal((await endpointsOf(own)).length, 1);
    await own.must('POST /disconnect-provider');
  });

  test('an account with 16 endpoints: connected all the same, told why Kassa asks, and paid', async () => {
    const own = await shop.openStore();
    const { id: account } = await control.addAccount();
    const key = await control.addKey({ account });
    const other = clientOf(stand_in, { key });
    for (let at = 0; at < 16; at++) {
      const url = `https://shop.example/${at}`;
      const enabled_events = ['radar.early_fraud_warning.created' as const]; // Never sent here.
      await other.webhookEndpoints.create({ url, enabled_events });
    }
    const shown = await connectStripe(own, stand_in, key);
    assert.equal(shown.webhook_url, null);
    assert.match(shown.asks_because, /at most 16/);
    const { session, checkout } = await buyAtStripe(shop, own);
    await control.pay({ session });
    await shop.runJob('provider-events');
    assert.equal((await checkout()).status, 'completed');
    const [one] = (await other.webhookEndpoints.list()).data;
    await other.webhookEndpoints.del(one?.id ?? '');
    assert.match((await connectStripe(own, stand_in, key)).webhook_url, /^https:/);
    // Full again, but its own endpoint is there.
    assert.match((await connectStripe(own, stand_in, key)).webhook_url, /^https:/);
    assert.equal((await endpointsOf(own, other)).length, 1);
  });

  test('an address that Stripe does not take: connected all the same, told why in its words, and paid', async () => {
    const own = await shop.openStore();
    await control.wantPublicUrls({ wanted: true });
    const shown = await connectStripe(own, stand_in);
    assert.equal(shown.webhook_url, null);
    assert.match(shown.asks_because, /“Invalid URL: URL must be publicly accessible\.”/);
    assert.doesNotMatch(shown.asks_because, /16/);
    const { session, checkout } = await buyAtStripe(shop, own);
    await control.pay({ session });
    await shop.runJob('provider-events');
    assert.equal((await checkout()).status, 'completed');
    await control.wantPublicUrls({ wanted: false });
    assert.match((await connectStripe(own, stand_in)).webhook_url, /^https:/);
    await own.must('POST /disconnect-provider');
  });

  test('an endpoint that cannot be removed is logged, and the new one works', async () => {
    const own = await shop.openStore();
    await connectStripe(own, stand_in);
    const call = 'DELETE /v1/webhook_endpoints/:id';
    await control.fault({ call, kind: 'error_503', times: 1 });
    await connectStripe(own, stand_in, await control.addKey());
    assert.equal((await endpointsOf(own)).length, 2);
    const { session, checkout } = await buyAtStripe(shop, own);
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'completed');
    const ids = new Set((await endpointsOf(own)).map(({ id }) => id));
    const sent = (await control.deliveries()).filter(({ endpoint }) => ids.has(endpoint));
    assert.deepEqual(new Set(sent.map(({ endpoint }) => endpoint)), ids, 'to both');
    assert.deepEqual(new Set(sent.map(({ answered }) => answered)), new Set([200]));
  });

  test('after a start at another address, Stripe sends its messages there', async () => {
    const before = await store.must('GET /get-provider');
    await shop.restart();
    await shop.runJob('provider-events');
    const after = await store.must('GET /get-provider');
    assert.notEqual(after.webhook_url, before.webhook_url);
    assert.deepEqual(
      (await endpointsOf(store)).map(({ url }) => url),
      [after.webhook_url],
    );
    const { session, checkout } = await buyAtStripe(shop, store);
    await control.pay({ session });
    await control.quiet();
    assert.equal((await checkout()).status, 'completed');
  });
});
