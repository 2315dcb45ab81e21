import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { AT_START, cards } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, type Shop, START, startShop } from '../../../test/harness/shop.ts';
import { TEST_CARDS } from '../money/payments/test-card.rules.ts';

const DECLINED = '4000000000000002';

let shop: Shop;
let product_id = '';
before(async () => {
  shop = await startShop();
  product_id = await createProduct(shop);
});

let numbers = 0;
const newCustomer = () => `buyer-${numbers++}`;

const createProduct = async (at: Shop): Promise<string> => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  return (await at.call('POST /create-product', product)).body.product_id;
};
const createCode = async (more: object = {}, at = shop): Promise<string> => {
  const code = { code: `CODE-${numbers++}`, discount_percentage: 25, ...more };
  const answer = await at.call('POST /create-discount-code', code);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.code;
};
const create = async (more: object = {}, at = shop) => {
  const input = { product_id, quantity: 1, customer_id: newCustomer(), ...more };
  const answer = await at.call('POST /create-checkout', input);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const pay = (checkout_session_id: string, card: object = {}, at = shop) => {
  const payment_method = { ...cards.pays, ...card };
  return at.call('POST /complete-checkout', { checkout_session_id, payment_method });
};
const get = async (checkout_session_id: string, at = shop) =>
  (await at.call('GET /get-checkout', { checkout_session_id })).body;
const transactions = async (filter: object) =>
  (await shop.call('GET /get-transactions', filter)).body.data;
const redemptions = async (code: string): Promise<number> =>
  (await shop.call('GET /get-discount-code', { code })).body.redemptions;
const uses = async () =>
  shop.db
    .reader(null)
    .all('SELECT discount_id, customer_id, uses FROM discount_uses ORDER BY 1, 2');

/** Everything but the provider's list of cards: it is handed the card before anything is decided. */
const everythingButCards = async (at = shop) =>
  (await at.everything()).replace(/^test_gateway_cards .*?(?=^test_gateway_charges )/ms, '');

test('200: every test card pays, or is declined with its own code', async () => {
  const table: [number: string, brand: string, decline_code: string | null][] = [
    ['4242424242424242', 'visa', null],
    ['4000000000000002', 'visa', 'card_declined'],
    ['4000000000009995', 'visa', 'insufficient_funds'],
    ['4000002500003155', 'visa', 'authentication_required'],
    ['4000000000000069', 'visa', 'expired_card'],
    ['4000000000000127', 'visa', 'incorrect_cvc'],
    ['4000000000000119', 'visa', 'processing_error'],
    ['4000000000009987', 'visa', 'lost_card'],
    ['4000000000009979', 'visa', 'stolen_card'],
    ['4000000000000341', 'visa', 'card_declined'],
    ['4000000000000358', 'visa', 'lost_card'],
    ['4000000000000366', 'visa', null],
    ['4000000000000374', 'visa', null],
    ['4000000000007726', 'visa', null],
    ['4000000000005134', 'visa', null],
    ['4000000000005126', 'visa', null],
    ['4000000000000259', 'visa', null],
    ['4000000000002685', 'visa', null],
    ['4000056655665556', 'visa', null],
    ['5555555555554444', 'mastercard', null],
    ['2223003122003222', 'mastercard', null],
    ['378282246310005', 'amex', null],
    ['6011111111111117', 'discover', null],
    ['3056930009020004', 'diners', null],
  ];
  const paid_tomorrow = '4000000000000382';
  const listed = [...table.map(([number]) => number), paid_tomorrow];
  const isPlain = (number: string) => TEST_CARDS[number]?.country === undefined;
  assert.deepEqual(listed.toSorted(), Object.keys(TEST_CARDS).filter(isPlain).toSorted());
  for (const [number, brand, code] of table) {
    const { checkout_session_id } = await create();
    const answer = await pay(checkout_session_id, { number });
    if (code === null) assert.deepEqual([answer.status, answer.body.status], [200, 'completed']);
    else {
      assertRefused(answer, 400, 'payment_declined', ['payment_method']);
      assert.equal(answer.body.error.details[0].code, code);
    }
    const [transaction, ...others] = await transactions({ checkout_session_id });
    assert.deepEqual([transaction.status, others], [code === null ? 'paid' : 'declined', []]);
    assert.deepEqual(transaction.payment_method, { brand, last4: number.slice(-4) });
    assert.equal(transaction.decline_code, code);
  }
});

test('200: blanks and dashes in a number, a code of four digits, and the month it expires in', async () => {
  for (const card of [
    { number: '4242 4242 4242 4242' },
    { number: '4242-4242-4242-4242' },
    { number: '378282246310005', cvc: '1234' },
    { exp_month: 11, exp_year: 2026 },
    { exp_month: 1, exp_year: 2100 },
  ]) {
    const answer = await pay((await create()).checkout_session_id, card);
    assert.equal(answer.status, 200, answer.text);
  }
});

test('400 payment_declined: any other number, for somebody may have typed a real one', async () => {
  const { checkout_session_id } = await create();
  const answer = await pay(checkout_session_id, { number: '4111111111111111' });
  assertRefused(answer, 400, 'payment_declined', ['payment_method']);
  assert.equal(answer.body.error.details[0].code, 'test_card_required');
});

test('400 payment_declined: the session stays open and tells why; one event; another card pays', async () => {
  const made = await create({ metadata: { a: '1' } });
  const { checkout_session_id, customer_id } = made;
  const before = await shop.events();
  assertRefused(await pay(checkout_session_id, { number: DECLINED }), 400, 'payment_declined');
  const message = 'The bank declined the card. Try another card, or ask the bank.';
  const last_payment_error = { code: 'card_declined', message };
  assert.deepEqual(await get(checkout_session_id), { ...made, last_payment_error });
  const [declined] = await transactions({ checkout_session_id });
  assert.deepEqual(declined, {
    transaction_id: declined.transaction_id,
    object: 'transaction',
    type: 'purchase',
    status: 'declined',
    customer_id,
    product_id,
    subscription_id: null,
    checkout_session_id,
    refunded_transaction_id: null,
    quantity: 1,
    ...{ subtotal: 20, discount: 0, tax: 0, balance_change: 0, total: 20, refunded: 0 },
    currency: 'EUR',
    lines: [billedLine('Editor', [1, 20, 0], 'product', 'Editor')],
    ...{ tax_breakdown: [], tax_evidence: null },
    payment_method: { brand: 'visa', last4: '0002' },
    decline_code: 'card_declined',
    ...{ dispute: null, fee: null, fee_currency: null },
    ...{ needs_review: false, review_note: null },
    ...{ provider: 'test', provider_reference: declined.provider_reference },
    ...{ reason: null, period_start: null, period_end: null },
    license_keys: [],
    ...{ invoice_url: null, invoice_pdf_url: null },
    ...{ metadata: { a: '1' }, custom_fields: {} },
    created_at: AT_START,
    settled_at: AT_START,
  });
  assert.deepEqual((await shop.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'transaction.declined', data: declined },
  ]);
  const { transaction_id } = declined;
  const ledger = 'SELECT * FROM ledger_entries WHERE transaction_id = :transaction_id';
  assert.deepEqual([...(await shop.db.reader(null).all(ledger, { transaction_id }))], []);
  const paid = await pay(checkout_session_id);
  assert.deepEqual([paid.status, paid.body.last_payment_error], [200, null]);
  const statuses = (await transactions({ checkout_session_id })).map(
    (one: { status: string }) => one.status,
  );
  assert.deepEqual(statuses, ['paid', 'declined']);
});

