import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { GERMAN, OSS, sellFrom } from '../../../../test/harness/sales/taxed.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'POST /correct-invoice';

const shop = await startShop();

/** A store in which Ada has bought something for 20 EUR. */
async function afterPurchase(payment_method = cards.pays) {
  const store = await shop.openStore();
  const { create, complete, product, must } = store;
  const { checkout_session_id } = await create({ product_id: await product() });
  const { transaction_id } = await complete(checkout_session_id, payment_method);
  const invoice = await must('GET /get-invoice', { number: 'INV-0001' });
  const { invoice_id } = invoice;
  const list = async () =>
    (await must('GET /list-invoices')).data.map(
      (one: { number: string; kind: string; cause: string; total: number; buyer: object }) =>
        `${one.number} ${one.kind} ${one.cause} ${one.total}`,
    );
  return { ...store, transaction_id, invoice, invoice_id, list };
}

const COMPANY = { company: 'Analytical Engines Ltd', tax_id: 'GB 980 7806 84' };

test('200: a credit note and a new invoice in one act, which an event tells; asked again, the same', async () => {
  const { invoice, invoice_id, must, list, told } = await afterPurchase();
  await told();
  const address = { line1: '1 Main Street', city: 'London', country: 'gb' };
  const corrected = await must(OP, { invoice_id, ...COMPANY, name: 'Ada', address });
  const { number, issued_on } = invoice;
  const { invoice_url } = corrected;
  assert.notEqual(invoice_url, invoice.invoice_url);
  assert.deepEqual(corrected, {
    ...invoice,
    ...{ invoice_url, invoice_pdf_url: `${invoice_url}/invoice.pdf` },
    ...{ invoice_id: corrected.invoice_id, number: 'INV-0003', cause: 'correction' },
    preceding: { relation: 'replaces', invoice_id, number, issued_on },
    buyer: {
      ...{ name: 'Analytical Engines Ltd', contact: 'Ada', email: null },
      address: { ...invoice.buyer.address, ...address, country: 'GB' },
      ...{ vat_number: 'GB980780684', tax_number: null, registration: null },
    },
  });
  assert.deepEqual(await told(), [{ type: 'invoice.corrected', data: corrected }]);
  const note = await must('GET /get-invoice', { number: 'INV-0002' });
  const { buyer, lines, total, payments } = note;
  assert.deepEqual([buyer, lines, total], [invoice.buyer, invoice.lines, 20]);
  assert.deepEqual(payments, [{ kind: 'offset', amount: 20, card_brand: null, card_last4: null }]);
  assert.deepEqual(await must('GET /get-invoice', { invoice_id }), invoice);
  for (const again of [invoice_id, corrected.invoice_id]) {
    const sent = { invoice_id: again, ...COMPANY, name: 'Ada', address };
    assert.deepEqual(await must(OP, sent), corrected);
  }
  assert.deepEqual(await list(), [
    'INV-0003 invoice correction 20',
    'INV-0002 credit_note correction 20',
    'INV-0001 invoice sale 20',
  ]);
  assert.deepEqual(await told(), []);
});

test("200: with nothing sent, the customer's details of today are taken", async () => {
  const { invoice_id, must, list } = await afterPurchase();
  const same = await must(OP, { invoice_id });
  assert.equal(same.invoice_id, invoice_id);
  const details = { company: 'Engines', tax_id: '12-345', address: { country: 'US' } };
  await must('POST /create-customer-billing', { customer_id: 'ada', ...details });
  const { buyer } = await must(OP, { invoice_id });
  const { name, contact, tax_number, address } = buyer;
  assert.deepEqual([name, contact, tax_number, address.country], ['Engines', null, '12-345', 'US']);
  assert.equal((await list()).length, 3);
});

test('200: after a refund of a part it is about the rest, and later refunds are of the new invoice', async () => {
  const { invoice_id, transaction_id, must, refund, list } = await afterPurchase();
  await refund(transaction_id, { amount: 5 });
  const { total, lines } = await must(OP, { invoice_id, ...COMPANY });
  assert.deepEqual([total, lines[0].net], [15, 15]);
  await refund(transaction_id);
  assert.deepEqual(await list(), [
    'INV-0005 credit_note refund 15',
    'INV-0004 invoice correction 15',
    'INV-0003 credit_note correction 15',
    'INV-0002 credit_note refund 5',
    'INV-0001 invoice sale 20',
  ]);
  const note = await must('GET /get-invoice', { number: 'INV-0005' });
  assert.deepEqual([note.preceding.number, note.buyer.name], ['INV-0004', COMPANY.company]);
});

test('200: the credit note of a change is a bill of its own: what it credited is corrected as well', async () => {
  const store = await shop.openStore();
  const { plan, subscribe, must } = store;
  const subscription_id = await subscribe(await plan({ name: 'Team', price: 49 }), { quantity: 2 });
  const plan_id = await plan({ price: 19 });
  await must('POST /update-subscription', { subscription_id, plan_id, quantity: 3 });
  const { invoice_id } = await must('GET /get-invoice', { number: 'INV-0001' });
  await must(OP, { invoice_id, ...COMPANY });
  const { data } = await must('GET /list-invoices');
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.number, one.kind, one.cause, one.total]),
    [
      ['INV-0004', 'invoice', 'correction', 98],
      ['INV-0003', 'credit_note', 'correction', 98],
      ['INV-0002', 'credit_note', 'change', 41],
      ['INV-0001', 'invoice', 'sale', 98],
    ],
  );
  assert.deepEqual(
    data.map(({ preceding }: { preceding: { number: string } | null }) => preceding?.number),
    ['INV-0001', 'INV-0001', 'INV-0001', undefined],
  );
  await shop.assertRight();
});

