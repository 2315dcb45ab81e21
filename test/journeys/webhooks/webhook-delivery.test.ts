import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import {
  answering,
  answeringInTurn,
  signatureOf,
  startReceiver,
} from '../../stand-ins/receiver.ts';

// What arrives at an endpoint, in which order, how it is signed, and when it is tried again.

const DAY_MS = 86_400_000;

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

/** A store with an endpoint that a receiver of its own listens at. */
async function withEndpoint(more: object = {}) {
  const store = await shop.openStore();
  const { must } = store;
  const receiver = await startReceiver();
  const made = await must('POST /create-webhook', { url: receiver.url, ...more });
  const { webhook_id, secret } = made;
  const deliveries = async () =>
    (await must('GET /list-webhook-deliveries', { webhook_id, limit: 100 })).data;
  /** The only delivery, when it has been tried so often. */
  const triedTimes = async (attempts: number) => {
    await until(async () => (await deliveries())[0]?.attempts === attempts, `attempt ${attempts}`);
    return (await deliveries())[0];
  };
  const endpoint = async () => (await must('GET /list-webhooks')).data[0];
  return { ...store, receiver, webhook_id, secret, deliveries, triedTimes, endpoint };
}

test('what arrives is the event as it is listed, signed, over a service whose clock is right', async () => {
  const own = await startShop({ webhook_allow: ['127.0.0.0/8'], clock: Date.now });
  const receiver = await startReceiver();
  const { must, buy, sell } = await own.openStore(own);
  const product_id = await sell();
  const { secret } = await must('POST /create-webhook', { url: receiver.url });
  const { license_keys } = await buy(product_id);
  const { data: events } = await must('GET /list-events', { after_sequence: 1 });
  const received = await receiver.got(events.length);
  const library = new Webhook(secret);
  const arrived = received.map(({ body, headers }) => library.verify(body, headers));
  const bySequence = (a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence;
  assert.deepEqual((arrived as typeof events).toSorted(bySequence), events);
  for (const { body, headers } of received) {
    assert.equal(headers['webhook-id'], JSON.parse(body).event_id);
    assert.equal(headers['content-type'], 'application/json');
  }
  assert.ok(
    received.some(({ body }) => body.includes(license_keys[0])),
    'the key as the buyer has it',
  );
});

test('what happens to one record arrives in order though the receiver is slow; records do not wait for each other', async () => {
  const { must, sell, receiver } = await withEndpoint();
  const busy = new Set<string>();
  const overlapping: string[] = [];
  receiver.answer = async (response, { body }) => {
    const { product_id } = JSON.parse(body).data;
    if (busy.has(product_id)) overlapping.push(product_id);
    busy.add(product_id);
    await setTimeout(40);
    busy.delete(product_id);
    response.end();
  };
  const products = [await sell(), await sell(), await sell()];
  for (let price = 1; price <= 8; price++) {
    await Promise.all(
      products.map((product_id) => must('POST /update-product', { product_id, price })),
    );
  }
  const received = await receiver.got(27);
  await receiver.gotNoMore(shop);
  const arrived = received.map(({ body }) => JSON.parse(body));
  for (const product_id of products) {
    const prices = arrived
      .filter(({ data }) => data.product_id === product_id)
      .map(({ data }) => data.price);
    assert.deepEqual(prices, [20, 1, 2, 3, 4, 5, 6, 7, 8]);
  }
  assert.deepEqual(overlapping, []);
  assert.ok(receiver.most_at_once > 1, 'records do not wait for each other');
});

test('at most eight are under way to one endpoint, and only one while it fails', async () => {
  const { sell, receiver, deliveries } = await withEndpoint();
  receiver.answer = async (response) => {
    await setTimeout(60);
    response.end();
  };
  for (let n = 0; n < 40; n++) await sell();
  await receiver.got(40);
  assert.ok(receiver.most_at_once > 1 && receiver.most_at_once <= 8, `${receiver.most_at_once}`);
  // A success that is recorded later would end the failing.
  const isOver = ({ status }: { status: string }) => status === 'delivered';
  await until(async () => (await deliveries()).every(isOver), 'all are recorded');

  receiver.answer = async (response) => {
    await setTimeout(30);
    response.writeHead(500).end();
  };
  await sell();
  const tried = async () =>
    (await deliveries()).filter(
      ({ response_status }: { response_status: number }) => response_status === 500,
    );
  await until(async () => (await tried()).length === 1, 'one has failed');
  receiver.most_at_once = 0;
  for (let n = 0; n < 12; n++) await sell();
  await until(async () => (await tried()).length === 13, 'all have failed');
  assert.equal(receiver.most_at_once, 1);
});

test('an endpoint that never answers holds up neither another one nor the shop', async () => {
  const { must, sell, receiver: stuck } = await withEndpoint();
  const other = await startReceiver();
  await must('POST /create-webhook', { url: other.url });
  stuck.answer = () => {};
  for (let n = 0; n < 20; n++) await sell();
  await other.got(20);
  assert.equal(stuck.received.length, 8, 'none was given up, or another would be tried');
  for (const one of stuck.received) assert.ok(one.headers['webhook-id']);
  stuck.close();
});

test('what failed is tried again after its pause with the same webhook-id and body and a new timestamp', async () => {
  const { sell, receiver, secret, triedTimes, endpoint } = await withEndpoint();
  const pauses_s = [5, 30, 120, 600];
  receiver.answer = answeringInTurn(500, 302, 404, 429, 200);
  const first_at = shop.now;
  await sell();
  const times: number[] = [];
  for (const [at, pause_s] of pauses_s.entries()) {
    const { status, next_attempt_at, last_attempt_at } = await triedTimes(at + 1);
    assert.equal(status, 'pending');
    times.push(Date.parse(last_attempt_at));
    const waits_s = (Date.parse(next_attempt_at) - Date.parse(last_attempt_at)) / 1000;
    assert.ok(waits_s >= pause_s * 0.8 && waits_s <= pause_s * 1.2, `${waits_s} s for ${pause_s}`);
    assert.equal((await endpoint()).failing_since, new Date(first_at).toISOString());
    shop.now = Date.parse(next_attempt_at) - 1;
    if (at === 0) await receiver.gotNoMore(shop);
    shop.now += 1;
  }
  const delivery = await triedTimes(5);
  times.push(shop.now);
  assert.deepEqual([delivery.status, delivery.response_status], ['delivered', 200]);
  assert.equal(delivery.delivered_at, new Date(shop.now).toISOString());
  const { failing_since, last_delivered_at } = await endpoint();
  assert.deepEqual([failing_since, last_delivered_at], [null, new Date(shop.now).toISOString()]);
  const { received } = receiver;
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(received.map(({ body }) => body)).size, 1);
  assert.deepEqual(
    received.map(({ headers }) => Number(headers['webhook-timestamp'])),
    times.map((at) => Math.floor(at / 1000)),
  );
  for (const one of received) {
    assert.equal(one.headers['webhook-signature'], signatureOf(one, secret));
  }
  await receiver.gotNoMore(shop);
});