test('400 payment_declined: what was claimed of a coupon is given back', async () => {
  const limits = { max_redemptions: 1, max_redemptions_per_customer: 1 };
  const coupon_code = await createCode(limits);
  const { checkout_session_id } = await create({ coupon_code });
  for (let attempt = 0; attempt < 3; attempt++) {
    assertRefused(await pay(checkout_session_id, { number: DECLINED }), 400, 'payment_declined');
    assert.equal(await redemptions(coupon_code), 0);
  }
  const other = await create({ coupon_code });
  assert.equal((await pay(other.checkout_session_id)).status, 200);
  assert.equal(await redemptions(coupon_code), 1);
  const used = await uses();
  assertRefused(await pay(checkout_session_id), 400, 'coupon_exhausted', []);
  assert.deepEqual([await redemptions(coupon_code), await uses()], [1, used]);
});

test('400 payment_attempts: after 30 declined payments not even a good card is asked', async () => {
  const { checkout_session_id } = await create();
  for (let attempt = 0; attempt < 30; attempt++) {
    assertRefused(await pay(checkout_session_id, { number: DECLINED }), 400, 'payment_declined');
  }
  const before = await everythingButCards();
  for (const number of [DECLINED, cards.pays.number]) {
    assertRefused(await pay(checkout_session_id, { number }), 400, 'payment_attempts', []);
  }
  assert.equal(await everythingButCards(), before);
  assert.equal((await get(checkout_session_id)).status, 'open');
});

test('400 coupon_not_found: a coupon deleted since; the session stays open and nothing is charged', async () => {
  const coupon_code = await createCode();
  const made = await create({ coupon_code });
  await shop.call('DELETE /delete-discount-code', { code: coupon_code });
  await createCode({ code: coupon_code });
  const before = await everythingButCards();
  assertRefused(await pay(made.checkout_session_id), 400, 'coupon_not_found', []);
  assert.equal(await everythingButCards(), before);
  assert.deepEqual(await get(made.checkout_session_id), made);
});

