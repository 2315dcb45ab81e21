import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { startStripeShop } from '../../harness/sales/stripe-shop.ts';
import { until } from '../../harness/until.ts';
import { clientOf } from '../../stand-ins/stripe/client.ts';

// What `kassa doctor` says about a shop at Stripe, line by line.

const { shop, stand_in, store } = await startStripeShop();
const { control } = stand_in;

function look(more: Record<string, string> = {}) {
  const { data_dir, database_url } = shop.place;
  return lookAtDatabase(
    readSettings({
      ...{ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' },
      ...{ KASSA_STRIPE_API: stand_in.url, ...more },
    }),
  );
}

/** Every line about the provider. */
const said = async (): Promise<string[]> =>
  (await look())
    .filter(({ about }) => about.startsWith('provider of'))
    .map(({ state, what }) => `${state} ${what}`);

async function lines(more: Record<string, string> = {}) {
  const found = await look(more);
  for (const { state, todo, about } of found) assert.equal(todo === null, state === 'ok', about);
  return (about: string, state: string): string =>
    found.find((one) => one.about.startsWith(about) && one.state === state)?.what ??
    `no ${state} line about ${about}: ${JSON.stringify(found)}`;
}

const change = (set: string) =>
  shop.db.write(store, async (tx) =>
    tx.run(`UPDATE provider_connections SET ${set} WHERE store_id = :store_id`),
  );

test('where Stripe sends its messages: here, elsewhere, switched off, forgotten', async () => {
  const sql = `SELECT endpoint_id, endpoint_url FROM provider_connections
    WHERE store_id = :store_id`;
  const [row] = await shop.db.reader(store).all<{ endpoint_id: string; endpoint_url: string }>(sql);
  assert.ok(row);
  const { endpoint_id, endpoint_url } = row;
  assert.match((await lines())('messages to', 'ok'), /^Stripe sends them to https:\/\/localhost/);
  const moved = await lines({ KASSA_BASE_URL: 'https://shop.example.com' });
  assert.match(moved('messages to', 'warn'), /not to https:\/\/shop\.example\.com$/);
  const stripe = clientOf(stand_in);
  await stripe.webhookEndpoints.update(endpoint_id, { url: `${endpoint_url}-else` });
  assert.match((await lines())('messages to', 'fail'), /-else, not here$/);
  await stripe.webhookEndpoints.update(endpoint_id, { url: endpoint_url, disabled: true });
  assert.equal((await lines())('messages to', 'fail'), 'are switched off at Stripe');
  await stripe.webhookEndpoints.del(endpoint_id);
  assert.match((await lines())('messages to', 'fail'), /has forgotten/);
  // The shop may make another one before doctor has looked.
  await until(async () => {
    await change(`endpoint_id = NULL, endpoint_url = NULL, asks_because = 'Nobody can reach it.'`);
    return (await lines())('messages to', 'ok') === 'Nobody can reach it.';
  }, 'doctor says why Stripe sends no messages');
});

test('the key of the provider: accepted, not answered, not accepted; and a live store without one', async () => {
  assert.equal((await lines())('provider of', 'ok'), 'Stripe accepts the key');
  await control.fault({ kind: 'error_503', times: 100 });
  assert.match((await lines())('provider of', 'warn'), /./);
  await control.clearFaults();
  await change(`problem = 'It is broken.'`);
  assert.deepEqual(await said(), ['fail It is broken.']);
  await change('problem = NULL');
  await change(`refusal = 'It takes no payments.', refused_key = 'txn_1', refused_at = 0`);
  assert.deepEqual(await said(), ['fail It takes no payments.']);
  // Seen when it was connected: Stripe is asked the same now, and finds nothing any more.
  await change('refused_key = NULL');
  assert.deepEqual(await said(), ['ok Stripe accepts the key']);
  await control.fault({ kind: 'error_503', times: 100 });
  assert.match((await said()).join(), /^fail It takes no payments\.,warn /);
  await control.clearFaults();
  await change('refusal = NULL, refused_at = NULL');
  await control.changeAccount({ charges_enabled: false });
  assert.match((await lines())('provider of', 'ok'), /its account takes no live payments yet$/);
  await control.changeAccount({ charges_enabled: true, business_name: null });
  assert.match((await lines())('provider of', 'fail'), /set an account or business name at https:/);
  const [nameless = ''] = (await said()).map((line) => line.slice('fail '.length));
  await change(`refusal = '${nameless}', refused_key = 'txn_1', refused_at = 0`);
  assert.deepEqual(await said(), [`fail ${nameless}`]);
  await change('refusal = NULL, refused_key = NULL, refused_at = NULL');
  await control.changeAccount({ business_name: 'Photo Works' });
  const key = stand_in.keys.test;
  await control.changeKey({ key, permissions: ['rak_checkout_session_write'] });
  const lacking = (await lines())('provider of', 'warn');
  assert.match(lacking, /^the key lacks PaymentIntents: Write \(rak_payment_intent_write\), /);
  await control.expireKey({ key: stand_in.keys.test });
  assert.match((await lines())('provider of', 'fail'), /does not accept the key/);
  await shop.makeStore('live');
  const not_connected = 'Stripe is not connected. Nobody can buy until it is.';
  assert.equal((await lines())('open live', 'warn'), not_connected);
  assert.match((await lines())('provider of live', 'warn'), /^no warn line/, 'it is said once');
});

test('what a live store still needs: the points of get-readiness, in its order and words', async () => {
  const live = await shop.openStore(await shop.makeStore('live'));
  const { name } = await live.must('GET /get-store');
  const found = await look({ KASSA_BASE_URL: shop.app.base_url });
  const { points } = await live.must('GET /get-readiness');
  assert.deepEqual(
    found.filter(({ about }) => about.startsWith(`open ${name}:`)).map(({ what }) => what),
    points.map(({ message, meaning }: Record<string, string>) =>
      [message, meaning].filter(Boolean).join(' '),
    ),
  );
  const pay = found.find(({ about }) => about === `open ${name}: Payments`);
  const pages = /^Connect Stripe: https:\/\/localhost:\d+\/dashboard\/\d+\/provider\/connect$/;
  assert.match(pay?.todo ?? '', pages);
});

test('wallets: nothing without a publishable key, offered, not offered and why', async () => {
  const shown = { apple_pay: true, google_pay: true, link: true };
  const keep = (wallets: object) => change(`wallets = '${JSON.stringify(wallets)}'`);
  assert.match((await lines())('wallets of', 'ok'), /^no ok line/);
  const kept = { host: 'shop.example.com', shown, problem: null, checked_at: 1 };
  await keep(kept);
  const all = 'Apple Pay, Google Pay, Link on shop.example.com';
  assert.equal((await lines())('wallets of', 'ok'), all);
  const problem = 'Apple Pay: The file was not found.';
  await keep({ ...kept, shown: { ...shown, apple_pay: false }, problem });
  const some = `Google Pay, Link on shop.example.com. ${problem}`;
  assert.equal((await lines())('wallets of', 'warn'), some);
  await change('wallets = NULL');
});
