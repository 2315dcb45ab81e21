import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  constructWebhookEventEntity,
  parseWebhookEvent,
  verifyWebhookSignature,
  WebhookVerificationError,
} from 'creem/webhooks';
import { localCertificate } from '../../../src/platform/machine/tls/local-certificate.ts';
import { appendEvents } from '../../harness/append-events.ts';
import { cards, LOST_LATER } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { answeringInTurn, type Received, startReceiver } from '../../stand-ins/receiver.ts';

// Webhooks in Creem's format, read by Creem's own package as a shop would read them.

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'], clock: Date.now });

const { cert, key, authority_path } = localCertificate(shop.place.data_dir, Date.now());
setDefaultCACertificates([
  ...getCACertificates('default'),
  readFileSync(authority_path ?? '', 'utf8'),
]);

const CREEM = { format: 'creem' };

/** A store with a webhook in Creem's format, and who gets what is sent to it, by HTTPS. */
async function withEndpoint(more: object = {}) {
  const store = await shop.openStore();
  const receiver = await startReceiver({ tls: { cert, key } });
  const made = await store.must('POST /create-webhook', {
    ...{ url: receiver.url.replace('127.0.0.1', 'localhost'), ...CREEM },
    ...more,
  });
  const waiting = async () =>
    (await store.must('GET /list-webhook-deliveries', { status: 'pending' })).data.length;
  /** What has arrived since the last look, when nothing more is to be sent. */
  const sent = async () => {
    await until(async () => {
      await shop.runJob('webhooks');
      return (await waiting()) === 0;
    }, 'all is delivered');
    return receiver.received.splice(0);
  };
  const { webhook_id, secret } = made;
  /** What the next events are in Creem's words, each of which its package takes. */
  const told = async () => {
    const events = [];
    for (const one of await sent()) events.push(await parsed(one, secret));
    return events;
  };
  const toldTypes = async () => (await told()).map(({ eventType }) => eventType).toSorted();
  return { ...store, receiver, webhook_id, secret, sent, told, toldTypes };
}

/** Checks both kinds of headers and parses the event, all with Creem's package. */
async function parsed(received: Received, secret: string) {
  const { body, headers } = received;
  const { 'webhook-id': id, 'webhook-signature': _, 'webhook-timestamp': at, ...old } = headers;
  await verifyWebhookSignature(body, headers, secret);
  await verifyWebhookSignature(body, old, secret);
  assert.ok(at);
  const { type, data } = parseWebhookEvent(body);
  const event = await constructWebhookEventEntity(body, headers, secret);
  assert.equal(event.id, id);
  assert.equal(event.eventType, type);
  assert.ok(data);
  return event;
}

test('a purchase is checkout.completed with its product, customer, order and license key', async () => {
  const { sell, buy, told, must } = await withEndpoint();
  const { email } = await must('POST /create-customer', {
    ...{ customer_id: 'ada', email: 'ada@example.com', name: 'Ada' },
  });
  const product_id = await sell();
  const bought = await buy(product_id, { quantity: 2, metadata: { order: '7' } });
  const [event, ...more] = await told();
  assert.deepEqual(more, []);
  assert.equal(event?.eventType, 'checkout.completed');
  const { object } = event;
  assert.deepEqual(
    [object.id, object.status, object.units],
    [bought.checkout_session_id, 'completed', 2],
  );
  assert.deepEqual([object.mode, object.metadata], ['test', { order: '7' }]);
  assert.partialDeepStrictEqual(object.product, { id: product_id, price: 2000, currency: 'EUR' });
  assert.partialDeepStrictEqual(object.customer, { id: 'ada', email, name: 'Ada' });
  assert.partialDeepStrictEqual(object.order, {
    ...{ amount: 4000, amountPaid: 4000, status: 'paid', type: 'onetime' },
    transaction: bought.transaction_id,
  });
  assert.deepEqual(
    object.licenseKeys?.map(({ key, status }) => [key, status]),
    [[bought.license_keys[0], 'inactive']],
  );
  const stored = await shop.everything();
  assert.ok(stored.includes(bought.checkout_session_id));
  assert.ok(!stored.includes(bought.license_keys[0]), 'the key is not in the database');
});

