import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card } from '../../../../test/harness/cast.ts';
import { GERMAN, OSS, sellFrom } from '../../../../test/harness/sales/taxed.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

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

test('200: a payment that takes days has the buyer by whom its tax was decided', async () => {
  const store = await shop.openStore();
  const { must, product, create, advance } = store;
  await sellFrom(store, 'DE', [GERMAN, OSS], { when_unverified: 'accept' });
  const details = (country: string, tax_id: string | null) =>
    must('POST /create-customer-billing', { customer_id: 'ada', tax_id, address: { country } });
  const PAYS_NEXT_DAY = card('4000000000000382');
  const product_id = await product();
  for (const [number, tax_id, kind] of [
    ['INV-0001', 'FR40303265045', 'reverse_charge'],
    ['INV-0002', null, 'charged'],
  ] as const) {
    await details('FR', tax_id);
    const { checkout_session_id } = await create({ product_id });
    const payment = { checkout_session_id, payment_method: PAYS_NEXT_DAY };
    assertRefused(await store.ask('POST /complete-checkout', payment), 400, 'checkout_processing');
    await details('US', null);
    await advance('P2D');
    const { buyer, taxes } = await must(OP, { number });
    assert.deepEqual([taxes[0].tax_kind, buyer.vat_number], [kind, tax_id]);
    assert.equal(buyer.address.country, 'FR');
  }
});

test('200: the seller is as the tax settings say, with the number under which the tax is paid', async () => {
  const store = await shop.openStore();
  const profile = {
    legal_name: 'Kontor GmbH',
    email: 'rechnung@example.com',
    address: { line1: 'Hafenstr. 1', city: 'Hamburg', postal_code: '20457' },
    tax_number: '22/815/08155',
    company_number: 'HRB 1234, Amtsgericht Hamburg',
  };
  const numbered = [
    { ...GERMAN, tax_number: 'DE136695976' },
    { country: 'GB', since: '2021-01-01', tax_number: 'GB980780684' },
    { ...OSS, tax_number: 'DE129273398' },
  ];
  await sellFrom(store, 'DE', numbered, profile);
  const product_id = await store.product();
  const sellers = [];
  for (const country of ['DE', 'FR', 'GB', 'JP']) {
    const { customer_id } = await store.must('POST /create-customer', { country });
    const { transaction_id } = await store.buy(product_id, { customer_id });
    const { data } = await store.must('GET /list-invoices', { transaction_id });
    sellers.push((await store.must(OP, { invoice_id: data[0].invoice_id })).seller);
  }
  assert.deepEqual(
    sellers.map(({ vat_number }) => vat_number),
    ['DE136695976', 'DE129273398', 'GB980780684', 'DE136695976'],
  );
  const { vat_number: _, ...seller } = sellers[0];
  assert.deepEqual(seller, {
    ...{ name: 'Kontor GmbH', contact: null, email: 'rechnung@example.com' },
    address: { ...profile.address, line2: null, state: null, country: 'DE' },
    ...{ tax_number: '22/815/08155', registration: 'HRB 1234, Amtsgericht Hamburg' },
  });
});

test('no statement changes an invoice or removes it', async () => {
  const { product, buy, must, store_id } = await shop.openStore();
  await buy(await product());
  const before = await must(OP, { number: 'INV-0001' });
  const wrong = [
    "UPDATE invoices SET number = 'INV-0009' WHERE store_id = :store_id",
    'DELETE FROM invoices WHERE store_id = :store_id',
  ];
  for (const sql of wrong) {
    const change = shop.db.write({ store_id }, async (tx) => tx.run(sql));
    await assert.rejects(change, /invoices do not change/);
  }
  assert.deepEqual(await must(OP, { number: 'INV-0001' }), before);
});
