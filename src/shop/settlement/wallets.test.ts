import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEndOfFile } from '../../../test/harness/endings.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { startStripe } from '../../../test/stand-ins/stripe/stand-in.ts';

// The hosts of our pages are registered at the provider: its fields show no wallet on others.

const HOST = 'shop.example.com';
const HOUR_MS = 60 * 60_000;
const stand_in = await startStripe();
atEndOfFile(() => stand_in.stop());
const { control, keys, publishable_keys } = stand_in;
let ahead_ms = 0;
const options = {
  clock: () => Date.now() + ahead_ms,
  stripe_api: stand_in.url,
  webhook_allow: ['127.0.0.0/8'],
};
const shop = await startShop({ ...options, base_url: `https://${HOST}` });

const BOTH = { provider: 'stripe', key: keys.test, publishable_key: publishable_keys.test };
const ALL = { apple_pay: 'active', google_pay: 'active', link: 'active' };
const NONE = { apple_pay: 'inactive', google_pay: 'inactive', link: 'inactive' };
const CREATE = 'POST /v1/payment_method_domains';
const LIST = 'GET /v1/payment_method_domains';
const times = async (call: string) =>
  (await control.calls()).filter((one) => one.call === call).length;

async function openStore(at = shop) {
  const store = await at.openStore(at);
  const wallets = async () => (await store.must('GET /get-provider')).wallets;
  return { store, wallets };
}

test('with a publishable key the host is registered, once; without one it is not', async () => {
  const { store, wallets } = await openStore();
  await control.forgetCalls();
  await store.must('POST /connect-provider', { ...BOTH, publishable_key: null });
  assert.equal(await wallets(), null);
  assert.equal(await times(LIST), 0);
  const { wallets: answered } = await store.must('POST /connect-provider', BOTH);
  const { checked_at, ...shown } = answered;
  assert.match(checked_at, /^20/);
  assert.deepEqual(shown, { host: HOST, ...ALL, problem: null });
  assert.deepEqual(await wallets(), answered);
  await store.must('POST /connect-provider', { provider: 'stripe', key: keys.test });
  assert.equal(await times(CREATE), 1);
  await store.must('POST /connect-provider', { ...BOTH, publishable_key: null });
  assert.equal(await wallets(), null);
});

test('a wallet that is not offered says why, and is looked at again after an hour', async () => {
  const { store, wallets } = await openStore();
  await control.changeAccount({ refuses_wallets: { apple_pay: 'The file was not found.' } });
  await store.must('POST /connect-provider', BOTH);
  await control.validateDomains();
  await store.must('POST /connect-provider', BOTH);
  const { apple_pay, link, problem } = await wallets();
  assert.deepEqual(
    { apple_pay, link, problem },
    { apple_pay: 'inactive', link: 'active', problem: 'Apple Pay: The file was not found.' },
  );
  await control.changeAccount({ refuses_wallets: {} });
  await shop.runJob('provider-events');
  assert.equal((await wallets()).apple_pay, 'inactive');
  ahead_ms += HOUR_MS;
  await shop.runJob('provider-events');
  assert.equal((await wallets()).apple_pay, 'active');
  assert.equal((await wallets()).problem, null);
});

test('a key that may not register it connects all the same, and says what it lacks', async () => {
  const routes = await control.routes();
  const permissions = routes
    .map(({ permission }) => permission)
    .filter((permission) => !permission.includes('payment_method_domain'));
  const key = await control.addKey({ permissions: [...new Set(permissions)] });
  const { store, wallets } = await openStore();
  await store.must('POST /connect-provider', { ...BOTH, key });
  const { problem, checked_at, ...shown } = await wallets();
  assert.deepEqual(shown, { host: HOST, ...NONE });
  assert.match(problem, /lacks Payment Method Domains: Write \(rak_payment_method_domain_write\)/);
  assert.equal((await store.must('GET /get-provider')).problem, null);
});

test('Stripe does not answer: connected all the same, and asked again', async () => {
  const { store, wallets } = await openStore();
  await control.fault({ call: LIST, kind: 'error_503', times: 9 });
  await store.must('POST /connect-provider', BOTH);
  assert.match((await wallets()).problem, /could not be asked/);
  await control.clearFaults();
  ahead_ms += HOUR_MS;
  await shop.runJob('provider-events');
  const { problem, checked_at, ...shown } = await wallets();
  assert.deepEqual({ ...shown, problem }, { host: HOST, ...ALL, problem: null });
});

test('on localhost nothing is asked of Stripe, and a sentence says so', async () => {
  const local = await startShop(options);
  const { store, wallets } = await openStore(local);
  await control.forgetCalls();
  await store.must('POST /connect-provider', BOTH);
  assert.match((await wallets()).problem, /localhost is none \(KASSA_BASE_URL\)/);
  assert.equal(await times(LIST), 0);
});

test('the host is another one: it is registered, too', async () => {
  const moved = await startShop({ ...options, base_url: `https://${HOST}` });
  const { store, wallets } = await openStore(moved);
  await store.must('POST /connect-provider', BOTH);
  moved.options.base_url = 'https://pay.example.org';
  await moved.restart();
  await moved.runJob('provider-events');
  assert.equal((await wallets()).host, 'pay.example.org');
});

test('disconnected: nothing is known of wallets', async () => {
  const { store, wallets } = await openStore();
  await store.must('POST /connect-provider', BOTH);
  await store.must('POST /disconnect-provider');
  assert.equal(await wallets(), null);
});
