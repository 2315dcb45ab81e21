import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
let product_id: string;
before(async () => {
  shop = await startShop();
  const { must, product } = await shop.openStore(shop);
  product_id = await product({ name: 'Editor' });
  await must('POST /update-product', { product_id, name: '<b>Writer</b>', price: 30 });
});

test('each change shows who, what and the fields before and after, as text', async () => {
  const owner = await signedIn(shop);
  const page = await owner.page(`/audit?target=${product_id}`);
  assert.match(page, /update product/);
  assert.match(page, /<th scope="row">name<\/th><td>Editor<\/td><td>&lt;b&gt;Writer&lt;\/b&gt;</);
  assert.match(page, /<th scope="row">price<\/th><td>20<\/td><td>30</);
  assert.match(readable(page), /kassa_test_.*API key/s);
  assert.match(page, new RegExp(`href="[^"]*/products/${product_id}"`));
});

test('what a person does in the dashboard is theirs in the log; filters and CSV find it', async () => {
  const admin = await signedIn(shop, { role: 'admin' });
  await admin.post('/webhooks/new', { url: 'https://example.com/hook', format: 'kassa' });
  const found = `/audit?actor_id=${admin.person_id}`;
  const page = readable(await admin.page(found));
  assert.match(page, /Lena \(admin\).*Person · 127\.0\.0\.1.*create webhook/s);
  assert.doesNotMatch(page, /update product/);
  const { text } = await admin.get(`/audit.csv?actor_id=${admin.person_id}`);
  const lines = text.trim().split('\r\n');
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? '', /,Lena \(admin\),\/create-webhook,wh_/);
  assert.doesNotMatch(text, /whsec_/);
  assert.match(readable(await admin.page('/audit?created_to=2020-01-01')), /Nothing fits/);
  assert.match(readable(await admin.page('/audit?action=%2Fcreate-webhook')), /create webhook/);
  const wrong = await admin.get('/audit?created_from=2026-02-02&created_to=2026-01-01');
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /role="alert".*#filter-created_to">To: must not be before From</s);
});

test('people and sign-ins are for owners: others see no such filter and are refused', async () => {
  const owner = await signedIn(shop);
  assert.match(await owner.page('/audit'), /People and sign-ins/);
  assert.equal((await owner.get('/audit?about=people')).status, 200);
  for (const role of ['admin', 'support', 'viewer'] as const) {
    const one = await signedIn(shop, { role });
    assert.doesNotMatch(await one.page('/audit'), /People and sign-ins/);
    // It is no filter of theirs: the log of the store is shown.
    assert.match(readable(await one.page('/audit?about=people')), /update product/);
  }
});

test("another store's log is not there", async () => {
  const { store_id } = await shop.makeStore('test');
  const other = await signedIn(shop, { store_id });
  for (const path of ['/audit', `/audit?target=${product_id}`]) {
    assert.doesNotMatch(readable(await other.page(path)), /Writer|update product/);
  }
  assert.doesNotMatch((await other.get('/audit.csv')).text, /Writer/);
});