test('400 coupon_exhausted: the last redemption went to somebody else; the session stays open', async () => {
  const coupon_code = await createCode({ max_redemptions: 1 });
  const [first, second] = [await create({ coupon_code }), await create({ coupon_code })];
  assert.equal((await pay(first.checkout_session_id)).status, 200);
  const before = await everythingButCards();
  assertRefused(await pay(second.checkout_session_id), 400, 'coupon_exhausted', []);
  assert.equal(await everythingButCards(), before);
  assert.deepEqual(await get(second.checkout_session_id), second);
});

test('400 coupon_exhausted: the customer used it up with another session', async () => {
  const coupon_code = await createCode({ max_redemptions_per_customer: 1 });
  const customer_id = newCustomer();
  const input = { coupon_code, customer_id };
  const [first, second] = [await create(input), await create(input)];
  assert.equal((await pay(first.checkout_session_id)).status, 200);
  const before = await everythingButCards();
  assertRefused(await pay(second.checkout_session_id), 400, 'coupon_exhausted', []);
  assert.equal(await everythingButCards(), before);
  assert.equal(await redemptions(coupon_code), 1);
});

test('400 checkout_expired: once its time is over a session is not charged; a coupon that ended is honoured before', async () => {
  const own = await startShop();
  const terms = { product_id: await createProduct(own), expires_in_minutes: 30 };
  const coupon_code = await createCode({ valid_until: AT_START }, own);
  const promised = await create({ ...terms, coupon_code }, own);
  const { checkout_session_id } = await create(terms, own);
  own.now = START + 30 * 60_000 - 1;
  const paid = await pay(promised.checkout_session_id, {}, own);
  assert.deepEqual([paid.status, paid.body.total], [200, 15]);
  assert.equal(paid.body.completed_at, '2026-11-14T09:59:59.999Z');
  own.now = START + 30 * 60_000;
  assertRefused(await pay(checkout_session_id, {}, own), 400, 'checkout_expired', []);
  const { data } = (await own.call('GET /get-transactions', { checkout_session_id })).body;
  assert.deepEqual([(await get(checkout_session_id, own)).status, data], ['expired', []]);
});

test('400 invalid_parameters: a card that cannot be one is named by what is wrong, and not handed on', async () => {
  const { checkout_session_id } = await create();
  const table: [card: object, ...params: string[]][] = [
    [{ number: '4242424242424241' }, 'number'],
    [{ number: '42424242424' }, 'number'],
    [{ number: '42424242424242424242' }, 'number'],
    [{ number: '4242 4242 4242 424x' }, 'number'],
    [{ number: 4242424242424242 }, 'number'],
    [{ number: undefined }, 'number'],
    [{ exp_month: 0 }, 'exp_month'],
    [{ exp_month: 13 }, 'exp_month'],
    [{ exp_month: '12' }, 'exp_month'],
    [{ exp_month: 10, exp_year: 2026 }, 'exp_year'],
    [{ exp_year: 2025 }, 'exp_year'],
    [{ exp_year: 34 }, 'exp_year'],
    [{ exp_year: 2101 }, 'exp_year'],
    [{ cvc: '12' }, 'cvc'],
    [{ cvc: '12345' }, 'cvc'],
    [{ cvc: '12a' }, 'cvc'],
    [{ cvc: 123 }, 'cvc'],
    [{ number: '1', exp_month: 0, exp_year: 0, cvc: '' }, 'number', 'exp_month', 'exp_year', 'cvc'],
  ];
  const before = await shop.everything();
  for (const [card, ...params] of table) {
    const named = params.map((param) => `payment_method.${param}`);
    const answer = await pay(checkout_session_id, card);
    assertRefused(answer, 400, 'invalid_parameters', named);
  }
  for (const payment_method of ['4242424242424242', 7, [cards.pays]]) {
    const input = { checkout_session_id, payment_method };
    const answer = await shop.call('POST /complete-checkout', input);
    assertRefused(answer, 400, 'invalid_parameters', ['payment_method']);
  }
  assert.equal(await shop.everything(), before);
});

test('200: a card number is neither stored nor logged nor answered, however the payment ended', async () => {
  const numbers = ['4242424242424242', DECLINED, '4111111111111111', '4242424242424241'];
  for (const [at, number] of numbers.entries()) {
    const input = { ...(await create()), payment_method: { ...cards.pays, number, cvc: '9876' } };
    const { checkout_session_id, payment_method } = input;
    const headers = { 'idempotency-key': `card-${at}` };
    const body = { checkout_session_id, payment_method };
    const answer = await shop.call('POST /complete-checkout', body, { headers });
    assert(!answer.text.includes(number));
  }
  const everywhere = `${await shop.everything()} ${shop.log_lines.join('\n')}`;
  for (const secret of [...numbers, '"9876"']) assert(!everywhere.includes(secret));
});
