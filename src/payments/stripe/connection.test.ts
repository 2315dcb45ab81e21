import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayForTests } from '../../../test/stripe/gateway.ts';
import { checkStripeKey, registerStripeEndpoint, removeStripeEndpoint } from './connection.ts';

const { stand_in } = await gatewayForTests();
const api_address = stand_in.url;

test('a key is checked: whose it is, its mode, and what it may not do', async () => {
  const secret = await checkStripeKey({ key: stand_in.keys.test, api_address });
  assert(secret.ok);
  assert.deepEqual([secret.account_id, secret.is_live], [stand_in.account, false]);
  assert.deepEqual([secret.country, secret.missing], ['US', []]);
  const permissions = ['rak_charge_read', 'rak_checkout_session_write'];
  const restricted = await stand_in.control.addKey({ permissions });
  const checked = await checkStripeKey({ key: restricted, api_address });
  assert(checked.ok);
  assert.equal(checked.account_id, stand_in.account);
  assert(checked.missing.includes('rak_charge_write'));
  assert(!checked.missing.includes('rak_checkout_session_write'));
});

test('what is no key, or a key that Stripe does not accept, is told apart', async () => {
  const [nonsense, unknown] = ['pk_test_1234567890', 'sk_test_1234567890'];
  assert.deepEqual(await checkStripeKey({ key: nonsense, api_address }), {
    ...{ ok: false, reason: 'not_a_key' },
  });
  assert.deepEqual(await checkStripeKey({ key: unknown, api_address }), {
    ...{ ok: false, reason: 'not_accepted' },
  });
});

test('an endpoint is registered with its secret, and removed', async () => {
  const access = { key: stand_in.keys.test, api_address };
  const url = 'http://127.0.0.1:9/stripe';
  const { endpoint_id, secret } = await registerStripeEndpoint({ ...access, url });
  assert.match(secret, /^whsec_/);
  assert.equal(await removeStripeEndpoint({ ...access, endpoint_id }), true);
  assert.equal(await removeStripeEndpoint({ ...access, endpoint_id }), false);
});
