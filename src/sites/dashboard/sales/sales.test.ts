import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

/** A store that has sold to two countries in two months, with a code, seen by somebody who may read. */
async function openSold() {
  const store = await shop.openStore();
  const { product, coupon, buy, refund, advance, must } = store;
  const editor = await product({ name: 'Editor', price: 100 });
  const viewer = await product({ name: '=Viewer', price: 5 });
  await coupon('HALF');
  for (const [customer_id, country] of [
    ['ada', 'DE'],
    ['ben', 'JP'],
  ]) {
    await must('POST /create-customer', { customer_id, country, name: `${customer_id} L.` });
  }
  await buy(editor, { customer_id: 'ben' });
  await advance('P31D');
  await buy(viewer, { customer_id: 'ben' });
  const { transaction_id } = await buy(editor, { coupon_code: 'HALF' });
  await refund(transaction_id, { amount: 20 });
  const { discount_id } = await must('GET /get-discount-code', { code: 'HALF' });
  const viewing = await signedIn(shop, { store_id: store.store_id, role: 'viewer' });
  return { ...store, viewing, editor, viewer, discount_id };
}

test('a store without sales says so', async () => {
  const { store_id } = await shop.openStore();
  const viewing = await signedIn(shop, { store_id, role: 'viewer' });
  const text = readable(await viewing.page('/sales'));
  assert.match(text, /Nothing was sold in these days/);
  assert.match(readable(await viewing.page('/best-customers')), /since their first payment/);
});

test('sales by product and code in the last thirty days, beside the thirty before', async () => {
  const { viewing, editor } = await openSold();
  const page = await viewing.page('/sales');
  const text = readable(page);
  assert.match(text, /€35\.00 in 2 payments from .*; €100\.00 in 1 from/);
  assert.match(text, /Editor 1 €50\.00 €20\.00 €30\.00 €100\.00/);
  assert.match(text, /=Viewer 1 €5\.00 €0\.00 €5\.00 €0\.00/);
  assert.ok(page.includes(`/products/${editor}"`));
  assert.match(readable(await viewing.page('/sales?by=code')), /HALF 1 €50\.00 €20\.00 €30\.00/);
  assert.match(readable(await viewing.page('/sales?by=link')), /Nothing was sold with a link/);
  assert.doesNotMatch(text, /NaN|undefined|null/);
});

test('any days, by what is in the address; days that cannot be are refused in words', async () => {
  const { viewing } = await openSold();
  const all = readable(await viewing.page('/sales?by=product&from=2026-11-01&to=2026-12-31'));
  assert.match(all, /€135\.00 in 3 payments from 2026-11-01 to 2026-12-31/);
  for (const query of ['from=2026-12-01&to=2026-11-01', 'from=nonsense', 'from=1990-01-01']) {
    const answer = await viewing.get(`/sales?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(readable(answer.text), /These days cannot be shown/);
  }
  assert.equal((await viewing.get('/sales?by=nothing&currency=nonsense')).status, 200);
});

test('the same as CSV, in which a name is no formula', async () => {
  const { viewing } = await openSold();
  const { text, headers } = await viewing.get('/sales.csv?by=product');
  assert.match(String(headers['content-type']), /text\/csv/);
  assert.deepEqual(text.trim().split('\r\n'), [
    'Product,Payments,Paid,Given back,Net sales,Before',
    'Editor,1,50,20,30,100',
    "'=Viewer,1,5,0,5,0",
  ]);
});

test('best customers, and what one has brought on their own page', async () => {
  const { viewing } = await openSold();
  const text = readable(await viewing.page('/best-customers'));
  assert.match(text, /ben L\. 2 €105\.00 €105\.00 .*ada L\. 1 €50\.00 €30\.00/);
  const csv = await viewing.page('/best-customers.csv');
  assert.match(
    csv,
    /^.?Customer,E-mail,Payments,Paid,Net sales,Currency,Customer identifier\r?\nben L\.,.*,ben\r?\n/,
  );
  assert.match(readable(await viewing.page('/customers/ben')), /Bought €105\.00 in 2 payments/);
});

test('the pages of a product and a code begin with, and have, what they have sold', async () => {
  const { viewing, editor, viewer, discount_id, product } = await openSold();
  const page = await viewing.page(`/products/${editor}`);
  const text = readable(page);
  assert.match(text, /Sold 1 1 in the days before/);
  assert.match(text, /Net sales €30\.00 €100\.00 in the days before/);
  assert.match(page, /Sold by day/);
  assert.ok(text.indexOf('The last 30 days') < text.indexOf('Description'));
  assert.match(readable(await viewing.page(`/products/${viewer}`)), /Sold 1 0 in the days/);
  const code = readable(await viewing.page(`/discount-codes/${discount_id}`));
  assert.match(code, /Sold in the last 30 days .*HALF 1 €50\.00/);
  const unsold = readable(await viewing.page(`/products/${await product({ name: 'New' })}`));
  assert.doesNotMatch(unsold, /The last 30 days|NaN|undefined|null/);
});
