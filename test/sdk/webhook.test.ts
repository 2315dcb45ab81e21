import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Kassa, type ReceivedHeaders, verifyWebhook } from '../../packages/sdk/src/index.ts';
import { until } from '../harness/until.ts';
import { startReceiver } from '../stand-ins/receiver.ts';
import { addressOf, startTrustedShop } from './trusting.ts';

const NOW = Date.parse('2026-11-14T09:30:00Z');
const BODY = '{"object":"event","type":"product.created","data":{"name":"Größe"}}';
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
const secret = newSecret();

/** Signed by a library that is not ours. */
const signed = (at = NOW, by = [secret]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': `${Math.floor(at / 1000)}`,
  'webhook-signature': by
    .map((one) => new Webhook(one).sign('evt_1', new Date(at), BODY))
    .join(' '),
});
const verify = (headers: ReceivedHeaders, body: string | Uint8Array = BODY, with_secret = secret) =>
  verifyWebhook(body, headers, with_secret, { now: NOW });
const INVALID = { name: 'KassaError', code: 'webhook_invalid' };

test('a signed webhook is its event, from any kind of headers and body', async () => {
  const event = await verify(signed());
  assert.ok(event.type === 'product.created' && event.data.name === 'Größe');
  assert.deepEqual(await verify(new Headers(signed())), event);
  const capitals = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]);
  assert.deepEqual(await verify(Object.fromEntries(capitals)), event);
  const { 'webhook-id': id, ...rest } = signed();
  assert.deepEqual(await verify({ 'Webhook-Id': id, ...rest }), event);
  assert.deepEqual(await verify(signed(), new TextEncoder().encode(BODY)), event);
  // Gateways that keep each value of a header apart.
  const lists = Object.entries(signed()).map(([name, value]) => [name, [value]]);
  assert.deepEqual(await verify(Object.fromEntries(lists)), event);
  const { 'webhook-signature': signature } = signed();
  const two = { ...signed(), 'webhook-signature': [`v1,${'A'.repeat(43)}=`, signature] };
  assert.deepEqual(await verify(two), event);
});

test('after a change of the secret, either secret and either signature will do', async () => {
  const other = newSecret();
  const both = signed(NOW, [other, secret]);
  assert.equal((await verify(both)).type, 'product.created');
  assert.equal((await verify(both, BODY, other)).type, 'product.created');
  assert.ok(await verifyWebhook(BODY, signed(), [other, secret], { now: NOW }));
});

test('webhook_invalid: another secret, body, name or time, too old, too early, or no signature', async () => {
  const good = signed();
  const { 'webhook-signature': signature } = good;
  const table: ReceivedHeaders[] = [
    signed(NOW, [newSecret()]),
    { ...good, 'webhook-id': 'evt_2' },
    { ...good, 'webhook-timestamp': `${NOW / 1000 + 1}` },
    signed(NOW - 301_000),
    signed(NOW + 301_000),
    { ...good, 'webhook-timestamp': undefined },
    { ...good, 'webhook-timestamp': 'NaN' },
    { ...good, 'webhook-signature': undefined },
    { ...good, 'webhook-signature': '' },
    { ...good, 'webhook-signature': 'v1,' },
    { ...good, 'webhook-signature': 'v1,A' },
    { ...good, 'webhook-signature': 'v1,%%%' },
    { ...good, 'webhook-signature': `${signature.slice(0, -5)}AAAA=` },
    { ...good, 'webhook-signature': signature.replace('v1,', 'v1a,') },
    {},
  ];
  for (const headers of table) {
    await assert.rejects(verify(headers), INVALID, JSON.stringify(headers));
  }
  await assert.rejects(verify(good, `${BODY} `), INVALID);
  await assert.rejects(verify(good, ''), INVALID);
});

test('a secret that is not set, and a body that was parsed, are told as such and pass nothing', async () => {
  const NOT_SET = { name: 'TypeError', message: 'secret must be the whsec_… that Kassa answered' };
  for (const one of ['', 'whsec_', 'whsec_!', [], [''], undefined]) {
    await assert.rejects(verifyWebhook(BODY, signed(), one as string, { now: NOW }), NOT_SET);
  }
  // The one before a change of secret, which is empty most of the time.
  assert.ok(await verifyWebhook(BODY, signed(), ['', secret], { now: NOW }));
  const parsed = JSON.parse(BODY);
  await assert.rejects(verify(signed(), parsed), /^TypeError: body must be text or bytes/);
});

test('what a shop really sends is verified, also after its secret was changed', async () => {
  const shop = await startTrustedShop({ webhook_allow: ['127.0.0.0/8'], clock: Date.now });
  const kassa = new Kassa({ api_key: shop.api_key, base_url: addressOf(shop) });
  const receiver = await startReceiver();
  const made = await kassa.createWebhook({ url: receiver.url, events: ['product.created'] });
  const { webhook_id } = made;
  const changed = await kassa.updateWebhook({ webhook_id, rotate_secret: true });
  const product = await kassa.createProduct({
    name: 'A',
    description: '',
    price: 1,
    currency: 'EUR',
  });
  await until(async () => receiver.received.length > 0, 'the webhook arrives');
  const [received] = receiver.received;
  assert.ok(received && 'secret' in changed && changed.secret !== made.secret);
  for (const one of [`${made.secret}`, `${changed.secret}`]) {
    const event = await verifyWebhook(received.body, received.headers, one);
    assert.ok(event.type === 'product.created');
    assert.deepEqual(event.data, product);
  }
});
