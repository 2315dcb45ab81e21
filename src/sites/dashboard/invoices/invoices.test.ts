import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
let store: Awaited<ReturnType<typeof openStore>>;
let invoice_id = '';
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  const billing = { customer_id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };
  await store.must('POST /create-customer-billing', billing);
  const { transaction_id } = await store.buy(await store.product(), { customer_id: 'ada' });
  await store.refund(transaction_id, { amount: 5 });
  const { data } = await store.must('GET /list-invoices', { kind: 'invoice' });
  invoice_id = data[0].invoice_id;
});
const person = (role: 'admin' | 'support' | 'viewer') =>
  signedIn(shop, { role, store_id: store.store_id });

test('invoices are listed with filters, files and CSV', async () => {
  const viewer = await person('viewer');
  const html = await viewer.page('/invoices');
  assert.match(readable(html), /INV-0002 Credit note .*€5\.00.*INV-0001 Invoice/);
  assert.match(html, /invoice\.pdf/);
  const notes = readable(await viewer.page('/invoices?kind=credit_note&customer_id=ada'));
  assert.match(notes, /INV-0002/);
  assert.doesNotMatch(notes, /INV-0001/);
  const { text } = await viewer.get('/invoices.csv?number=INV-0001');
  assert.equal(text.trim().split('\r\n').length, 2);
});

test('the buyer is corrected by an admin, after a page that says what happens', async () => {
  const admin = await person('admin');
  const at = `/invoices/${invoice_id}/correct`;
  assert.match(await admin.page(at), /value="Ada Lovelace"/);
  const form = { company: 'Analytical Engines Ltd', name: 'Ada Lovelace' };
  assert.match(readable((await admin.post(at, form)).text), /a new invoice for Analytical Engines/);
  const sent = { ...form, confirmed: 'yes', attempt: 'a' };
  for (const _ of [1, 2]) {
    const page = readable(await admin.follow(await admin.post(at, sent)));
    assert.match(page, /The invoice was corrected.*Analytical Engines Ltd/);
  }
  const { data } = await store.must('GET /list-invoices', {});
  assert.equal(data.length, 4);
});

test('support and viewers see no button and are refused; another store sees nothing', async () => {
  for (const role of ['support', 'viewer'] as const) {
    const one = await person(role);
    assert.doesNotMatch(readable(await one.page(`/invoices/${invoice_id}`)), /Correct the buyer/);
    const answer = await one.post(`/invoices/${invoice_id}/correct`, { confirmed: 'yes' });
    assert.equal(answer.status, 403);
  }
  const stranger = await signedIn(shop);
  for (const path of ['', '/correct']) {
    assert.equal((await stranger.get(`/invoices/${invoice_id}${path}`)).status, 404);
  }
});