test('what failed is overtaken by what happens later, and arrives when its pause is over', async () => {
  const { must, sell, receiver } = await withEndpoint();
  receiver.answer = answeringInTurn(500, 200);
  const product_id = await sell();
  await receiver.got(1);
  await must('POST /update-product', { product_id, price: 5 });
  await receiver.got(2);
  await receiver.gotNoMore(shop);
  shop.now += 6_000;
  await receiver.got(3);
  const sequences = receiver.received.map(({ body }) => JSON.parse(body).sequence);
  assert.deepEqual(sequences, [1, 2, 1]);
});

test('only the events that an endpoint wants are sent to it, and none from before it was made', async () => {
  const store = await shop.openStore();
  const { must, buy, sell } = store;
  const product_id = await sell();
  const endpoint = async (events?: string[]) => {
    const receiver = await startReceiver();
    await must('POST /create-webhook', { url: receiver.url, ...(events && { events }) });
    return receiver;
  };
  const [all, some, none] = [
    await endpoint(),
    await endpoint(['license.created', 'checkout.completed']),
    await endpoint(['subscription.canceled']),
  ];
  await buy(product_id);
  const told = (await store.toldTypes()).slice(1);
  await all.got(told.length);
  await some.got(2);
  await all.gotNoMore(shop);
  assert.deepEqual(all.types.toSorted(), told.toSorted());
  assert.deepEqual(some.types.toSorted(), ['checkout.completed', 'license.created']);
  assert.deepEqual(none.types, []);
});

test('what happens in one store is not sent to the endpoints of another', async () => {
  const one = await withEndpoint();
  const other = await withEndpoint();
  await one.sell();
  await one.receiver.got(1);
  await one.receiver.gotNoMore(shop);
  assert.equal(other.receiver.connections, 0);
});

test('a rotated secret signs beside the one before for a day, and alone from then on', async () => {
  const { must, sell, receiver, webhook_id, secret: first } = await withEndpoint();
  const rotate = async () =>
    (await must('POST /update-webhook', { webhook_id, rotate_secret: true })).secret;
  const assertSignedBy = async (...secrets: string[]) => {
    const count = receiver.received.length;
    await sell();
    const received = (await receiver.got(count + 1))[count];
    assert.ok(received);
    const wanted = secrets.map((secret) => signatureOf(received, secret)).join(' ');
    assert.equal(received.headers['webhook-signature'], wanted);
  };
  await assertSignedBy(first);
  const second = await rotate();
  await assertSignedBy(second, first);
  shop.now += DAY_MS - 1;
  await assertSignedBy(second, first);
  shop.now += 1;
  await assertSignedBy(second);
  const third = await rotate();
  const fourth = await rotate();
  assert.equal(new Set([first, second, third, fourth]).size, 4);
  await assertSignedBy(fourth, third);
  shop.now += DAY_MS;
  await assertSignedBy(fourth);
});

test('after a restart what waited is sent, and nothing that was delivered is sent again', async () => {
  const own = await startShop({ webhook_allow: ['127.0.0.0/8'] });
  const receiver = await startReceiver();
  const { must, sell } = await own.openStore(own);
  await must('POST /create-webhook', { url: receiver.url });
  receiver.answer = answeringInTurn(200, 500);
  await sell();
  await receiver.got(1);
  await sell();
  await receiver.got(2);
  await until(
    async () =>
      (await must('GET /list-webhook-deliveries', { status: 'pending' })).data[0]?.attempts === 1,
    'the second has failed',
  );
  await own.restart();
  receiver.answer = answering(200);
  own.now += 6_000;
  await receiver.got(3);
  await receiver.gotNoMore(shop);
  const sequences = receiver.received.map(({ body }) => JSON.parse(body).sequence);
  assert.deepEqual(sequences, [1, 2, 2]);
});
