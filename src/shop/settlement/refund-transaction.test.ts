import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_START, cards } from '../../../test/harness/cast.ts';
import { billedLine } from '../../../test/harness/sales/billed-line.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { setGatewayFault } from '../money/payments/test-gateway.sql.ts';

const shop = await startShop();

/** A session of one product, paid unless `number` says otherwise: its latest transaction. */
const buy = async ({
  price = 20,
  currency = 'EUR',
  number = cards.pays.number,
  more = {},
} = {}) => {
  const product = { name: 'Editor', description: '', price, currency };
  const { product_id } = (await shop.call('POST /create-product', product)).body;
  const input = { product_id, quantity: 2, customer_id: 'ada', ...more };
  const { checkout_session_id } = (await shop.call('POST /create-checkout', input)).body;
  const payment_method = { ...cards.pays, number };
  await shop.call('POST /complete-checkout', { checkout_session_id, payment_method });
  return (await shop.call('GET /get-transactions', { checkout_session_id })).body.data[0];
};
const refund = (input: object, key = shop.api_key) =>
  shop.call('POST /refund-transaction', input, { key });
const get = async (transaction_id: string) =>
  (await shop.call('GET /get-transactions', { transaction_id })).body.data[0];
const ledger = async (transaction_id: string) => {
  const sql = `SELECT debit_account, credit_account, amount_minor, currency FROM ledger_entries
    WHERE transaction_id = :transaction_id ORDER BY position`;
  return [...(await shop.db.reader(null).all(sql, { transaction_id }))];
};
const gatewayRefunds = async (charge_key: string) => {
  const sql = `SELECT r.refund_key, r.amount_minor, r.status FROM test_gateway_refunds r
    JOIN test_gateway_charges c ON c.store_id = r.store_id AND c.reference = r.charge_reference
    WHERE c.charge_key = :charge_key ORDER BY r.refund_key`;
  return [...(await shop.db.reader(null).all(sql, { charge_key }))];
};

test('200: without an amount everything is given back; the record, the ledger, the exact event', async () => {
  const paid = await buy({ more: { metadata: { order: '7' } } });
  const { transaction_id, product_id, checkout_session_id } = paid;
  const before = await shop.events();
  const { status, body } = await refund({ transaction_id });
  assert.equal(status, 200);
  assert.match(body.transaction_id, /^txn_[0-9a-hjkmnp-tv-z]{28}$/);
  assert.notEqual(body.transaction_id, transaction_id);
  assert.deepEqual(body, {
    transaction_id: body.transaction_id,
    object: 'transaction',
    type: 'refund',
    status: 'paid',
    customer_id: 'ada',
    product_id,
    subscription_id: null,
    checkout_session_id,
    refunded_transaction_id: transaction_id,
    quantity: 2,
    subtotal: 40,
    discount: 0,
    tax: 0,
    balance_change: 0,
    total: 40,
    refunded: 0,
    currency: 'EUR',
    lines: [billedLine('Refund: Editor', [1, 40, 0], 'refund', 'Editor')],
    tax_breakdown: [],
    tax_evidence: null,
    payment_method: { brand: 'visa', last4: '4242' },
    decline_code: null,
    dispute: null,
    fee: null,
    fee_currency: null,
    needs_review: false,
    review_note: null,
    ...{ provider: 'test', provider_reference: body.provider_reference },
    reason: null,
    period_start: null,
    period_end: null,
    license_keys: [],
    invoice_url: body.invoice_url,
    invoice_pdf_url: `${body.invoice_url}/invoice.pdf`,
    ...{ metadata: { order: '7' }, custom_fields: {} },
    created_at: AT_START,
    settled_at: AT_START,
  });
  assert.deepEqual(await get(body.transaction_id), body);
  const refunded = { ...paid, status: 'refunded', refunded: 40 };
  assert.deepEqual(await get(transaction_id), refunded);
  assert.partialDeepStrictEqual((await shop.events()).slice(before.length), [
    { sequence: before.length + 1, type: 'transaction.refunded', data: refunded },
  ]);
  assert.deepEqual(await ledger(body.transaction_id), [
    { debit_account: 'refunds', credit_account: 'gateway', amount_minor: 4000, currency: 'EUR' },
  ]);
  assert.deepEqual(await gatewayRefunds(transaction_id), [
    { refund_key: body.transaction_id, amount_minor: 4000, status: 'paid' },
  ]);
  const session = (await shop.call('GET /get-checkout', { checkout_session_id })).body;
  assert.deepEqual([session.status, session.transaction_id], ['completed', transaction_id]);
});

