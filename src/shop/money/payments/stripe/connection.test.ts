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
  typedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import { checkStripeKey } from './check-key.ts';
import { registerStripeEndpoint, removeStripeEndpoint } from './connection.ts';
import { keyFormUrl, type Need, PERMISSIONS } from './permissions.ts';

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
  assert.match(checked.missing.join(), /Charges and Refunds: Write \(rak_charge_write\)/);
  assert.doesNotMatch(checked.missing.join(), /rak_checkout_session_write/);
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
  const checked = await checkStripeKey({ key, api_address, has_fields: true });
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
  for (const amount_minor of [2000, 0]) {
    const more = { amount_minor, saves_card: true };
    const typed = chargeOf({ card_token: await typedBy(at), ...more });
    await gateway.saveCard({ store_id, token: typed.card_token ?? '' });
    assert.equal((await gateway.startCharge(typed)).status, 'paid');
    const { status } = await gateway.cancelCharge({
      ...typed,
      key: `${typed.key}x`,
      reference: null,
    });
    assert.equal(status, 'declined');
  }
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

test('a permission of docs/stripe.md that a key lacks is named as its table names it', async () => {
  const all = documented();
  assert.equal(all.length, 15);
  for (const need of NEEDS) {
    const { title, access, names } = PERMISSIONS[need];
    const permissions = all.filter((one) => !names.some((name) => name === one));
    const key = await stand_in.control.addKey({ permissions });
    const checked = await checkStripeKey({ key, api_address, has_fields: true });
    assert(checked.ok);
    assert.equal(checked.account_id, stand_in.account);
    // What only names the account, or shows wallets, is not needed to take payments.
    const named = `${title}: ${access} (${names.join(' or ')})`;
    const is_needed = need !== 'account' && need !== 'domains';
    assert.deepEqual(checked.missing, is_needed ? [named] : []);
  }
});

test('a key that may only read setups does without a publishable key, and not with one', async () => {
  const permissions = documented().map((name) =>
    name.replace('setup_intent_write', 'setup_intent_read'),
  );
  const key = await stand_in.control.addKey({
    permissions: permissions.filter((name) => !name.includes('confirmation_token')),
  });
  const checked = await checkStripeKey({ key, api_address });
  assert.deepEqual(checked.ok && checked.missing, []);
  const with_fields = await checkStripeKey({ key, api_address, has_fields: true });
  assert.deepEqual(with_fields.ok && with_fields.missing, [
    'SetupIntents: Write (rak_setup_intent_write)',
    'Confirmation Tokens: Read (rak_confirmation_token_client_read or rak_confirmation_token_read)',
  ]);
});

test('either name of the permission to see the account is enough', async () => {
  for (const name of PERMISSIONS.account.names) {
    const key = await stand_in.control.addKey({ permissions: [name] });
    const checked = await checkStripeKey({ key, api_address });
    assert.equal(checked.ok && checked.country, 'US', name);
  }
});

test('a key for other addresses than this one is refused in Stripe’s words, and not called incomplete', async () => {
  const key = await stand_in.control.addKey();
  await stand_in.control.moveKey({ key });
  const message = 'The API key provided does not allow requests from your IP address.';
  const checked = await checkStripeKey({ key, api_address });
  assert.deepEqual(checked, { ok: false, reason: 'not_allowed', message });
});

test('a page of each mode is opened in the currency, ended at once, and what Stripe refuses is told', async () => {
  const key = stand_in.keys.live;
  const { control } = stand_in;
  await control.forgetCalls();
  const checked = await checkStripeKey({ key, api_address, currency: 'JPY' });
  assert(checked.ok);
  assert.deepEqual(checked.refusals, []);
  const opened = (await control.calls()).filter((one) => one.call === 'POST /v1/checkout/sessions');
  const modes = opened.map(({ answer }) => {
    const { mode, currency } = answer as { mode: string; currency: string };
    return [mode, currency];
  });
  assert.deepEqual(modes.sort(), [
    ['payment', 'jpy'],
    ['setup', 'jpy'],
  ]);
  for (const { answer } of opened) {
    const { id } = answer as { id: string };
    const at_stripe = { id, livemode: true };
    assert.equal(((await control.object(at_stripe)) as { status: string }).status, 'expired');
  }
  await control.changeAccount({ business_name: null, charges_enabled: false });
  const refused = await checkStripeKey({ key, api_address });
  assert(refused.ok);
  assert.deepEqual(refused.refusals, [
    'Stripe takes no live payments for this account yet (charges_enabled is false): see https://dashboard.stripe.com/account/onboarding',
    'Stripe opens no page: In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account.',
  ]);
  await control.changeAccount({ business_name: 'Photo Works', charges_enabled: true });
});

test('docs/stripe.md lists what the adapter needs, and links to Stripe’s form with all of it chosen', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const cells = text
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.split(' | ')] : []));
  const listed = cells
    .slice(2)
    .map(([title = '', access, names = '']) => [
      title.replace('| ', ''),
      access,
      ...(names.match(/rak_\w+/g) ?? []),
    ]);
  assert.deepEqual(
    listed,
    NEEDS.map((need) => {
      const { title, access, names } = PERMISSIONS[need];
      return [title, access, ...names];
    }),
  );
  for (const mode of ['test', 'live'] as const) {
    assert.ok(text.includes(`(${keyFormUrl(mode)})`), mode);
    const form = new URL(keyFormUrl(mode));
    assert.equal(form.pathname, mode === 'test' ? '/test/apikeys/create' : '/apikeys/create');
    assert.deepEqual(form.searchParams.getAll('permissions[]'), documented());
  }
});

const DOCUMENT = join(import.meta.dirname, '../../../../../docs/stripe.md');

const NEEDS = Object.keys(PERMISSIONS).filter((need): need is Need => need in PERMISSIONS);

const documented = (): string[] =>
  readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? (line.match(/rak_\w+/g) ?? []) : []));