test('refunds are refund.created with their own amount, and the payment inside', async () => {
  const { product, buy, refund, told } = await withEndpoint();
  const { transaction_id } = await buy(await product());
  await told();
  await refund(transaction_id, { amount: 5, reason: 'duplicate' });
  await refund(transaction_id, { reason: 'Did not like it' });
  const [first, second] = await told();
  assert.ok(first?.eventType === 'refund.created' && second?.eventType === 'refund.created');
  const facts = ({ object }: typeof first) => [
    object.refundAmount,
    object.refundCurrency,
    object.reason,
  ];
  assert.deepEqual([first, second].map(facts), [
    [500, 'EUR', 'duplicate'],
    [1500, 'EUR', 'other'],
  ]);
  const { transaction } = first.object;
  assert.partialDeepStrictEqual(transaction, {
    id: transaction_id,
    amount: 2000,
    refundedAmount: 500,
  });
  assert.deepEqual(
    [transaction.status, second.object.transaction.status],
    ['partialRefund', 'refunded'],
  );
  assert.notEqual(first.object.id, second.object.id);
});

test('a dispute is dispute.created', async () => {
  const { product, create, complete, advance, told } = await withEndpoint();
  const { checkout_session_id } = await create({ product_id: await product() });
  const { transaction_id } = await complete(checkout_session_id, cards.disputed_lost);
  await told();
  await advance('PT2H');
  const [event, ...more] = await told();
  assert.deepEqual(more, []);
  assert.ok(event?.eventType === 'dispute.created');
  assert.partialDeepStrictEqual(event.object, { amount: 2000, currency: 'EUR' });
  assert.equal(event.object.transaction.id, transaction_id);
});

test('a subscription: begun, paid, changed, renewed, scheduled to end, kept, paused, ended', async () => {
  const { plan, subscribe, update, cancel, pause, resume, advance, told, toldTypes } =
    await withEndpoint();
  const subscription_id = await subscribe(await plan());
  assert.deepEqual(await toldTypes(), [
    'checkout.completed',
    'subscription.active',
    'subscription.paid',
  ]);
  await update(subscription_id, { quantity: 2, proration: 'charge_now' });
  assert.deepEqual(await toldTypes(), ['subscription.paid', 'subscription.update']);
  await advance('P1M');
  const [renewed] = await told();
  assert.ok(renewed?.eventType === 'subscription.paid');
  const { object } = renewed;
  assert.deepEqual([object.id, object.status], [subscription_id, 'active']);
  assert.deepEqual([object.items?.[0]?.units, object.lastTransaction?.amountPaid], [2, 4000]);
  await cancel(subscription_id, { cancel_at_period_end: true });
  const [scheduled] = await told();
  assert.ok(scheduled?.eventType === 'subscription.scheduled_cancel');
  assert.equal(scheduled.object.status, 'scheduled_cancel');
  await resume(subscription_id);
  assert.deepEqual(await toldTypes(), ['subscription.active']);
  await pause(subscription_id);
  assert.deepEqual(await toldTypes(), ['subscription.paused']);
  await resume(subscription_id);
  assert.deepEqual(await toldTypes(), ['subscription.active']);
  await cancel(subscription_id);
  const [ended, ...more] = await told();
  assert.ok(ended?.eventType === 'subscription.canceled');
  assert.equal(ended.object.status, 'canceled');
  assert.deepEqual(more, []);
});

test('a trial is subscription.trialing; one whose period ends for good is expired, then canceled', async () => {
  const { plan, subscribe, cancel, advance, toldTypes, sent } = await withEndpoint();
  const subscription_id = await subscribe(await plan({ trial_days: 14 }));
  assert.deepEqual(await toldTypes(), ['checkout.completed', 'subscription.trialing']);
  await cancel(subscription_id, { cancel_at_period_end: true });
  assert.deepEqual(await toldTypes(), ['subscription.scheduled_cancel']);
  await advance('P15D');
  const bodies = (await sent()).map(({ body }) => JSON.parse(body));
  const types = bodies.map(({ eventType }) => eventType);
  assert.deepEqual(types, ['subscription.expired', 'subscription.canceled']);
  assert.equal(new Set(bodies.map(({ id }) => id)).size, 2, 'each has an identifier of its own');
});

