import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, cards } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

let numbers = 0;
const newCustomer = () => `buyer-${numbers++}`;

const createProduct = async (more: object = {}): Promise<string> => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR', ...more };
  const answer = await shop.call('POST /create-product', product);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.product_id;
};
const createCode = async (more: object = {}): Promise<string> => {
  const code = { code: `CODE-${numbers++}`, discount_percentage: 25, ...more };
  const answer = await shop.call('POST /create-discount-code', code);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.code;
};
const create = async (more: object = {}) => {
  const product_id = 'product_id' in more ? undefined : await createProduct();
  const input = { product_id, quantity: 1, customer_id: newCustomer(), ...more };
  const answer = await shop.call('POST /create-checkout', input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const complete = (input: object, key = shop.api_key) =>
  shop.call('POST /complete-checkout', input, { key });
const pay = (checkout_session_id: string) =>
  complete({ checkout_session_id, payment_method: cards.pays });
const get = async (checkout_session_id: string) =>
  (await shop.call('GET /get-checkout', { checkout_session_id })).body;
const transactions = async (filter: object) =>
  (await shop.call('GET /get-transactions', filter)).body.data;
const discount = async (code: string) => (await shop.call('GET /get-discount-code', { code })).body;
const rows = (table: string, transaction_id: string, name = 'transaction_id') =>
  shop.db
    .reader(null)
    .all<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${name} = :transaction_id`, {
      transaction_id,
    });
const charges = (transaction_id: string) =>
  rows('test_gateway_charges', transaction_id, 'charge_key');

/** Everything but the provider's list of cards: it is handed the card before anything is decided. */
const everythingButCards = async () =>
  (await shop.everything()).replace(/^test_gateway_cards .*?(?=^test_gateway_charges )/ms, '');

test('200: the session is completed, the transaction paid, the ledger posted; the exact events', async () => {
  const product_id = await createProduct();
  const made = await create({ product_id, quantity: 2, metadata: { order: '7' } });
  const { checkout_session_id, customer_id } = made;
  const before = await shop.events();
  const { status, body } = await pay(checkout_session_id);
  assert.equal(status, 200);
  const { transaction_id } = body;
  assert.match(transaction_id, /^txn_[0-9a-hjkmnp-tv-z]{28}$/);
  const end = { status: 'completed', transaction_id, completed_at: AT_START };
  assert.deepEqual(body, { ...made, ...end });
  assert.deepEqual(await get(checkout_session_id), body);
  const [listed] = await transactions({ checkout_session_id });
  const transaction = {
    transaction_id,
    object: 'transaction',
    type: 'purchase',
    status: 'paid',
    customer_id,
    product_id,
    subscription_id: null,
    checkout_session_id,
    refunded_transaction_id: null,
    quantity: 2,
    subtotal: 40,
    discount: 0,
    tax: 0,
    balance_change: 0,
    total: 40,
    refunded: 0,
    currency: 'EUR',
    lines: [billedLine('Editor', [2, 40, 0], 'product', 'Editor')],
    tax_breakdown: [],
    tax_evidence: null,
    payment_method: { brand: 'visa', last4: '4242' },
    decline_code: null,
    dispute: null,
    fee: 0,
    fee_currency: 'EUR',
    needs_review: false,
    review_note: null,
    provider: 'test',
    provider_reference: listed.provider_reference,
    reason: null,
    period_start: null,
    period_end: null,
    license_keys: [],
    invoice_url: listed.invoice_url,
    invoice_pdf_url: `${listed.invoice_url}/invoice.pdf`,
    ...{ metadata: { order: '7' }, custom_fields: {} },
    created_at: AT_START,
    settled_at: AT_START,
  };
  assert.deepEqual(listed, transaction);
  assert.deepEqual((await shop.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'transaction.paid', data: transaction },
    { sequence: before.length + 2, type: 'checkout.completed', data: body },
  ]);
  const [entry, ...others] = await rows('ledger_entries', transaction_id);
  const { debit_account, credit_account, amount_minor, currency } = entry ?? {};
  const moved = [debit_account, credit_account, amount_minor, currency];
  assert.deepEqual([moved, others], [['gateway', 'sales', 4000, 'EUR'], []]);
  const [charge] = await charges(transaction_id);
  assert.deepEqual([charge?.status, charge?.amount_minor], ['paid', 4000]);
});

test('200: completing a completed session changes nothing, with a card or without', async () => {
  const { checkout_session_id } = await create();
  const first = await pay(checkout_session_id);
  const before = await shop.everything();
  const without = await complete({ checkout_session_id });
  assert.deepEqual([without.status, without.body], [200, first.body]);
  assert.equal(await shop.everything(), before);
  const but_cards = await everythingButCards();
  const payment_method = cards.declined;
  const again = await complete({ checkout_session_id, payment_method });
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal(await everythingButCards(), but_cards);
});

test('200: a coupon is a line of the transaction and one redemption', async () => {
  const coupon_code = await createCode({ discount_percentage: 12.5, max_redemptions: 1 });
  const { checkout_session_id } = await create({ coupon_code, quantity: 2 });
  const { status, body } = await pay(checkout_session_id);
  assert.deepEqual([status, body.discount, body.total], [200, 5, 35]);
  const [transaction] = await transactions({ checkout_session_id });
  assert.deepEqual([transaction.subtotal, transaction.discount, transaction.total], [40, 5, 35]);
  assert.deepEqual(transaction.lines, [
    billedLine('Editor', [2, 40, 0], 'product', 'Editor'),
    billedLine(`Discount ${coupon_code} (12.5 %)`, [1, -5, 0], 'discount', coupon_code),
  ]);
  const { redemptions, status: shown } = await discount(coupon_code);
  assert.deepEqual([redemptions, shown], [1, 'exhausted']);
});

test('200: what was promised is charged, whatever became of the product since', async () => {
  const product_id = await createProduct();
  const { checkout_session_id } = await create({ product_id, quantity: 3 });
  await shop.call('POST /update-product', { product_id, price: 99, name: 'Other' });
  await shop.call('POST /archive-product', { product_id });
  const { status, body } = await pay(checkout_session_id);
  assert.deepEqual([status, body.total, body.product.name], [200, 60, 'Editor']);
  const [transaction] = await transactions({ checkout_session_id });
  assert.deepEqual(transaction.lines, [billedLine('Editor', [3, 60, 0], 'product', 'Editor')]);
});

test('200: the amount is charged in the smallest unit of currencies of no, two and three decimals', async () => {
  const table: [price: number, currency: string, amount_minor: number][] = [
    [1500, 'JPY', 3000],
    [19.99, 'USD', 3998],
    [1.234, 'BHD', 2468],
  ];
  for (const [price, currency, amount_minor] of table) {
    const product_id = await createProduct({ price, currency });
    const { checkout_session_id } = await create({ product_id, quantity: 2 });
    const { transaction_id } = (await pay(checkout_session_id)).body;
    const [charge] = await charges(transaction_id);
    assert.deepEqual([charge?.amount_minor, charge?.currency], [amount_minor, currency]);
    assert.equal((await transactions({ transaction_id }))[0].total, price * 2);
  }
});

test('200: nothing to pay, now or later, needs no card and no provider: free, or all off', async () => {
  const free = await createProduct({ price: 0 });
  const free_plan = await createProduct({ price: 0, billing_type: 'recurring' });
  const trial = { billing_type: 'recurring', trial_days: 14 };
  const coupon_code = await createCode({ discount_percentage: 100 });
  const forever = await createCode({ discount_percentage: 100, duration: 'forever' });
  const table: [input: object, type: string, lines: object[]][] = [
    [{ product_id: free }, 'purchase', [billedLine('Editor', [1, 0, 0], 'product', 'Editor')]],
    [
      { coupon_code },
      'purchase',
      [
        billedLine('Editor', [1, 20, 0], 'product', 'Editor'),
        billedLine(`Discount ${coupon_code} (100 %)`, [1, -20, 0], 'discount', coupon_code),
      ],
    ],
    [
      { product_id: free_plan },
      'subscription_start',
      [billedLine('Editor', [1, 0, 0], 'product', 'Editor')],
    ],
    [
      { product_id: await createProduct(trial), coupon_code: forever },
      'subscription_start',
      [billedLine('Editor (14-day free trial)', [1, 0, 0], 'trial', 'Editor')],
    ],
  ];
  for (const [input, type, lines] of table) {
    const { checkout_session_id } = await create(input);
    const before = await shop.events();
    const { status, body } = await complete({ checkout_session_id });
    assert.deepEqual([status, body.status, body.total], [200, 'completed', 0]);
    const { transaction_id } = body;
    const [transaction, ...others] = await transactions({ checkout_session_id });
    assert.deepEqual([transaction.transaction_id, others], [transaction_id, []]);
    assert.deepEqual([transaction.type, transaction.status], [type, 'paid']);
    assert.deepEqual([transaction.lines, transaction.total], [lines, 0]);
    assert.deepEqual([transaction.payment_method, transaction.settled_at], [null, AT_START]);
    // No transaction.paid: nothing was.
    const written = (await shop.events()).slice(before.length);
    const before_this = type === 'purchase' ? [] : ['subscription.created'];
    assert.deepEqual(
      written.map((event) => event.type),
      [...before_this, 'checkout.completed'],
    );
    assert.deepEqual(written.at(-1)?.data, body);
    assert.equal((await rows('ledger_entries', transaction_id)).length, 0);
    assert.equal((await charges(transaction_id)).length, 0);
  }
  assert.equal((await discount(coupon_code)).redemptions, 1);
});

test('404 checkout_not_found: unknown, or of another store, whose session stays open', async () => {
  const made = await create();
  const { api_key } = await shop.makeStore('test');
  const before = await everythingButCards();
  const ask = (checkout_session_id: string) =>
    complete({ checkout_session_id, payment_method: cards.pays }, api_key);
  const [missing, foreign] = [await ask('cs_nothing'), await ask(made.checkout_session_id)];
  for (const answer of [missing, foreign]) assertRefused(answer, 404, 'checkout_not_found', []);
  const error = { ...missing.body.error, request_id: '' };
  assert.deepEqual({ ...foreign.body.error, request_id: '' }, error);
  assert.equal(await everythingButCards(), before);
});

test('400 checkout_processing: a payment that waits for the buyer’s confirmation is left to it', async () => {
  const made = await create();
  const { checkout_session_id } = made;
  // On the page, by a buyer whose bank asks back.
  const form = { email: 'ada@example.com', card_expiry: '12/34', card_code: '123' };
  const filled = new URLSearchParams({ ...form, card_number: '4000002500003155' });
  const path = `/checkout/${checkout_session_id}/pay`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await shop.send({ method: 'POST', path, headers }, `${filled}`)).status, 303);
  assert.equal((await get(checkout_session_id)).status, 'processing');
  const before = await everythingButCards();
  assertRefused(await pay(checkout_session_id), 400, 'checkout_processing', []);
  assert.equal(await everythingButCards(), before);
});

test('400 gateway_missing: in a live store there are no test cards, whatever the session', async () => {
  const { checkout_session_id } = await create();
  const { api_key } = await shop.makeStore('live');
  const before = await shop.everything();
  const answer = await complete({ checkout_session_id, payment_method: cards.pays }, api_key);
  assertRefused(answer, 400, 'gateway_missing', []);
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: without a card although there is something to pay', async () => {
  const { checkout_session_id } = await create();
  const before = await shop.everything();
  for (const payment_method of [undefined, null]) {
    const answer = await complete({ checkout_session_id, payment_method });
    assertRefused(answer, 400, 'invalid_parameters', ['payment_method']);
  }
  const none = await complete({ payment_method: cards.pays });
  assertRefused(none, 400, 'invalid_parameters', ['checkout_session_id']);
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what complete-checkout does not know is named, and nothing happens', async () => {
  const { checkout_session_id } = await create();
  const before = await shop.everything();
  for (const unknown of ['card', 'amount', 'coupon_code']) {
    const answer = await complete({
      checkout_session_id,
      payment_method: cards.pays,
      [unknown]: 1,
    });
    assertRefused(answer, 400, 'unknown_parameter', [unknown]);
  }
  const inside = { ...cards.pays, name: 'Ada' };
  const answer = await complete({ checkout_session_id, payment_method: inside });
  assertRefused(answer, 400, 'unknown_parameter', ['payment_method.name']);
  assert.equal(await shop.everything(), before);
});
