import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'GET /search-store';
const shop = await startShop();

interface Found {
  kind: string;
  record_id: string;
  is_exact: boolean;
}

let store: Awaited<ReturnType<typeof openStore>>;
let license_key = '';
let ids: Record<string, string> = {};
before(async () => {
  store = await openStore(shop);
  const ada = { customer_id: 'user_42', email: 'Ada@example.com', name: 'Ada Lovelace' };
  await store.must('POST /create-customer', ada);
  await store.must('POST /create-customer', { customer_id: 'ben', name: 'Ben Lovelace' });
  const discount = { code: 'SPRING', discount_percentage: 10 };
  const { discount_id } = await store.must('POST /create-discount-code', discount);
  const product_id = await store.sell({ activation_limit: 2 }, { name: 'Photo Editor' });
  const bought = await store.buy(product_id, { customer_id: 'user_42' });
  const subscription_id = await store.subscribe(await store.plan(), { customer_id: 'user_42' });
  const [license] = (await store.must('GET /list-licenses', { product_id })).data;
  license_key = license.license_key;
  const { transaction_id, checkout_session_id } = bought;
  const [invoice] = (await store.must('GET /list-invoices', { transaction_id })).data;
  const [mail] = (await store.must('GET /list-mails', { customer_id: 'user_42' })).data;
  const [event] = (await store.must('GET /list-events', { limit: 1 })).data;
  const hook = await store.must('POST /create-webhook', { url: 'https://hooks.example.com' });
  const link = await store.must('POST /create-payment-link', { product_id });
  ids = {
    ...{ transaction: transaction_id, subscription: subscription_id, product: product_id },
    ...{ license: license.license_id, invoice: invoice.invoice_id, discount_code: discount_id },
    ...{ checkout_session: checkout_session_id, mail: mail.mail_id, event: event.event_id },
    ...{ webhook: hook.webhook_id, payment_link: link.payment_link_id, customer: 'user_42' },
  };
});

const search = async (query: string): Promise<Found[]> => (await store.must(OP, { query })).hits;
const first = async (query: string) => {
  const [hit] = await search(query);
  return hit && `${hit.kind} ${hit.record_id} ${hit.is_exact}`;
};

test('200: every kind of record by its identifier, exactly and alone', async () => {
  for (const [kind, id] of Object.entries(ids)) {
    assert.equal(await first(id), `${kind} ${id} true`, kind);
    const exact = (await search(` ${id} `)).filter(({ is_exact }) => is_exact);
    assert.equal(exact.length, 1, kind);
  }
});

test('200: by address, name, key, number, digits, code and reference', async () => {
  const { transaction, customer, license, discount_code, product, invoice } = ids;
  assert.equal(await first('ADA@example.com'), `customer ${customer} true`);
  assert.equal(await first('lovela'), 'customer ben false');
  assert.equal((await search('lovelace')).length, 2);
  assert.equal(await first(license_key), `license ${license} true`);
  assert.equal(
    await first(license_key.toLowerCase().replaceAll('-', ' ')),
    `license ${license} true`,
  );
  assert.equal(await first(license_key.slice(8, 13)), `license ${license} false`);
  assert.equal(await first('inv-0001'), `invoice ${invoice} true`);
  assert.equal(await first('spring'), `discount_code ${discount_code} true`);
  assert.equal(await first('photo editor'), `product ${product} true`);
  assert.equal(await first('edit'), `product ${product} false`);
  const of_card = await search('Visa •••• 4242');
  assert.equal(of_card.length, 2);
  assert.ok(of_card.every(({ kind }) => kind === 'transaction'));
  const paid = { transaction_id: transaction };
  const { provider_reference } = (await store.must('GET /get-transactions', paid)).data[0];
  assert.equal(await first(provider_reference), `transaction ${transaction} true`);
});

test('200: nothing of what is nowhere, of odd signs, and of another store', async () => {
  const other = await openStore(shop);
  for (const query of [...Object.values(ids), license_key, 'spring', '4242', 'ada@example.com']) {
    const { hits } = await other.must(OP, { query });
    assert.deepEqual(hits, [], query);
  }
  for (const query of [' ', '%', '"', "' OR 1=1", '\\', '\u0000', '*', 'NEAR(a b)', '😀', 'a\nb']) {
    const { status, text } = await store.ask(OP, { query }, {});
    assert.ok(status === 200 || status === 400, `${JSON.stringify(query)}: ${text}`);
  }
});

test('400 invalid_parameters: nothing, or too much to look for', async () => {
  assertRefused(await store.ask(OP, {}), 400, 'invalid_parameters', ['query']);
  const long = { query: 'x'.repeat(201) };
  assertRefused(await store.ask(OP, long), 400, 'invalid_parameters', ['query']);
});