test('200: in parts, then what is left; every event has the transaction as it then was', async () => {
  const { transaction_id } = await buy();
  const steps: [amount: number | undefined, total: number, refunded: number, status: string][] = [
    [0.01, 0.01, 0.01, 'partially_refunded'],
    [15.5, 15.5, 15.51, 'partially_refunded'],
    [undefined, 24.49, 40, 'refunded'],
  ];
  for (const [amount, total, refunded, status] of steps) {
    const answer = await refund({ transaction_id, amount });
    assert.deepEqual([answer.status, answer.body.total], [200, total]);
    const original = await get(transaction_id);
    assert.deepEqual([original.refunded, original.status], [refunded, status]);
    const { type, data } = (await shop.events()).at(-1) ?? {};
    assert.partialDeepStrictEqual([type, data], ['transaction.refunded', original]);
  }
});

test('200: the whole amount, named, is a whole refund', async () => {
  const { transaction_id } = await buy();
  assert.equal((await refund({ transaction_id, amount: 40 })).body.total, 40);
  assert.equal((await get(transaction_id)).status, 'refunded');
});

test('200: a reason is kept; null is the same as none', async () => {
  const { transaction_id } = await buy();
  const because = async (reason?: string | null) =>
    (await refund({ transaction_id, amount: 1, reason })).body.reason;
  assert.equal(await because('Bought twice'), 'Bought twice');
  assert.equal(await because('😀'.repeat(500)), '😀'.repeat(500));
  assert.equal(await because(null), null);
  assert.equal(await because(), null);
});

test('200: exact in currencies of no, two and three decimals', async () => {
  const table: [price: number, currency: string, amount: number, amount_minor: number][] = [
    [1500, 'JPY', 1, 1],
    [19.99, 'USD', 0.07, 7],
    [1.234, 'BHD', 0.001, 1],
  ];
  for (const [price, currency, amount, amount_minor] of table) {
    const { transaction_id } = await buy({ price, currency });
    const { body } = await refund({ transaction_id, amount });
    assert.deepEqual([body.total, body.currency], [amount, currency]);
    assert.deepEqual(await gatewayRefunds(transaction_id), [
      { refund_key: body.transaction_id, amount_minor, status: 'paid' },
    ]);
    assert.equal((await get(transaction_id)).refunded, amount);
  }
});

test('200: with a coupon, what was paid is given back and the redemption stays used', async () => {
  const code = { code: 'HALF', discount_percentage: 50 };
  await shop.call('POST /create-discount-code', code);
  const { transaction_id } = await buy({ more: { coupon_code: 'HALF' } });
  const { body } = await refund({ transaction_id });
  assert.deepEqual([body.subtotal, body.discount, body.total], [20, 0, 20]);
  const { redemptions } = (await shop.call('GET /get-discount-code', { code: 'HALF' })).body;
  assert.equal(redemptions, 1);
});

test('400 amount_too_large: more than was paid, or than is left, and nothing is stored', async () => {
  const { transaction_id } = await buy();
  const refused = async (...amounts: number[]) => {
    const before = await shop.everything();
    for (const amount of amounts) {
      const answer = await refund({ transaction_id, amount });
      assertRefused(answer, 400, 'amount_too_large', ['amount']);
    }
    assert.equal(await shop.everything(), before);
  };
  await refused(40.01, 41, 999_999_999.99);
  await refund({ transaction_id, amount: 39.99 });
  await refused(0.02, 40);
  assert.equal((await refund({ transaction_id, amount: 0.01 })).status, 200);
});

