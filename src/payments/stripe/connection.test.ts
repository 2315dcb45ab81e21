import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../test/stripe/gateway.ts';
import { checkStripeKey, registerStripeEndpoint, removeStripeEndpoint } from './connection.ts';

const at = await gatewayForTests();
const { gateway, stand_in, credentials } = at;
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
  const registered = await registerStripeEndpoint({ ...access, url });
  assert(registered.kind === 'registered');
  const { endpoint_id, secret } = registered;
  assert.match(secret, /^whsec_/);
  assert.equal(await removeStripeEndpoint({ ...access, endpoint_id }), true);
  assert.equal(await removeStripeEndpoint({ ...access, endpoint_id }), false);
});

test('a restricted key with the permissions in docs/stripe.md can do everything, and lacks nothing', async () => {
  const permissions = documented();
  const key = await stand_in.control.addKey({ permissions });
  const checked = await checkStripeKey({ key, api_address });
  assert(checked.ok);
  assert.deepEqual(checked.missing, []);
  assert.equal(checked.country, 'US');
  const access = { key, api_address };
  const url = 'http://127.0.0.1:9/stripe';
  const registered = await registerStripeEndpoint({ ...access, url });
  assert(registered.kind === 'registered');
  await removeStripeEndpoint({ ...access, endpoint_id: registered.endpoint_id });
  const before = { ...credentials };
  Object.assign(credentials, { key });
  const card = await savedBy(at);
  const { store_id, now, reference } = { ...laterOf(card), ...named('') };
  const later = laterOf(card);
  const paid = await gateway.startCharge(later);
  const charge_reference = paid.reference ?? reference;
  const refund = { store_id, key: 'txn_refund', charge_reference, metadata: {}, now };
  await gateway.startRefund({ ...refund, amount_minor: 500, currency: 'USD' });
  await gateway.findRefund({ ...refund, created_at: now });
  await gateway.findCharge({ ...later, key: 'txn_none' });
  await gateway.cancelCharge({ ...laterOf(card), reference: null });
  await gateway.cancelCharge({ ...chargeOf(), reference: null });
  await gateway.lookUpCard?.({ store_id, card_token: card.card_token });
  await gateway.listDisputes({ store_id, since: 0, now });
  await gateway.listRecords({ store_id, cursor: null });
  await gateway.listRecords({ store_id, cursor: 'refund ' });
  await gateway.recordsOf({ store_id, references: [charge_reference] });
  const hints = await gateway.listHints?.({ store_id, cursor: '', now });
  assert(hints && hints.hints.length > 0);
  Object.assign(credentials, before);
});

test('a permission of docs/stripe.md that a key lacks is named', async () => {
  const all = documented();
  assert.equal(all.length, 11);
  for (const permission of all) {
    const permissions = all.filter((one) => one !== permission);
    const key = await stand_in.control.addKey({ permissions });
    const checked = await checkStripeKey({ key, api_address });
    assert(checked.ok);
    // What only names the account is not needed to take payments.
    const expected = permission === 'rak_accounts_kyc_basic_read' ? [] : [permission];
    assert.deepEqual([...new Set(checked.missing)], expected);
    assert.equal(checked.account_id, stand_in.account);
  }
});

const documented = (): string[] =>
  readFileSync(join(import.meta.dirname, '../../../docs/stripe.md'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? (line.match(/rak_\w+/g) ?? []) : []));
