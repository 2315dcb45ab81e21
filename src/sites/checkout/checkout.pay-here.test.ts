import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';

// What the page is told about the provider's fields, and what its script is answered. The script
// itself is followed in test/browsers/pay-here*.

const counter = await openHostedCounter();
const { store, stand_in, control, get, post, openSession, session } = counter;
const { keys, publishable_keys } = stand_in;
const connect = (publishable_key: string | null) =>
  store.must('POST /connect-provider', { provider: 'stripe', key: keys.test, publishable_key });
await connect(publishable_keys.test);

const OPEN =
  "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
  'frame-src https://*.stripe.com https://m.stripe.network; ' +
  "style-src 'self'; img-src 'self' data: https://*.stripe.com; " +
  "connect-src 'self' https://*.stripe.com https://m.stripe.network; " +
  `form-action 'self' ${stand_in.url} https://*.stripe.com; base-uri 'none'; frame-ancestors 'none'`;

const policyOf = async (path: string) =>
  String((await get(path)).headers['content-security-policy']);
const attributesIn = (text: string) => /<div class="fields"[^>]*>/.exec(text)?.[0] ?? '';
const totalIn = (text: string) => /<input type="hidden" name="total"[^>]*>/.exec(text)?.[0] ?? '';

/** As the script of the page sends it. */
const send = (path: string, form: object) =>
  post(path, form, { accept: 'application/json', 'sec-fetch-site': 'same-origin' });

test('the policy opens for the provider where its fields are, and nowhere else', async () => {
  const { path } = await openSession();
  assert.equal(await policyOf(path), OPEN);
  const { slug } = await store.must('POST /create-payment-link', {
    product_id: counter.product_id,
  });
  assert.equal(await policyOf(`/test/buy/${slug}`), OPEN);
  const payment_token = await control.typeCard();
  await send(`${path}/pay`, { ...buyer(), payment_token });
  for (const other of [path, '/portal', `${path}x`]) {
    assert.doesNotMatch(await policyOf(other), /stripe/, other);
  }
  await connect(null);
  const closed = (await openSession()).path;
  assert.doesNotMatch(await policyOf(closed), /js\.stripe\.com/);
  assert.doesNotMatch((await get(closed)).text, /pay\.mjs|class="fields"|class="here"/);
  await connect(publishable_keys.test);
});

test('the page says what the fields need, and leads to the provider without scripts', async () => {
  const { text } = await get((await openSession()).path);
  const fields = attributesIn(text);
  assert.match(fields, /data-script="https:\/\/js\.stripe\.com\/endive\/stripe\.js"/);
  assert.ok(fields.includes(`data-key="${publishable_keys.test}"`), fields);
  assert.match(fields, /data-currency="usd" data-methods="card"/);
  assert.match(totalIn(text), /value="20" data-amount="2000">/);
  const button = /<button class="button wide">(.*?)<\/button>/.exec(text)?.[1] ?? '';
  assert.match(button, /class="away">Continue to payment<\/span>/);
  assert.match(button, /class="here">Pay \$20\.00<\/span>/);
  assert.doesNotMatch(text, /<script(?![^>]* src="\/)/);
});

test('amounts are as the provider counts them; what is saved says so; what is free needs no card', async () => {
  const shown = async (more: object) => totalIn((await get((await openSession(more)).path)).text);
  const yen = await store.product({ price: 500, currency: 'JPY' });
  const krona = await store.product({ price: 500, currency: 'ISK' });
  assert.match(await shown({ product_id: yen }), /data-amount="500">/);
  assert.match(await shown({ product_id: krona }), /data-amount="50000">/);
  const plan = await store.plan({ currency: 'USD' });
  assert.match(await shown({ product_id: plan }), /data-amount="2000" data-saves>/);
  const trial = await store.plan({ currency: 'USD', trial_days: 7 });
  assert.match(await shown({ product_id: trial }), /data-amount="0" data-saves>/);
  const free = await store.product({ price: 0, currency: 'USD' });
  assert.doesNotMatch(await shown({ product_id: free }), /data-amount/);
});

test('a script is answered where to go; what is refused is the page, with a new attempt', async () => {
  const { id, path } = await openSession();
  const pay = async (number?: string) =>
    send(`${path}/pay`, {
      ...buyer(),
      payment_token: await control.typeCard({ ...(number !== undefined && { number }) }),
    });
  const declined = await pay('4000000000009995');
  assert.match(String(declined.headers['content-type']), /^text\/html/);
  assert.match(declined.text, /not enough money/);
  await control.changeAccount({ asks_elsewhere: true });
  const { go } = JSON.parse((await pay('4000002760003184')).text);
  await control.changeAccount({ asks_elsewhere: false });
  assert.match(go, /\/3d-secure\/pi_\w+$/);
  assert.equal((await session(id)).status, 'processing');
  // Another press, with another card: the bank is still being asked about the first.
  assert.deepEqual(JSON.parse((await pay()).text), { go });
  await control.authenticate({ intent: go.split('/').at(-1), approve: true });
  await counter.back(path);
  const paid = await pay();
  assert.deepEqual(JSON.parse(paid.text), { go: path });
  assert.equal(paid.headers['cache-control'], 'no-store');
});

test('where the provider’s script asks for the bank, its secret is answered to a script, and kept nowhere', async () => {
  const { id, path } = await openSession();
  const payment_token = await control.typeCard({ number: '4000002760003184' });
  const asked = JSON.parse((await send(`${path}/pay`, { ...buyer(), payment_token })).text);
  const intent = /^(pi_\w+)_secret_\w+$/.exec(asked.client_secret)?.[1] ?? '';
  assert.deepEqual(asked, { go: `${path}/return`, client_secret: asked.client_secret });
  const shown = await get(path);
  assert.match(shown.text, new RegExp(`href="${path}/continue" data-script="https://js.stripe`));
  assert.match(
    String(shown.headers['content-security-policy']),
    /script-src 'self' https:\/\/js\./,
  );
  // Without a script the way on is the page itself, and giving up.
  assert.equal((await get(`${path}/continue`)).headers.location, path);
  const again = await get(`${path}/continue`, { accept: 'application/json' });
  assert.deepEqual(JSON.parse(again.text), asked);
  assert.equal(again.headers['cache-control'], 'no-store');
  for (const table of ['transactions', 'checkouts', 'audit_entries']) {
    const sql = `SELECT * FROM ${table} WHERE store_id = :store_id`;
    const rows = await counter.shop.db.reader(store).all(sql);
    assert.doesNotMatch(JSON.stringify(rows), /_secret_/, table);
    assert.ok(rows.length > 0, table);
  }
  await control.authenticate({ intent, approve: true });
  const done = await get(`${path}/continue`, { accept: 'application/json' });
  assert.deepEqual(JSON.parse(done.text), { go: path });
  assert.equal((await session(id)).status, 'completed');
  assert.doesNotMatch(String((await get(path)).headers['content-security-policy']), /stripe/);
});
