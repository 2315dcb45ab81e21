import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type Stripe from 'stripe';
import { openSession, refusalOf, stripeForTests } from './client.ts';

const { stand_in, stripe } = await stripeForTests();
const { control } = stand_in;

interface Received {
  signature: string;
  body: string;
  path: string;
}

/** What arrived, and how it is answered from now on. */
const received: Received[] = [];
let status = 200;
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const signature = String(request.headers['stripe-signature']);
  received.push({ signature, body, path: request.url ?? '' });
  response.writeHead(status).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
after(() => receiver.close());
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

let paths = 0;
/** An endpoint of its own for each test, and what arrives there. */
async function listening(
  enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = ['*'],
) {
  await control.webhooks({ held: false, twice: false, reversed: false, signed_seconds_ago: 0 });
  for (const { id } of (await stripe.webhookEndpoints.list()).data)
    await stripe.webhookEndpoints.del(id);
  status = 200;
  paths += 1;
  const path = `/hook-${paths}`;
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${address}${path}`,
    enabled_events,
  });
  const secret = endpoint.secret ?? '';
  const arrived = () => received.filter((each) => each.path === path);
  const types = () => arrived().map(({ body }) => JSON.parse(body).type as string);
  return { id: endpoint.id, secret, arrived, types };
}

test('the secret of an endpoint is shown once; it can be changed, read, listed and deleted', async () => {
  const made = await stripe.webhookEndpoints.create({
    ...{ url: 'https://shop.example/hook', enabled_events: ['payment_intent.succeeded'] },
    ...{ api_version: '2026-10-28.endive', description: 'Kassa', metadata: { store: 's1' } },
  });
  assert.match(made.secret ?? '', /^whsec_/);
  const read = await stripe.webhookEndpoints.retrieve(made.id);
  assert.equal(read.secret, undefined);
  assert.deepEqual([read.status, read.api_version], ['enabled', '2026-10-28.endive']);
  const changed = await stripe.webhookEndpoints.update(made.id, {
    disabled: true,
    enabled_events: ['*'],
  });
  assert.deepEqual([changed.status, changed.enabled_events], ['disabled', ['*']]);
  assert((await stripe.webhookEndpoints.list()).data.some(({ id }) => id === made.id));
  assert.equal((await stripe.webhookEndpoints.del(made.id)).deleted, true);
  assert.equal((await refusalOf(stripe.webhookEndpoints.retrieve(made.id))).statusCode, 404);
});

test('400: an unknown event, a seventeenth endpoint, and a private address if that matters', async () => {
  const unknown = await refusalOf(
    stripe.webhookEndpoints.create({
      ...{ url: 'https://shop.example', enabled_events: ['shop.burned' as '*'] },
    }),
  );
  assert.equal(unknown.param, 'enabled_events[0]');
  await control.wantPublicUrls({ wanted: true });
  const url = 'http://127.0.0.1/hook';
  const local = await refusalOf(stripe.webhookEndpoints.create({ url, enabled_events: ['*'] }));
  assert.equal(local.code, 'url_invalid');
  await control.wantPublicUrls({ wanted: false });
  const made: string[] = [];
  for (let n = 0; n < 16; n++) {
    made.push(
      (await stripe.webhookEndpoints.create({ url, enabled_events: ['charge.failed'] })).id,
    );
  }
  const many = await refusalOf(stripe.webhookEndpoints.create({ url, enabled_events: ['*'] }));
  assert.match(many.message, /maximum of 16 test webhook endpoints/);
  for (const id of made) await stripe.webhookEndpoints.del(id);
});

test('events arrive signed, in the shape that the package reads', async () => {
  const { secret, arrived } = await listening(['customer.created']);
  const customer = await stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'hook-1' });
  await control.quiet();
  const [one] = arrived();
  assert(one);
  const event = stripe.webhooks.constructEvent(one.body, one.signature, secret);
  assert.equal(event.type, 'customer.created');
  assert.equal(event.api_version, '2026-10-28.endive');
  assert.equal(event.livemode, false);
  assert.equal(event.request?.idempotency_key, 'hook-1');
  assert.equal((event.data.object as Stripe.Customer).id, customer.id);
  assert.deepEqual({ ...(await stripe.events.retrieve(event.id)) }.data, event.data);
  assert.throws(() => stripe.webhooks.constructEvent(`${one.body} `, one.signature, secret));
  assert.throws(() => stripe.webhooks.constructEvent(one.body, one.signature, 'whsec_other'));
});

test('a signature may look old, and then the package refuses it', async () => {
  const { secret, arrived } = await listening(['customer.created']);
  await control.webhooks({ signed_seconds_ago: 400 });
  await stripe.customers.create();
  await control.quiet();
  const [one] = arrived();
  assert(one);
  const check = () => stripe.webhooks.constructEvent(one.body, one.signature, secret);
  assert.throws(check, /Timestamp outside the tolerance zone/);
});

test('while a secret is replaced, both are good; then only the new one', async () => {
  const { id, secret, arrived } = await listening(['customer.created']);
  const fresh = await control.rotateSecret({ endpoint: id });
  await stripe.customers.create();
  await control.quiet();
  const [both] = arrived();
  assert(both);
  assert.equal(both.signature.match(/v1=/g)?.length, 2);
  for (const each of [secret, fresh]) {
    stripe.webhooks.constructEvent(both.body, both.signature, each);
  }
  await control.dropOldSecret({ endpoint: id });
  await stripe.customers.create();
  await control.quiet();
  const one = arrived()[1];
  assert(one);
  stripe.webhooks.constructEvent(one.body, one.signature, fresh);
  assert.throws(() => stripe.webhooks.constructEvent(one.body, one.signature, secret));
});

test('a payment tells its story in this order', async () => {
  const { types } = await listening();
  const session = await openSession(stripe);
  await control.pay({ session: session.id });
  await control.quiet();
  assert.deepEqual(types(), [
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
    'charge.updated',
  ]);
});

test('held back, in the reverse order, twice, and one by one', async () => {
  const { types } = await listening(['customer.created', 'customer.updated']);
  await control.webhooks({ held: true });
  const { id } = await stripe.customers.create();
  await stripe.customers.update(id, { name: 'Ada' });
  await control.quiet();
  assert.deepEqual(types(), []);
  const waiting = (await control.deliveries()).filter((each) => each.status === 'waiting');
  const [created, updated] = waiting.map((each) => each.id);
  assert(created && updated);
  await control.deliver({ ids: [updated, created, updated] });
  assert.deepEqual(types(), ['customer.updated', 'customer.created', 'customer.updated']);
  await stripe.customers.update(id, { name: 'Eva' });
  await stripe.customers.create();
  await control.webhooks({ reversed: true, twice: true });
  await control.release();
  assert.deepEqual(types().slice(3), [
    ...['customer.created', 'customer.created', 'customer.updated', 'customer.updated'],
  ]);
});

test('late: nothing arrives before its delay', async () => {
  const { types } = await listening(['customer.created']);
  await control.webhooks({ delay_ms: 200 });
  const before = Date.now();
  await stripe.customers.create();
  await control.quiet();
  assert(Date.now() - before >= 199);
  assert.deepEqual(types(), ['customer.created']);
  await control.webhooks({ delay_ms: 0 });
});

test('what is not taken is sent again, by the clock, until it is', async () => {
  const { id, arrived } = await listening(['customer.created']);
  status = 500;
  await stripe.customers.create();
  await control.quiet();
  assert.equal(arrived().length, 1);
  await control.advance({ seconds: 299 });
  assert.equal(arrived().length, 1);
  await control.advance({ seconds: 2 });
  assert.equal(arrived().length, 2);
  status = 301; // A redirection is no acceptance either.
  await control.resendFailed();
  status = 204;
  await control.advance({ seconds: 2 * 3600 + 1 });
  const [delivery] = (await control.deliveries()).filter((each) => each.endpoint === id);
  assert.deepEqual(
    [delivery?.status, delivery?.attempts, delivery?.answered],
    ['delivered', 4, 204],
  );
  await control.advance({ seconds: 86_400 });
  assert.equal(arrived().length, 4);
});

test('events of other accounts, of unknown types and years old can be sent', async () => {
  const { id, secret, arrived } = await listening();
  const object = { id: 'pi_other', object: 'payment_intent' };
  const of_account = 'acct_other';
  await control.sendEvent({ type: 'payment_intent.succeeded', object, of_account, endpoint: id });
  await control.sendEvent({
    type: 'moon.landed',
    object: {},
    created: 1_000_000_000,
    endpoint: id,
  });
  const events = arrived().map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, secret),
  );
  assert.deepEqual(
    events.map(({ account }) => account),
    [of_account, undefined],
  );
  assert.equal(events[1]?.created, 1_000_000_000);
});

test('events are kept for 30 days, listed by type and time', async () => {
  await listening();
  const { id } = await stripe.customers.create();
  const [event] = (await stripe.events.list({ types: ['customer.created'], limit: 1 })).data;
  assert(event);
  assert.equal((event.data.object as Stripe.Customer).id, id);
  const both = await refusalOf(stripe.events.list({ type: 'a', types: ['b'] }));
  assert.match(both.message, /only specify one of these parameters/);
  await control.advance({ seconds: 31 * 86_400 });
  assert.equal((await refusalOf(stripe.events.retrieve(event.id))).code, 'resource_missing');
  assert.deepEqual((await stripe.events.list()).data, []);
});

test('a warning of fraud arrives as an event', async () => {
  const { types } = await listening(['radar.early_fraud_warning.created']);
  const session = await openSession(stripe);
  await control.pay({ session: session.id });
  const [charge] = (await stripe.charges.list({ limit: 1 })).data;
  await control.warnOfFraud({ charge: charge?.id ?? '' });
  await control.quiet();
  assert.deepEqual(types(), ['radar.early_fraud_warning.created']);
});
