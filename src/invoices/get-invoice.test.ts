import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../test/harness.ts';

const OP = 'GET /get-invoice';

const shop = await startShop();

test('200: a purchase has an invoice that says who sold what to whom, and how it was paid', async () => {
  const { product, buy, must, store_id } = await shop.openStore();
  await must('POST /create-customer-billing', {
    customer_id: 'ada',
    name: 'Ada Lovelace',
    company: 'Analytical Engines Ltd',
    email: 'bills@example.com',
    tax_id: 'de 136 695 976',
    address: { line1: '1 Main Street', city: 'Ulm', postal_code: '89073', country: 'de' },
  });
  const { transaction_id } = await buy(await product(), { quantity: 2 });
  const invoice = await must(OP, { number: 'INV-0001' });
  const { invoice_id, seller, invoice_url } = invoice;
  const nothing = { line1: null, line2: null, postal_code: null, city: null, state: null };
  const no_tax = { tax_kind: 'not_registered', rates: [] };
  assert.deepEqual(invoice, {
    ...{ invoice_id, object: 'invoice', kind: 'invoice', number: 'INV-0001', cause: 'sale' },
    ...{ customer_id: 'ada', transaction_id, preceding: null, language: 'de', currency: 'EUR' },
    ...{ issued_on: '2026-11-14', supplied_on: '2026-11-14' },
    ...{ due_on: '2026-11-14', paid_on: '2026-11-14' },
    seller: {
      ...{ name: seller.name, contact: null, email: null },
      address: { ...nothing, country: null },
      ...{ vat_number: null, tax_number: null, registration: null },
    },
    buyer: {
      ...{ name: 'Analytical Engines Ltd', contact: 'Ada Lovelace', email: 'bills@example.com' },
      address: {
        ...nothing,
        line1: '1 Main Street',
        city: 'Ulm',
        postal_code: '89073',
        country: 'DE',
      },
      ...{ vat_number: 'DE136695976', tax_number: null, registration: null },
    },
    lines: [
      {
        ...{ description: 'Editor', quantity: 2, subtotal: 40, discount: 0, net: 40, tax: 0 },
        ...{ ...no_tax, period_start: null, period_end: null },
      },
    ],
    taxes: [{ ...no_tax, net: 40, tax: 0 }],
    ...{ subtotal: 40, discount: 0, net: 40, tax: 0, total: 40 },
    payments: [{ kind: 'card', amount: 40, card_brand: 'visa', card_last4: '4242' }],
    notes: [],
    ...{ invoice_url, invoice_pdf_url: `${invoice_url}/invoice.pdf`, invoice_xml_url: null },
    created_at: '2026-11-14T09:30:00.000Z',
  });
  const [store] = await shop.db
    .reader({ store_id })
    .all<{ name: string }>('SELECT name FROM stores WHERE store_id = :store_id');
  assert.equal(seller.name, store?.name);
  assert.deepEqual(await must(OP, { invoice_id }), invoice);
  assert.deepEqual(await must(OP, { invoice_id, number: 'INV-0001' }), invoice);
});

test('200: an invoice stays as it was issued when the customer changes', async () => {
  const { product, buy, must } = await shop.openStore();
  await buy(await product());
  const before = await must(OP, { number: 'INV-0001' });
  assert.equal(before.buyer.name, 'ada');
  await must('POST /create-customer-billing', {
    ...{ customer_id: 'ada', name: 'Ada', address: { country: 'FR' } },
  });
  assert.deepEqual(await must(OP, { number: 'INV-0001' }), before);
});

test('404 invoice_not_found: no such number or identifier, two that differ, or of another store', async () => {
  const { product, buy, must, ask } = await shop.openStore();
  const other = await shop.openStore();
  await buy(await product());
  await other.buy(await other.product());
  const { invoice_id } = await must(OP, { number: 'INV-0001' });
  const theirs = await other.must(OP, { number: 'INV-0001' });
  for (const input of [
    { number: 'INV-0002' },
    { number: 'inv-0001' },
    { invoice_id: 'inv_nothing' },
    { invoice_id, number: 'INV-0002' },
    { invoice_id: theirs.invoice_id },
  ]) {
    assertRefused(await ask(OP, input), 404, 'invoice_not_found');
  }
});
