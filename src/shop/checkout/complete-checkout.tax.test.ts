import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, cards, openStore } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { GERMAN, OSS, sellFrom } from '../../../test/harness/sales/taxed.ts';
import { startShop } from '../../../test/harness/shop.ts';

// What a payment costs with tax, who is asked where they are, and what is kept of it.

const shop = await startShop();
const FROM_GERMANY = card('4000002760000016');

/** A German shop in the One-Stop-Shop, and something for 100 EUR plus tax. */
async function openTaxed(more: object = {}) {
  const store = await openStore(shop);
  await sellFrom(store, 'DE', [GERMAN, OSS], more);
  const product_id = await store.product({ price: 100, tax_behavior: 'exclusive' });
  const pay = (checkout_session_id: string, input: object = {}) =>
    store.ask('POST /complete-checkout', {
      ...{ checkout_session_id, payment_method: FROM_GERMANY, ...input },
    });
  const open = async (input: object = {}): Promise<string> =>
    (await store.create({ product_id, ...input })).checkout_session_id;
  const paymentOf = async (checkout_session_id: string) =>
    (await store.must('GET /get-transactions', { checkout_session_id })).data[0];
  return { ...store, product_id, pay, open, paymentOf };
}

test('400: a country that is needed and missing is named, and nothing is left behind', async () => {
  const { pay, open } = await openTaxed();
  const session = await open();
  const before = await shop.everything();
  for (const input of [{}, { billing: {} }, { billing: { address: { city: 'Berlin' } } }]) {
    const { status, body } = await pay(session, input);
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameters']);
    const [{ param, code }] = body.error.details;
    assert.deepEqual([param, code], ['billing.address.country', 'missing']);
  }
  const wrong = { billing: { tax_id: 'DE123456789', address: { country: 'DE' } } };
  const [detail] = (await pay(session, wrong)).body.error.details;
  assert.deepEqual([detail.param, detail.code], ['billing.tax_id', 'wrong_check_digits']);
  assert.equal(await shop.everything(), before);
});

test('200: the country of a request decides, and price, rows, lines and evidence are kept', async () => {
  const { pay, open, paymentOf, must } = await openTaxed();
  const session = await open();
  const billing = { email: 'ada@example.com', company: 'Ada Kft', address: { country: 'hu' } };
  const { body } = await pay(session, { billing, total: 127 });
  assert.deepEqual([body.status, body.tax, body.total], ['completed', 27, 127]);
  const paid = await paymentOf(session);
  assert.deepEqual([paid.subtotal, paid.discount, paid.tax, paid.total], [100, 0, 27, 127]);
  assert.deepEqual(paid.lines, [billedLine('Editor', [1, 127, 27], 'product', 'Editor')]);
  const [row] = paid.tax_breakdown;
  assert.deepEqual([row.country, row.name, row.rate, row.net], ['HU', 'VAT', 27, 100]);
  const conflict = { billing_country: 'HU', card_country: 'DE', is_conflicting: true };
  assert.deepEqual(paid.tax_evidence, conflict);
  const customer = await must('GET /get-customer', { customer_id: 'ada' });
  assert.deepEqual([customer.country, customer.email], ['HU', 'ada@example.com']);
  assert.deepEqual([customer.billing.company, customer.billing.address.country], ['Ada Kft', 'HU']);
  // The next session knows it.
  const next = await must('GET /get-checkout', { checkout_session_id: await open() });
  assert.deepEqual([next.tax, next.total], [27, 127]);
});

test('400 price_changed: nobody pays another price than they have seen', async () => {
  const { pay, open, must, charges } = await openTaxed();
  const session = await open();
  const german = { billing: { address: { country: 'DE' } } };
  const get = (checkout_session_id: string) => must('GET /get-checkout', { checkout_session_id });
  const before = await get(session);
  const cheaper = await pay(session, { ...german, total: 100 });
  assert.equal(cheaper.body.error.code, 'price_changed');
  assert.deepEqual(await charges(), []);
  assert.deepEqual(await get(session), before);
  // The customer has moved since the session was made: the new price is shown before it is paid.
  await must('POST /create-customer', { customer_id: 'grace', country: 'DE' });
  const moving = await open({ customer_id: 'grace' });
  const priced = await get(moving);
  shop.now += 1_000;
  assert.equal((await pay(moving, { total: 5 })).body.error.code, 'price_changed');
  assert.deepEqual(await get(moving), priced);
  await must('POST /update-customer', { customer_id: 'grace', country: 'HU' });
  assert.equal((await pay(moving)).body.error.code, 'price_changed');
  assert.equal((await get(moving)).total, 127);
  assert.equal((await pay(moving)).body.total, 127);
  assert.equal((await pay(session, { ...german, total: 119 })).body.total, 119);
});

