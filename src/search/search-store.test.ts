import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../test/harness.ts';

const shop = await startShop();

async function openSearched() {
  const store = await shop.openStore();
  const { must, product, buy, plan, coupon } = store;
  const who = { customer_id: 'ada', email: 'Ada@Example.com', name: 'Ada Lovelace' };
  await must('POST /create-customer', who);
  await must('POST /create-customer', { customer_id: 'ben', name: 'Ben Ada' });
  const product_id = await product({ name: 'Lumen Photo', license: { activation_limit: 2 } });
  const { transaction_id } = await buy(product_id);
  const { subscription_id } = await buy(await plan({ name: 'Cloud' }));
  const { data } = await must('GET /list-licenses', {});
  const invoices = await must('GET /list-invoices', { transaction_id });
  await coupon('LAUNCH');
  const search = async (query: string) => {
    const { results } = await must('GET /search-store', { query });
    return results.map((one: { type: string; id: string; is_exact: boolean }) =>
      [one.type, one.id, ...(one.is_exact ? ['exact'] : [])].join(' '),
    );
  };
  const [license] = data;
  const [invoice] = invoices.data;
  return { ...store, search, product_id, transaction_id, subscription_id, license, invoice };
}

test('200: each kind is found by what people know of it', async () => {
  const made = await openSearched();
  const { search, product_id, transaction_id, subscription_id, license, invoice } = made;
  assert.deepEqual(await search('ada@example.COM'), ['customer ada exact']);
  assert.deepEqual(await search('ada'), ['customer ada exact', 'customer ben']);
  assert.deepEqual(await search('lovel'), ['customer ada']);
  assert.deepEqual(await search(transaction_id), [`transaction ${transaction_id} exact`]);
  assert.deepEqual(await search(subscription_id), [`subscription ${subscription_id} exact`]);
  assert.deepEqual(await search(license.license_id), [`license ${license.license_id} exact`]);
  assert.deepEqual(await search(license.license_key), [`license ${license.license_id}`]);
  assert.deepEqual(await search(license.license_key.slice(8, 15)), [
    `license ${license.license_id}`,
  ]);
  assert.deepEqual(await search(invoice.number), [`invoice ${invoice.invoice_id} exact`]);
  assert.deepEqual(await search('launch'), ['discount_code LAUNCH exact']);
  assert.deepEqual(await search('photo'), [`product ${product_id}`]);
  const by_card = await search('4242');
  assert.equal(by_card.filter((one: string) => one.startsWith('transaction ')).length, 2);
  assert.deepEqual(await search('nobody'), []);
  assert.deepEqual(await search('   '), []);
});

test('200: nothing of another store is found, by its identifier either', async () => {
  const { transaction_id, license, invoice } = await openSearched();
  const other = await shop.openStore();
  for (const query of [transaction_id, license.license_key, invoice.number, 'ada', '4242']) {
    const { results } = await other.must('GET /search-store', { query });
    assert.deepEqual(results, [], query);
  }
});

test('200: odd queries find nothing and break nothing', async () => {
  const { must } = await openSearched();
  for (const query of [
    '%',
    "'",
    '"*',
    'txn_',
    'prod_%',
    'a'.repeat(200),
    '🙂🙂🙂🙂',
    '0000',
    '__',
  ]) {
    const { results } = await must('GET /search-store', { query });
    assert.ok(Array.isArray(results), query);
  }
});