test('200: a refund that fails after the correction makes the invoice whole again', async () => {
  const bought = await afterPurchase(cards.returns_refunds);
  const { invoice_id, transaction_id, must, refund, list, advance } = bought;
  await refund(transaction_id, { amount: 5 });
  const corrected = await must(OP, { invoice_id, ...COMPANY });
  await advance('P3D');
  const whole = await must('GET /get-invoice', { number: 'INV-0006' });
  assert.deepEqual(
    [whole.total, whole.buyer, whole.preceding.number],
    [20, corrected.buyer, 'INV-0004'],
  );
  const all = [
    'INV-0006 invoice correction 20',
    'INV-0005 credit_note correction 15',
    'INV-0004 invoice correction 15',
    'INV-0003 credit_note correction 15',
    'INV-0002 credit_note refund 5',
    'INV-0001 invoice sale 20',
  ];
  assert.deepEqual(await list(), all);
  await refund(transaction_id);
  assert.deepEqual(await list(), ['INV-0007 credit_note refund 20', ...all]);
});

test('200: of many at once one is made, and no number is lost', async () => {
  const { invoice_id, ask, list } = await afterPurchase();
  const same = Array.from({ length: 8 }, () => ask(OP, { invoice_id, ...COMPANY }));
  const others = Array.from({ length: 8 }, (_, n) => ask(OP, { invoice_id, company: `No ${n}` }));
  const statuses = (await Promise.all([...same, ...others])).map(({ status }) => status);
  assert.equal((await list()).length, 3);
  const [first] = statuses;
  assert.ok(statuses.slice(0, 8).every((status) => status === first));
  const made = statuses.filter((status) => status === 200).length;
  assert.equal(made, first === 200 ? 8 : 1);
});

test('404 invoice_not_found: no such invoice', async () => {
  const { ask } = await afterPurchase();
  assertRefused(await ask(OP, { invoice_id: 'inv_nothing' }), 404, 'invoice_not_found');
});

test('400 invoice_is_credit_note: a credit note is not corrected', async () => {
  const { transaction_id, refund, must, ask } = await afterPurchase();
  await refund(transaction_id, { amount: 5 });
  const { invoice_id } = await must('GET /get-invoice', { number: 'INV-0002' });
  assertRefused(await ask(OP, { invoice_id, ...COMPANY }), 400, 'invoice_is_credit_note');
});

test('400 invoice_replaced: an invoice that was replaced is not corrected again', async () => {
  const { invoice_id, must, ask, list } = await afterPurchase();
  await must(OP, { invoice_id, ...COMPANY });
  assertRefused(await ask(OP, { invoice_id, company: 'Other' }), 400, 'invoice_replaced');
  assert.equal((await list()).length, 3);
});

test('400 invoice_refunded: nothing is left to correct', async () => {
  const { invoice_id, transaction_id, refund, ask } = await afterPurchase();
  await refund(transaction_id);
  assertRefused(await ask(OP, { invoice_id, ...COMPANY }), 400, 'invoice_refunded');
});

test('400 correction_too_late: after 90 days of the first invoice, also if it was replaced since', async () => {
  const { invoice_id, must, ask, advance } = await afterPurchase();
  await advance('P89D');
  const { invoice_id: newer } = await must(OP, { invoice_id, ...COMPANY });
  await advance('P1D');
  const late = await ask(OP, { invoice_id: newer, company: 'Other' });
  assertRefused(late, 400, 'correction_too_late');
});

test('400 correction_country: another country could mean another tax; one may be added', async () => {
  const { invoice_id, must, ask } = await afterPurchase();
  const { invoice_id: german } = await must(OP, { invoice_id, address: { country: 'DE' } });
  const french = { invoice_id: german, address: { country: 'FR' } };
  assertRefused(await ask(OP, french), 400, 'correction_country');
});

test('400 correction_limit: ten times', async () => {
  const { invoice_id, must, ask } = await afterPurchase();
  let newest = invoice_id;
  for (let n = 1; n <= 10; n++) {
    newest = (await must(OP, { invoice_id: newest, company: `No ${n}` })).invoice_id;
  }
  assertRefused(await ask(OP, { invoice_id: newest, company: 'No 11' }), 400, 'correction_limit');
});

test('400 correction_tax_number: with reverse charge the number stays; the rest can be corrected', async () => {
  const store = await shop.openStore();
  const { must, ask } = store;
  await sellFrom(store, 'DE', [GERMAN, OSS], { when_unverified: 'accept' });
  const french = { customer_id: 'ada', address: { country: 'FR' } };
  await must('POST /create-customer-billing', { ...french, tax_id: 'FR40303265045' });
  await store.buy(await store.product());
  const { invoice_id, taxes } = await must('GET /get-invoice', { number: 'INV-0001' });
  assert.equal(taxes[0].tax_kind, 'reverse_charge');
  for (const tax_id of [null, 'FR83404833048']) {
    assertRefused(await ask(OP, { invoice_id, tax_id }), 400, 'correction_tax_number');
  }
  await must('POST /create-customer-billing', french);
  assertRefused(await ask(OP, { invoice_id }), 400, 'correction_tax_number');
  const { buyer } = await must(OP, { invoice_id, company: 'Machines SARL' });
  assert.deepEqual([buyer.name, buyer.vat_number], ['Machines SARL', 'FR40303265045']);
});
