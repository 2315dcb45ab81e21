import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

/** Ada has bought something and has forgotten the name of her company. */
async function afterPurchase() {
  const store = await openVisitedStore(shop);
  const ada = await store.visit('ada', { name: 'Ada Lovelace', address: { country: 'GB' } });
  const { transaction_id } = await store.buy(await store.product());
  const invoices = async () => (await store.must('GET /list-invoices', {})).data;
  const [invoice] = await invoices();
  const page = `/invoice/${invoice.invoice_id}/correct`;
  return { store, ada, transaction_id, invoices, invoice, page };
}

const COMPANY = {
  company: 'Analytical Engines Ltd',
  name: 'Ada Lovelace',
  tax_id: 'GB980780684',
  line1: '12 St James Square',
  city: 'London',
};

test('invoices are listed with their files, and an invoice is corrected once, however often it is sent', async () => {
  const { ada, invoices, invoice, page, transaction_id } = await afterPurchase();
  const home = await ada.get('/invoices');
  assert.match(readable(home.text), /Invoices Invoice INV-0001 14 November 2026 €20\.00 PDF/);
  assert.ok(home.text.includes(`href="${new URL(invoice.invoice_pdf_url).pathname}"`));
  assert.ok(home.text.includes(`href="${ada.home}${page}"`));
  const form = readable((await ada.get(page)).text);
  assert.match(form, /Correct invoice INV-0001 .* Country: United Kingdom\. It cannot be changed/);
  for (const _ of [1, 2]) {
    const text = readable(await ada.follow(await ada.post(page, COMPANY)));
    assert.match(text, /Your invoice is corrected\./);
    assert.match(text, /Invoices Invoice INV-0003 .* €20\.00 .* Credit note INV-0002 .* -€20\.00/);
  }
  const [corrected, , first] = await invoices();
  assert.deepEqual(first, invoice);
  assert.equal(corrected.buyer.name, 'Analytical Engines Ltd');
  assert.equal(corrected.buyer.vat_number, 'GB980780684');
  assert.match(await ada.receipt(transaction_id), /Invoice .* INV-0003 .* Analytical Engines Ltd/);
  const after = await ada.get('/invoices');
  const links = [...after.text.matchAll(/invoice\/(inv_\w+)\/correct/g)].map(([, id]) => id);
  assert.deepEqual(links, [corrected.invoice_id], 'only what stands can be corrected');
  assert.equal((await invoices()).length, 3);
});

test('what cannot be corrected is told in words, with what was typed; nothing is issued', async () => {
  const { store, ada, invoices, page, transaction_id } = await afterPurchase();
  const long = await ada.post(page, { ...COMPANY, tax_id: 'x'.repeat(51) });
  assert.equal(long.status, 400);
  assert.match(readable(long.text), /Enter at most 50 characters/);
  assert.match(long.text, /value="Analytical Engines Ltd"/);
  await ada.post(page, { ...COMPANY, country: 'DE', company: '' });
  assert.equal((await invoices())[0].buyer.address.country, 'GB', 'the country stays');
  const replaced = await ada.post(page, COMPANY);
  assert.equal(replaced.status, 400);
  assert.match(readable(replaced.text), /was replaced by a newer one/);
  const count = (await invoices()).length;
  await store.advance('P90D');
  const late = await store.visit('ada');
  const { invoice_id } = (await invoices())[0];
  const too_late = await late.post(`/invoice/${invoice_id}/correct`, COMPANY);
  assert.equal(too_late.status, 400);
  assert.match(readable(too_late.text), /too old to be corrected/);
  assert.doesNotMatch((await late.get('/invoices')).text, /\/correct"/);
  const refund = await store.refund(transaction_id);
  const [note] = (await store.must('GET /list-invoices', { transaction_id: refund.transaction_id }))
    .data;
  for (const below of [`/invoice/${note.invoice_id}/correct`, '/invoice/inv_x/correct']) {
    assert.equal((await late.get(below)).status, 404);
    assert.equal((await late.post(below, COMPANY)).status, 404);
  }
  assert.equal((await invoices()).length, count + 1);
});

test("another customer's invoice is not there, to see or to correct", async () => {
  const { store, invoices, page } = await afterPurchase();
  const bob = await store.visit('bob');
  assert.equal((await bob.get(page)).status, 404);
  assert.equal((await bob.post(page, COMPANY)).status, 404);
  assert.doesNotMatch((await bob.get('/invoices')).text, /INV-0001/);
  assert.equal((await invoices()).length, 1);
});
