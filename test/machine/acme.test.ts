import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { before, test } from 'node:test';
import { connect } from 'node:tls';
import type { AcmeCertificateRow } from '../../src/start/certificates/acme-certificate.sql.ts';
import { freePort } from '../harness/free-port.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { findPebble, startPebble } from '../stand-ins/pebble.ts';

// KASSA_DOMAIN against Pebble, a real ACME authority, which really looks at the shop's ports.

const DOMAIN = 'shop.example.org';
const found = findPebble();
assert.ok(found, 'Pebble is needed: set PEBBLE_PATH to it, or install the package pebble');

let shop: ProcessShop;
let pebble: Awaited<ReturnType<typeof startPebble>>;
let [port, beside_port, http_port] = [0, 0, 0];
let lives = true; // the name leads to this machine

before(async () => {
  [port, beside_port, http_port] = [await freePort(), await freePort(), await freePort()];
  const know = () => (lives ? { 4: ['127.0.0.1'], 6: [] } : undefined);
  pebble = await startPebble(found, { tls_port: port, http_port, know });
  shop = await ProcessShop.make(await makePlace());
});

const settings = (of_port: number, more: Record<string, string> = {}) => ({
  ...{ KASSA_DOMAIN: DOMAIN, KASSA_PORT: String(of_port) },
  KASSA_BASE_URL: `https://localhost:${of_port}`,
  ...{ KASSA_ACME_DIRECTORY: pebble.directory, KASSA_ACME_CA: pebble.ca_path },
  ...{ KASSA_ACME_EMAIL: 'owner@example.org', KASSA_LOG_LEVEL: 'off', ...more },
});

/** The serial number of what a client of the domain gets, if it trusts Pebble; else why not. */
async function served(at = port, ca = pebble.root): Promise<string> {
  const socket = connect({ host: '127.0.0.1', servername: DOMAIN, port: at, ca });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate().serialNumber;
  } catch (error) {
    return String(error instanceof Error && 'code' in error ? error.code : error);
  } finally {
    socket.destroy();
  }
}

const isSerial = (text: string): boolean => /^[0-9A-F]{10,}$/.test(text);
const row = async () => {
  const [only] = await shop.rows<AcmeCertificateRow>('SELECT * FROM acme_certificates');
  assert.ok(only);
  return only;
};
const renewNow = () =>
  shop.db.write(null, async (tx) =>
    tx.run(`UPDATE acme_certificates SET next_order_at = 0, failures = 0`),
  );

test('a name that leads nowhere: the local certificate is served, the reason is kept, and the next try waits', async () => {
  lives = false;
  await shop.start(settings(port));
  assert.equal(await served(), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  await shop.until('SELECT 1 FROM acme_certificates WHERE problem IS NOT NULL');
  const { failures, next_order_at, certificate, claimed_until } = await row();
  assert.deepEqual([failures, certificate, claimed_until], [1, null, 0]);
  const wait_s = (next_order_at - Date.now()) / 1000;
  assert.ok(wait_s > 20 && wait_s < 70, `${wait_s} s`);
  await shop.kill('SIGTERM');
  await shop.start(settings(port));
  assert.equal(pebble.orders(), 1, 'a restart does not ask sooner');
});

test('the first certificate comes by the TLS port, is served, and is sealed in the database', async () => {
  lives = true;
  await renewNow();
  await until(async () => isSerial(await served()), 'a certificate of Pebble is served');
  assert.equal(pebble.count(), 1);
  const { certificate, certificate_key, account_key, problem, next_order_at } = await row();
  assert.match(
    certificate ?? '',
    /^(-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*){2,}$/,
  );
  for (const sealed of [certificate_key, account_key]) assert.match(sealed ?? '', /^2\.[\w-]+$/);
  assert.equal(problem, null);
  const days = (next_order_at - Date.now()) / 86_400_000;
  assert.ok(days > 58 && days < 62, `renewed after two thirds of 90 days: ${days}`);
});

test('a restart serves the same certificate from its first answer on, and orders none', async () => {
  const before_it = await served();
  await shop.kill('SIGTERM');
  await shop.start(settings(port));
  assert.equal(await served(), before_it);
  assert.equal(pebble.count(), 1);
});

test('processes of one database renew with one order, and all serve the new one', async () => {
  const before_it = await served();
  const beside = await shop.startBeside(settings(beside_port));
  const at_beside = beside === shop ? port : beside_port;
  assert.equal(await served(at_beside), before_it);
  await renewNow();
  await until(async () => (await served()) !== before_it, 'the new one is served');
  await until(async () => (await served(at_beside)) === (await served()), 'by both');
  assert.deepEqual([pebble.count(), pebble.orders()], [2, 3]);
  if (beside !== shop) await beside.kill('SIGTERM'); // It would order too, in its own way.
});

test('with KASSA_HTTP_PORT the certificate comes by port 80; browsers there are sent to https, keys are refused', async () => {
  await shop.kill('SIGTERM');
  await shop.start(settings(port, { KASSA_HTTP_PORT: String(http_port) }));
  // Told never to trust what it has seen before, Pebble still does so with one order of a hundred.
  // And on a busy machine it may not wait for our answer.
  let known = '';
  await until(async () => {
    const { certificate, failures } = await row();
    const has_come = known !== '' && certificate !== known;
    if (has_come && /validate w. HTTP:/.test(pebble.output())) return true;
    if (failures > 0 || certificate !== known) await renewNow();
    known = certificate ?? '';
    return false;
  }, 'one has come by port 80');
  const page = await plain('/docs?x=1');
  assert.deepEqual([page.status, page.location], [301, `https://localhost:${port}/docs?x=1`]);
  const api = await plain('/get-store', { 'x-api-key': shop.api_key });
  assert.equal(api.status, 400);
  assert.match(api.text, /https_required/);
  assert.equal((await plain('/.well-known/acme-challenge/unknown')).status, 301);
});

test('a certificate of 24 minutes is renewed in time, and every process serves the new one without a restart', async () => {
  await shop.kill('SIGTERM');
  const short = await startPebble(found, { tls_port: port, http_port, validity_s: 24 * 60 });
  const { directory, ca_path, root } = short;
  const authority = { KASSA_ACME_DIRECTORY: directory, KASSA_ACME_CA: ca_path };
  await shop.start(
    settings(port, { KASSA_PROCESSES: shop.place.one_server ? '1' : '2', ...authority }),
  );
  const { pid } = shop;
  /** By several connections, so that each process is asked. */
  const servedByAll = async () => {
    const serials = await Promise.all(Array.from({ length: 8 }, () => served(port, root)));
    return new Set(serials).size === 1 ? (serials[0] ?? '') : '';
  };
  let first = ''; // What was seen here: asked again, a process may not have it yet.
  await until(async () => {
    first = await servedByAll();
    return isSerial(first);
  }, 'the first one is served');
  // 17 minutes pass.
  const passed = { directory, ms: 17 * 60_000 };
  const pass = `UPDATE acme_certificates SET next_order_at = next_order_at - :ms
    WHERE directory = :directory`;
  await shop.db.write(null, async (tx) => tx.run(pass, passed));
  await until(async () => {
    const now = await servedByAll();
    return isSerial(now) && now !== first;
  }, 'a new one is served');
  assert.equal(short.count(), 2);
  assert.ok(shop.isRunning() && shop.pid === pid);
});

async function plain(path: string, headers: Record<string, string> = {}) {
  const [response] = await once(
    get({ host: '127.0.0.1', port: http_port, path, headers }),
    'response',
  );
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, location: response.headers.location, text };
}
