import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { answering, startReceiver } from '../../../../test/stand-ins/receiver.ts';
import { allowedRanges } from '../../../platform/core/public-address.rules.ts';
import { makeAuthority, makeServerCertificate } from '../../../platform/machine/tls/certificate.ts';
import type { Resolve } from './resolve-name.ts';
import { createSender } from './send.ts';
import { newWebhookSecret, signedHeaders } from './signature.rules.ts';

const LOOPBACK = allowedRanges(['127.0.0.0/8']);
const NONE = allowedRanges([]);
const TIMEOUT_MS = 60_000; // Nobody is silent here.
const DELIVERED = { status: 200, error: null };

const saying =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address }));

const message = (url: string, body = '{"type":"product.created","data":{"name":"Büro 🗂"}}') => ({
  url,
  headers: { 'webhook-id': 'evt_1' },
  body,
});

const send = createSender(LOOPBACK, { timeout_ms: TIMEOUT_MS });

test('a message arrives as it was made, and its signature is good for somebody else’s library', async () => {
  const receiver = await startReceiver();
  const secret = newWebhookSecret();
  const { body } = message('');
  const headers = signedHeaders({ id: 'evt_42', at: Date.now(), body }, [secret]);
  const url = `${receiver.url}?shop=1&a=%20b`;
  assert.partialDeepStrictEqual(await send({ url, headers, body }), DELIVERED);
  const [received] = receiver.received;
  assert.ok(received);
  assert.deepEqual(received, {
    method: 'POST',
    path: '/hook?shop=1&a=%20b',
    headers: {
      ...headers,
      host: `127.0.0.1:${receiver.port}`,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Kassa-Webhooks/1',
    },
    body,
  });
  assert.deepEqual(new Webhook(secret).verify(received.body, received.headers), JSON.parse(body));
  assert.throws(() => new Webhook(newWebhookSecret()).verify(received.body, received.headers));
  assert.throws(() => new Webhook(secret).verify(`${received.body} `, received.headers));
  assert.equal(receiver.connections, 1);
});

test('with two secrets there are two signatures, each of them good', async () => {
  const receiver = await startReceiver();
  const secrets = [newWebhookSecret(), newWebhookSecret()] as const;
  const { body } = message('');
  const headers = signedHeaders({ id: 'evt_42', at: Date.now(), body }, secrets);
  await send({ url: receiver.url, headers, body });
  const [received] = receiver.received;
  assert.match(received?.headers['webhook-signature'] ?? '', /^v1,\S{44} v1,\S{44}$/);
  for (const secret of secrets) {
    assert.ok(new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {}));
  }
});

test('every status is told as it is', async () => {
  const receiver = await startReceiver();
  for (const status of [200, 201, 202, 204, 299, 304, 400, 401, 404, 410, 429, 500, 503, 599]) {
    receiver.answer = answering(status);
    assert.partialDeepStrictEqual(await send(message(receiver.url)), { status, error: null });
  }
});

test('a redirect is not followed: its target hears nothing', async () => {
  const receiver = await startReceiver();
  const target = await startReceiver();
  for (const status of [300, 301, 302, 303, 307, 308]) {
    receiver.answer = answering(status, { location: target.url });
    assert.partialDeepStrictEqual(await send(message(receiver.url)), { status, error: null });
  }
  assert.deepEqual([receiver.received.length, target.connections], [6, 0]);
});

test('a name that stands for an address that may not be reached is not connected to', async () => {
  const receiver = await startReceiver();
  const error = 'its name stands for an address that may not be reached';
  const forbidden = [
    ...['127.0.0.1', '0.0.0.0', '10.0.0.1', '169.254.169.254', '192.168.1.1', '::1', '::'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', 'fe80::1', 'fe80::1%lo', 'fc00::1'],
    ...['2002:7f00:1::1', 'localhost', '127.1', '', 'not an address'],
  ];
  for (const address of forbidden) {
    const sender = createSender(NONE, { resolve: saying(address), timeout_ms: TIMEOUT_MS });
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://hooks.example.com:${receiver.port}/`;
      assert.partialDeepStrictEqual(await sender(message(url)), { status: null, error }, address);
    }
  }
  const literal = createSender(NONE, { timeout_ms: TIMEOUT_MS });
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::ffff:127.0.0.1]']) {
    const sent = await literal(message(`https://${host}:${receiver.port}/`));
    assert.partialDeepStrictEqual(sent, { status: null, error }, host);
  }
  assert.equal(receiver.connections, 0);
});