test('400 amount_too_large: a country whose tax makes the total too large is refused', async () => {
  const { pay, product, create } = await openTaxed();
  const product_id = await product({ price: 900_000_000, tax_behavior: 'exclusive' });
  const { checkout_session_id } = await create({ product_id });
  const { status, body } = await pay(checkout_session_id, {
    billing: { address: { country: 'DE' } },
  });
  assert.deepEqual([status, body.error.code], [400, 'amount_too_large']);
  const abroad = await pay(checkout_session_id, { billing: { address: { country: 'US' } } });
  assert.equal(abroad.body.total, 900_000_000);
});

test('200: what costs nothing now and later needs no country; with tax 0 is still 0', async () => {
  const { pay, open, coupon, create, product, plan } = await openTaxed();
  await coupon('FREE', { discount_percentage: 100, duration: 'once' });
  const gift = await open({ coupon_code: 'FREE' });
  const free = await pay(gift, { payment_method: null });
  assert.deepEqual([free.body.status, free.body.tax, free.body.total], ['completed', 0, 0]);
  const known = { billing: { address: { country: 'DE' } }, payment_method: null };
  const taxed = await pay(await open({ coupon_code: 'FREE', customer_id: 'grace' }), known);
  assert.deepEqual([taxed.body.discount, taxed.body.tax, taxed.body.total], [100, 0, 0]);
  const exempt = await product({ tax_category: 'exempt' });
  const { checkout_session_id } = await create({ product_id: exempt });
  assert.equal((await pay(checkout_session_id)).status, 200);
  // Its first payment is free, the next ones are not: where the buyer is must be known.
  const monthly = await plan({ price: 20 });
  const first = await create({ product_id: monthly, coupon_code: 'FREE', customer_id: 'joan' });
  const refused = await pay(first.checkout_session_id);
  assert.equal(refused.body.error.details[0].param, 'billing.address.country');
});

test('200: a trial needs the country, and its subscription knows how to be taxed', async () => {
  const { pay, plan, create, must, advance, transactions } = await openTaxed();
  const product_id = await plan({ price: 10, trial_days: 7, tax_behavior: 'exclusive' });
  const { checkout_session_id } = await create({ product_id });
  const missing = await pay(checkout_session_id);
  assert.equal(missing.body.error.details[0].param, 'billing.address.country');
  const begun = await pay(checkout_session_id, { billing: { address: { country: 'HU' } } });
  assert.deepEqual([begun.body.total, begun.body.recurring.renewal_total], [0, 12.7]);
  await advance('P8D');
  const { subscription_id } = begun.body;
  const [renewal] = await transactions(subscription_id);
  assert.deepEqual([renewal.type, renewal.tax, renewal.total], ['renewal', 2.7, 12.7]);
  assert.equal((await must('GET /get-subscription', { subscription_id })).status, 'active');
});

test('200: in Canada the province is needed, by its code, name or postal code', async () => {
  const { pay, open, must } = await openTaxed();
  const registrations = ['', 'QC'].map((region) => ({
    ...{ country: 'CA', since: '2024-01-01', ...(region && { region }) },
  }));
  await must('POST /update-tax-settings', { registrations: [GERMAN, ...registrations] });
  const session = await open();
  for (const state of [undefined, 'Atlantis']) {
    const { body } = await pay(session, { billing: { address: { country: 'CA', state } } });
    assert.equal(body.error.details[0].param, 'billing.address.state');
  }
  const quebec = await pay(session, { billing: { address: { country: 'CA', state: 'Québec' } } });
  assert.deepEqual([quebec.body.tax, quebec.body.total], [14.98, 114.98]);
  const names = quebec.body.tax_breakdown.map((row: { name: string; tax: number }) => row.name);
  assert.deepEqual(names, ['GST', 'QST']);
  const ontario = { country: 'CA', postal_code: 'M5V 2T6' };
  const second = await pay(await open({ customer_id: 'joan' }), { billing: { address: ontario } });
  assert.deepEqual([second.body.tax, second.body.total], [13, 113]);
  const american = await pay(await open({ customer_id: 'al' }), {
    billing: { address: { country: 'US' } },
  });
  assert.equal(american.body.total, 100);
});

test('200: a declined card leaves the price; another country may be given with the next one', async () => {
  const { pay, open, paymentOf, must } = await openTaxed();
  const session = await open();
  const hungarian = { billing: { address: { country: 'HU' } } };
  const declined = await pay(session, { ...hungarian, payment_method: cards.declined });
  assert.equal(declined.body.error.code, 'payment_declined');
  assert.equal((await must('GET /get-customer', { customer_id: 'ada' })).country, null);
  const german = await pay(session, { billing: { address: { country: 'DE' } } });
  assert.equal(german.body.total, 119);
  const paid = await paymentOf(session);
  const agreed = { billing_country: 'DE', card_country: 'DE', is_conflicting: false };
  assert.deepEqual(paid.tax_evidence, agreed);
});