test('400 nothing_to_refund: refunded, free, declined, or itself a refund; nothing is stored', async () => {
  const { transaction_id } = await buy();
  const { body } = await refund({ transaction_id });
  const free = await buy({ price: 0 });
  const declined = await buy({ number: '4000000000000002' });
  assert.deepEqual([free.status, declined.status], ['paid', 'declined']);
  const before = await shop.everything();
  for (const one of [{ transaction_id }, body, free, declined]) {
    for (const amount of [undefined, 1]) {
      const answer = await refund({ transaction_id: one.transaction_id, amount });
      assertRefused(answer, 400, 'nothing_to_refund', []);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400 transaction_disputed: the bank decides about the money; nothing is stored', async () => {
  const { transaction_id } = await buy({ number: '4000000000000259' });
  await shop.call('POST /advance-clock', { by: 'PT2H' });
  const before = await shop.everything();
  for (const amount of [undefined, 1]) {
    assertRefused(await refund({ transaction_id, amount }), 400, 'transaction_disputed', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 nothing_to_refund: a payment that is not settled yet', async () => {
  const { api_key: key, store_id } = await shop.makeStore('test');
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR' };
  const { product_id } = (await shop.call('POST /create-product', product, { key })).body;
  const input = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await shop.call('POST /create-checkout', input, { key })).body;
  const fault = { fault: 'answer_lost', delay_ms: 0 } as const;
  await shop.db.write({ store_id }, async (tx) => setGatewayFault(tx, fault));
  const payment = { checkout_session_id, payment_method: cards.pays };
  await shop.call('POST /complete-checkout', payment, { key });
  const { data } = (await shop.call('GET /get-transactions', {}, { key })).body;
  assert.equal(data[0].status, 'pending');
  const { transaction_id } = data[0];
  assertRefused(await refund({ transaction_id }, key), 400, 'nothing_to_refund', []);
});

test('400 refund_declined: the provider refuses; it is kept as declined and nothing is given back', async () => {
  const paid = await buy({ number: '4000000000000374' });
  const { transaction_id, checkout_session_id } = paid;
  const before = await shop.events();
  for (const amount of [undefined, 5, 40]) {
    const answer = await refund({ transaction_id, amount });
    assertRefused(answer, 400, 'refund_declined', []);
  }
  assert.deepEqual(await get(transaction_id), paid);
  const { data } = (await shop.call('GET /get-transactions', { checkout_session_id })).body;
  const refunds = data.filter(({ type }: { type: string }) => type === 'refund');
  const written = (await shop.events()).slice(before.length);
  assert.deepEqual(
    written.map((event) => [event.type, event.data]),
    refunds.toReversed().map((refund: object) => ['transaction.declined', refund]),
  );
  const totals: number[] = [];
  for (const one of refunds) {
    assert.deepEqual([one.status, one.decline_code], ['declined', 'refund_not_possible']);
    assert.deepEqual(await ledger(one.transaction_id), []);
    totals.push(one.total);
  }
  assert.deepEqual(totals, [40, 5, 40]);
});

test('404 transaction_not_found: unknown, or of another store, which is answered the same', async () => {
  const { transaction_id } = await buy();
  const { api_key } = await shop.makeStore('test');
  const { api_key: live } = await shop.makeStore('live');
  const before = await shop.everything();
  const missing = await refund({ transaction_id: 'txn_nothing' }, api_key);
  const error = { ...missing.body.error, request_id: '' };
  assertRefused(missing, 404, 'transaction_not_found', []);
  for (const key of [api_key, live]) {
    const foreign = await refund({ transaction_id }, key);
    assertRefused(foreign, 404, 'transaction_not_found', []);
    assert.deepEqual({ ...foreign.body.error, request_id: '' }, error);
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing, of another type or has too many decimals is named', async () => {
  const { transaction_id } = await buy();
  const yen = await buy({ price: 1500, currency: 'JPY' });
  const before = await shop.everything();
  assertRefused(await refund({}), 400, 'invalid_parameters', ['transaction_id']);
  const wrong: [name: string, values: unknown[]][] = [
    ['transaction_id', [7, null]],
    ['amount', [0, -1, '5', 1_000_000_000, 0.001, 1.005, 1e-9, [5], true]],
    ['reason', ['', ' ', 'a\nb', 'x'.repeat(501), 7]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await refund({ transaction_id, [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  const half_a_yen = await refund({ transaction_id: yen.transaction_id, amount: 0.5 });
  assertRefused(half_a_yen, 400, 'invalid_parameters', ['amount']);
  assert.equal(await shop.everything(), before);
});

test('400 unknown_parameter: what refund-transaction does not know is named, and nothing happens', async () => {
  const { transaction_id } = await buy();
  const before = await shop.everything();
  for (const unknown of ['total', 'currency', 'customer_id']) {
    const answer = await refund({ transaction_id, [unknown]: 'EUR' });
    assertRefused(answer, 400, 'unknown_parameter', [unknown]);
  }
  assert.equal(await shop.everything(), before);
});

test('403 api_key_scope: a key that may only read refunds nothing', async () => {
  const { transaction_id } = await buy();
  const { api_key } = await shop.makeKey('read');
  const before = await shop.everything();
  assertRefused(await refund({ transaction_id }, api_key), 403, 'api_key_scope');
  assert.equal(await shop.everything(), before);
});