test('one forbidden address among good ones is enough, wherever it stands', async () => {
  const receiver = await startReceiver();
  const mixed = [
    ['127.0.0.1', '10.0.0.1'],
    ['10.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.2', '::1'],
    ['127.0.0.1', ''],
  ];
  for (const addresses of mixed) {
    const sender = createSender(LOOPBACK, {
      resolve: saying(...addresses),
      timeout_ms: TIMEOUT_MS,
    });
    const { status, error } = await sender(message(`http://hooks.example.com:${receiver.port}/`));
    assert.equal(status, null);
    assert.match(error ?? '', /may not be reached/);
  }
  assert.equal(receiver.connections, 0);
});

test('a name is resolved once, and the connection goes to what it said then', async () => {
  const good = await startReceiver();
  const inside = await startReceiver({ host: '127.0.0.2', port: good.port });
  const asked: string[] = [];
  const resolve: Resolve = async (host) => {
    asked.push(host);
    return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2' }];
  };
  const sender = createSender(allowedRanges(['127.0.0.1']), { resolve, timeout_ms: TIMEOUT_MS });
  const url = `http://Hooks.Example.com.:${good.port}/hook`;
  assert.partialDeepStrictEqual(await sender(message(url)), DELIVERED);
  assert.deepEqual(asked, ['hooks.example.com']);
  assert.deepEqual([good.connections, inside.connections], [1, 0]);
  assert.equal(good.received[0]?.headers.host, `hooks.example.com.:${good.port}`);
  const { error } = await sender(message(url));
  assert.match(error ?? '', /may not be reached/, 'the next time it is asked again, and looked at');
  assert.deepEqual([asked.length, good.connections, inside.connections], [2, 1, 0]);
});

test('of several good addresses one that answers is found', async () => {
  const receiver = await startReceiver({ host: '127.0.0.1' });
  const sender = createSender(LOOPBACK, {
    resolve: saying('127.0.0.9', '127.0.0.1'),
    timeout_ms: TIMEOUT_MS,
  });
  assert.partialDeepStrictEqual(
    await sender(message(`http://hooks.example.com:${receiver.port}/`)),
    DELIVERED,
  );
  assert.equal(receiver.received.length, 1);
});

test('plain http goes to what the operator named and nowhere else, whatever a name says by now', async () => {
  const error = 'plain http is allowed to KASSA_WEBHOOK_ALLOW only';
  for (const addresses of [['93.184.216.34'], ['127.0.0.1', '93.184.216.34'], ['2606:4700::1']]) {
    const sender = createSender(LOOPBACK, {
      resolve: saying(...addresses),
      timeout_ms: TIMEOUT_MS,
    });
    assert.partialDeepStrictEqual(await sender(message('http://hooks.example.com/')), {
      status: null,
      error,
    });
  }
  assert.partialDeepStrictEqual(await send(message('http://93.184.216.34/')), {
    status: null,
    error,
  });
});

const certificateFor = (names: string[], now = new Date()) => {
  const authority = makeAuthority({ name: 'Test authority', names, now, days: 30 });
  return { authority, ...makeServerCertificate({ authority, names, now, days: 10 }) };
};

test('https: a certificate that nobody vouches for is refused, and the message is not sent', async () => {
  const { cert, key } = certificateFor(['hooks.example.com', '127.0.0.1']);
  const receiver = await startReceiver({ tls: { cert, key } });
  const { status, error } = await send(message(receiver.url));
  assert.equal(status, null);
  assert.match(
    error ?? '',
    /^UNABLE_TO_VERIFY_LEAF_SIGNATURE: unable to verify the first certificate/,
  );
  assert.equal(receiver.received.length, 0);
});

test('https: a good certificate for the name is taken though the connection goes to an address', async () => {
  const { authority, cert, key } = certificateFor(['hooks.example.com']);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.cert]);
  const receiver = await startReceiver({ tls: { cert, key } });
  const sender = createSender(LOOPBACK, { resolve: saying('127.0.0.1'), timeout_ms: TIMEOUT_MS });
  assert.partialDeepStrictEqual(
    await sender(message(`https://hooks.example.com:${receiver.port}/`)),
    DELIVERED,
  );
  const other = await sender(message(`https://other.example.com:${receiver.port}/`));
  assert.match(other.error ?? '', /^ERR_TLS_CERT_ALTNAME_INVALID: .*hooks\.example\.com/);
  const old = certificateFor(['hooks.example.com'], new Date(Date.now() - 60 * 86_400_000));
  setDefaultCACertificates([...before, old.authority.cert]);
  const expired = await startReceiver({ tls: { cert: old.cert, key: old.key } });
  const sent = await sender(message(`https://hooks.example.com:${expired.port}/`));
  assert.match(sent.error ?? '', /^CERT_HAS_EXPIRED: certificate has expired/);
  assert.deepEqual([receiver.received.length, expired.received.length], [1, 0]);
  setDefaultCACertificates(before);
});