test('what is never paid is past_due, and at the end of the retries expired and canceled, or unpaid and paused', async () => {
  for (const [after_retries, end] of [
    ['cancel', ['subscription.canceled', 'subscription.expired']],
    ['pause', ['subscription.paused', 'subscription.unpaid']],
  ] as const) {
    const { must, plan, subscribe, changeCard, advance, toldTypes } = await withEndpoint();
    await must('POST /update-store-settings', { after_retries });
    await subscribe(await plan());
    await changeCard(LOST_LATER);
    await toldTypes();
    await advance('P1M');
    assert.deepEqual(await toldTypes(), ['subscription.past_due']);
    await advance('P29D');
    assert.deepEqual(await toldTypes(), end);
  }
});

test('a retry and a replay send the same bytes under the same id, whatever was changed since', async () => {
  const { must, product, buy, receiver, webhook_id, sent } = await withEndpoint();
  receiver.answer = answeringInTurn(500, 200);
  const product_id = await product();
  await buy(product_id);
  const [first] = await receiver.got(1);
  assert.ok(first);
  await must('POST /update-product', { product_id, name: 'Another name' });
  await until(async () => {
    const { data } = await must('GET /list-webhook-deliveries', { webhook_id });
    return data[0]?.attempts === 1;
  }, 'the failure is recorded');
  await must('POST /replay-failed-deliveries', { webhook_id });
  const [delivery] = (await must('GET /list-webhook-deliveries', { webhook_id })).data;
  const [, retried] = await sent();
  const { event_id, delivery_id } = delivery;
  const { deliveries } = await must('POST /replay-event', { event_id });
  assert.deepEqual(
    deliveries.map((one: typeof delivery) => one.event_type),
    ['checkout.completed'],
  );
  const [replayed] = await sent();
  for (const one of [retried, replayed]) {
    assert.equal(one?.body, first.body);
    assert.equal(one?.headers['webhook-id'], event_id);
    assert.equal(one?.headers['creem-signature'], first.headers['creem-signature']);
  }
  const shown = await must('GET /get-webhook-delivery', { delivery_id });
  assert.equal(shown.request_body, first.body);
  assert.equal(JSON.parse(first.body).object.product.name, 'Editor');
});

test('after a change of the secret the old one still verifies by Standard Webhooks, the new one by both', async () => {
  const { must, product, buy, webhook_id, secret: old, sent } = await withEndpoint();
  const change = { webhook_id, rotate_secret: true };
  const { secret } = await must('POST /update-webhook', change);
  await buy(await product());
  const [received] = await sent();
  assert.ok(received);
  await parsed(received, secret);
  const { body, headers } = received;
  await verifyWebhookSignature(body, headers, old);
  const { 'webhook-id': _, ...only_creem } = headers;
  await assert.rejects(verifyWebhookSignature(body, only_creem, old), WebhookVerificationError);
  const mine = createHmac('sha256', secret).update(body).digest('hex');
  assert.equal(headers['creem-signature'], mine);
});

test('only the events that were named are sent; those that Creem does not have never are', async () => {
  const { must, plan, subscribe, cancel, sent } = await withEndpoint({
    events: ['subscription.canceled'],
  });
  const subscription_id = await subscribe(await plan());
  await cancel(subscription_id);
  const types = (await sent()).map(({ body }) => JSON.parse(body).eventType);
  assert.deepEqual(types, ['subscription.canceled']);
  const { data } = await must('GET /list-events', { type: 'product.created' });
  const { webhook_id } = (await must('GET /list-webhooks')).data[0];
  const again = { event_id: data[0].event_id, webhook_id };
  await assert.rejects(must('POST /replay-event', again), /has no product\.created/);
});

test('stores do not hear of each other, and what cannot be told in one holds up no other', async () => {
  const [ada, bob] = [await withEndpoint(), await withEndpoint()];
  const { checkout_session_id } = await ada.buy(await ada.product());
  assert.equal((await ada.sent()).length, 1);
  assert.deepEqual(await bob.sent(), []);
  const broken = {
    type: 'checkout.completed',
    data: '{"license_keys":[],"product_id":"none"}',
  } as const;
  await shop.db.write({ store_id: ada.store_id }, (tx) => appendEvents(tx, [broken], Date.now()));
  await bob.buy(await bob.product());
  const [received] = await bob.receiver.got(1);
  assert.ok(received && !received.body.includes(checkout_session_id));
  await ada.must('DELETE /delete-webhook', { webhook_id: ada.webhook_id });
});
