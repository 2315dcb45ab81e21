import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keyFormUrl } from '../../../src/shop/money/payments/stripe/permissions.ts';
import { onDataOf, kassa as runKassa } from '../../harness/kassa-command.ts';
import { ProcessShop } from '../../harness/process-shop.ts';
import { until } from '../../harness/until.ts';
import { spawnStripe } from '../../stand-ins/stripe/stand-in.ts';

// Three processes, as a seller has them: the service, the command, and Stripe.

const stand_in = await spawnStripe();
after(() => stand_in.stop());
const shop = await ProcessShop.make();
const settings = { KASSA_STRIPE_API: stand_in.url };
await shop.start(settings);
const { control, keys, publishable_keys } = stand_in;

/** Runs a command on the data of the running service, with a text on its standard input. */
function kassa(args: string[], input = '', more: Record<string, string> = {}) {
  const own = { ...settings, KASSA_BASE_URL: `https://localhost:${shop.port}`, ...more };
  return runKassa(args, { ...onDataOf(shop), ...own }, input);
}

const connect = ['provider', 'connect', 'stripe', '--store', shop.store_id];

test('provider connect reads the key from standard input; a payment is then completed by a signed message', async () => {
  const { code, out, err } = await kassa(connect, `${keys.test}\n`);
  assert.equal(code, 0, err);
  assert.match(
    out,
    /^The test store "[^"]+" takes its payments with Stripe \(Photo Works, acct_\w+\)\.$/m,
  );
  assert.match(out, new RegExp(`^  Key {8}sk_test_…${keys.test.slice(-4)}$`, 'm'));
  assert.match(
    out,
    new RegExp(`^  Messages   https://localhost:${shop.port}/providers/stripe/`, 'm'),
  );
  assert.equal(`${out}${err}`.includes(keys.test), false);

  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  const { product_id } = (await shop.call('/create-product', product)).body;
  const input = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await shop.call('/create-checkout', input)).body;
  // The service sees what the command has changed within a second.
  await until(async () => {
    const form = 'attempt=first&email=ada%40example.com&name=&country=';
    await shop.submit(`/checkout/${checkout_session_id}/pay`, form);
    const rows = await shop.rows('SELECT 1 FROM transactions WHERE provider_reference IS NOT NULL');
    return rows.length > 0;
  }, 'the buyer goes to Stripe');
  const [sent] = await shop.rows<{ provider_reference: string }>(
    'SELECT provider_reference FROM transactions',
  );
  await control.pay({ session: sent?.provider_reference ?? '' });
  await control.quiet();
  const { body } = await shop.get(`/get-checkout?checkout_session_id=${checkout_session_id}`);
  assert.equal(body.status, 'completed');
});

test('provider show says who takes the payments, for people and as JSON', async () => {
  const { code, out } = await kassa(['provider', 'show', '--json']);
  assert.equal(code, 0);
  const { store_id, ...shown } = JSON.parse(out);
  assert.match(store_id, /^store_/);
  assert.equal(shown.account_id, stand_in.account);
  assert.deepEqual(shown, (await shop.get('/get-provider')).body);
  assert.match((await kassa(['provider', 'show'])).out, /takes its payments with Stripe/);
});

test('the publishable key is no secret: it may stand on the command line, and stays until it is another', async () => {
  const with_fields = [...connect, '--publishable-key', publishable_keys.test];
  const { code, out, err } = await kassa(with_fields, `${keys.test}\n`);
  assert.equal(code, 0, err);
  assert.match(out, new RegExp(`^  Public key ${publishable_keys.test}$`, 'm'));
  assert.equal((await kassa(connect, `${keys.test}\n`)).code, 0);
  assert.equal((await shop.get('/get-provider')).body.publishable_key, publishable_keys.test);
  const wrong = await kassa([...connect, '--publishable-key', 'pk_of_mine'], `${keys.test}\n`);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /^The publishable_key /);
});

test('a key on the command line is refused with a sentence that does not repeat it', async () => {
  for (const args of [[...connect, keys.test], ['--key', keys.live], [`--key=${keys.live}`]]) {
    const { code, out, err } = await kassa(args);
    assert.equal(code, 1);
    assert.match(err, /^A key on the command line .*\n$/);
    assert.equal(`${out}${err}`.includes(keys.test) || `${out}${err}`.includes(keys.live), false);
  }
});

test('every mistake is one sentence, and nothing is changed', async () => {
  const before = (await shop.get('/get-provider')).body;
  const mistakes: [args: string[], input: string, sentence: RegExp][] = [
    [connect, '', /^No key was given\.$/],
    [connect, 'hello', /^The key must be a restricted key of Stripe/],
    [connect, keys.live, /^The key is of Stripe's live mode, and this is a test store\.$/],
    [connect, 'sk_test_neverheardofthisone', /^The provider refuses this key/],
    [['provider', 'connect'], keys.test, /^Which provider\?/],
    [['provider', 'connect', 'paypal'], keys.test, /^Which provider\?/],
    [['provider', 'show', '--store', 'nowhere'], '', /^There is no store "nowhere"/],
    [['provider', 'remove'], '', /^There is no command "provider remove"/],
  ];
  for (const [args, input, sentence] of mistakes) {
    const { code, out, err } = await kassa(args, input);
    assert.equal(code, 1, args.join(' '));
    assert.equal(out, '');
    assert.match(err.trim(), sentence);
    assert.equal(err.trim().split('\n').length, 1, err);
  }
  const key = await control.addKey({ permissions: ['rak_event_read'] });
  const { err } = await kassa(connect, key);
  assert.match(
    err,
    /^The key lacks permissions: .*Charges and Refunds: Write \(rak_charge_write\)/,
  );
  assert.ok(err.trim().endsWith(`: ${keyFormUrl('test')}`), err);
  assert.deepEqual((await shop.get('/get-provider')).body, before);
});

test('where Stripe cannot be reached, the command says what to look at, and nothing is changed', async () => {
  const before = (await shop.get('/get-provider')).body;
  const nowhere = { KASSA_STRIPE_API: 'http://127.0.0.1:9' };
  const { code, out, err } = await kassa(connect, keys.test, nowhere);
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /does not answer\. Nothing was changed\..* reach api\.stripe\.com at port 443/);
  assert.deepEqual((await shop.get('/get-provider')).body, before);
});

test('KASSA_STRIPE_API is an address of this machine: keys are sent nowhere else', async () => {
  for (const address of [
    'http://example.com',
    'https://127.0.0.1',
    'http://127.0.0.1.example.com',
  ]) {
    const { code, err } = await kassa(['provider', 'show'], '', { KASSA_STRIPE_API: address });
    assert.equal(code, 1);
    assert.match(err, /^KASSA_STRIPE_API is ".*": it must be an http:\/\/ address of this machine/);
  }
});

test('provider disconnect erases the key and removes the webhook at Stripe', async () => {
  const removals = async () =>
    (await control.calls()).filter(({ call }) => call.startsWith('DELETE'));
  const before = await removals();
  const { code, out } = await kassa(['provider', 'disconnect']);
  assert.equal(code, 0);
  assert.match(out, /^Stripe is disconnected and its key is erased\.\n.*built-in test gateway/);
  const again = await kassa(['provider', 'disconnect']);
  assert.equal(again.err, 'No payment provider is connected to this store.\n');
  const removed = (await removals()).slice(before.length);
  assert.deepEqual(
    removed.map(({ status }) => status),
    [200],
  );
});
