import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { billedLine } from '../../../../test/harness/sales/billed-line.ts';
import { assertRefused, type Shop, START, startShop } from '../../../../test/harness/shop.ts';
import { setGatewayFault } from '../payments/test-gateway.sql.ts';

const DECLINED = '4000000000000002';
const DAY_MS = 86_400_000;

interface Found {
  provider_reference: string;
  transaction_id: string;
  checkout_session_id: string;
  product_id: string;
  type: string;
  status: string;
  customer_id: string;
  invoice_url: string | null;
  created_at: string;
}

let shop: Shop;
let editor = '';
let plan = '';
/** Under a name that tells them apart; one a day, the first at START. */
const made: Record<string, Found> = {};

const list = (input: object = {}, key = shop.api_key) =>
  shop.call('GET /get-transactions', input, { key });
const found = async (input: object = {}): Promise<Found[]> => {
  const { status, body, text } = await list(input);
  assert.equal(status, 200, text);
  return body.data;
};
/** The names of what is found, newest first. */
const names = async (input: object = {}) => {
  const ids = (await found(input)).map(({ transaction_id }) => transaction_id);
  return ids.map((id) => Object.keys(made).find((name) => made[name]?.transaction_id === id));
};

const createProduct = async (more: object = {}): Promise<string> => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'EUR', ...more };
  return (await shop.call('POST /create-product', product)).body.product_id;
};
const keep = async (name: string, filter: object) => {
  const [newest] = await found(filter);
  assert(newest);
  made[name] = newest;
  shop.now += DAY_MS;
};
const buy = async (
  name: string,
  product_id: string,
  customer_id: string,
  number = cards.pays.number,
) => {
  const input = { product_id, quantity: 1, customer_id };
  const { checkout_session_id } = (await shop.call('POST /create-checkout', input)).body;
  const payment_method = { ...cards.pays, number };
  await shop.call('POST /complete-checkout', { checkout_session_id, payment_method });
  await keep(name, { checkout_session_id });
};
const refund = async (name: string, of: string, amount?: number) => {
  const input = { transaction_id: made[of]?.transaction_id, amount };
  const { transaction_id } = (await shop.call('POST /refund-transaction', input)).body;
  await keep(name, { transaction_id });
};

before(async () => {
  shop = await startShop();
  editor = await createProduct();
  plan = await createProduct({ billing_type: 'recurring' });
  await buy('ada editor', editor, 'ada');
  await buy('ada plan', plan, 'ada');
  await buy('bob editor', editor, 'bob');
  await buy('bob declined', editor, 'bob', DECLINED);
  await refund('ada refund', 'ada editor');
  await refund('bob part', 'bob editor', 5);
  const fault = { fault: 'unavailable', delay_ms: 0 } as const;
  await shop.db.write({ store_id: shop.store_id }, async (tx) => setGatewayFault(tx, fault));
  await buy('bob pending', editor, 'bob');
});

test('200: everything, newest first, refunds, declined and pending ones too', async () => {
  assert.deepEqual(await names(), [
    'bob pending',
    'bob part',
    'ada refund',
    'bob declined',
    'bob editor',
    'ada plan',
    'ada editor',
  ]);
  const { body } = await list();
  assert.deepEqual([body.object, body.has_more, body.next_cursor], ['list', false, null]);
});

test('200: a transaction is the whole record, in the query string or in a JSON body', async () => {
  const { transaction_id, checkout_session_id, invoice_url, provider_reference } =
    made['bob editor'] ?? assert.fail();
  assert.match(String(invoice_url), /^https:\/\/localhost:\d+\/invoice\/[0-9a-z]{52}$/);
  const record = {
    transaction_id,
    object: 'transaction',
    type: 'purchase',
    status: 'partially_refunded',
    customer_id: 'bob',
    product_id: editor,
    subscription_id: null,
    checkout_session_id,
    refunded_transaction_id: null,
    quantity: 1,
    subtotal: 20,
    discount: 0,
    tax: 0,
    balance_change: 0,
    total: 20,
    refunded: 5,
    currency: 'EUR',
    lines: [billedLine('Editor', [1, 20, 0], 'product', 'Editor')],
    ...{ tax_breakdown: [], tax_evidence: null },
    payment_method: { brand: 'visa', last4: '4242' },
    ...{ decline_code: null, dispute: null },
    ...{ fee: 0, fee_currency: 'EUR' },
    ...{ needs_review: false, review_note: null },
    ...{ provider: 'test', provider_reference },
    reason: null,
    period_start: null,
    period_end: null,
    license_keys: [],
    invoice_url,
    invoice_pdf_url: `${invoice_url}/invoice.pdf`,
    ...{ metadata: {}, custom_fields: {} },
    created_at: '2026-11-16T09:30:00.000Z',
    settled_at: '2026-11-16T09:30:00.000Z',
  };
  const page = { object: 'list', data: [record], has_more: false, next_cursor: null };
  assert.deepEqual((await list({ transaction_id })).body, page);
  const in_body = await shop.call('GET /get-transactions', { transaction_id }, { in_body: true });
  assert.deepEqual(in_body.body, page);
});

test('200: each filter alone', async () => {
  const bobs = ['bob pending', 'bob part', 'bob declined', 'bob editor'];
  const { transaction_id } = made['ada plan'] ?? assert.fail();
  const { checkout_session_id } = made['ada editor'] ?? assert.fail();
  const table: [filter: object, names: string[]][] = [
    [{ transaction_id }, ['ada plan']],
    [{ customer_id: 'bob' }, bobs],
    [{ customer_id: 'ada' }, ['ada refund', 'ada plan', 'ada editor']],
    [{ product_id: plan }, ['ada plan']],
    [{ product_id: editor }, [...bobs.slice(0, 2), 'ada refund', ...bobs.slice(2), 'ada editor']],
    [{ checkout_session_id }, ['ada refund', 'ada editor']],
    [{ type: 'purchase' }, ['bob pending', 'bob declined', 'bob editor', 'ada editor']],
    [{ type: 'subscription_start' }, ['ada plan']],
    [{ type: 'refund' }, ['bob part', 'ada refund']],
    [{ type: 'renewal' }, []],
    [{ type: 'plan_change' }, []],
    [{ status: 'pending' }, ['bob pending']],
    [{ status: 'paid' }, ['bob part', 'ada refund', 'ada plan']],
    [{ status: 'declined' }, ['bob declined']],
    [{ status: 'partially_refunded' }, ['bob editor']],
    [{ status: 'refunded' }, ['ada editor']],
  ];
  for (const [filter, expected] of table) {
    assert.deepEqual(await names(filter), expected, JSON.stringify(filter));
  }
});

test('200: filters together mean all of them, any two and all at once', async () => {
  const all = await found();
  const fields = [
    'transaction_id',
    'checkout_session_id',
    'customer_id',
    'product_id',
    'status',
    'type',
  ] as const;
  for (const one of fields) {
    for (const other of fields) {
      for (const [at, record] of all.entries()) {
        const partner = all[(at + 2) % all.length] ?? record;
        const filter = { [one]: record[one], [other]: partner[other] };
        const expected = all.filter((it) => it[one] === filter[one] && it[other] === filter[other]);
        assert.deepEqual(await found(filter), expected, JSON.stringify(filter));
      }
    }
  }
  for (const record of all) {
    const filter = Object.fromEntries(fields.map((name) => [name, record[name]]));
    assert.deepEqual(await found(filter), [record]);
  }
});

test('200: what does not exist, or belongs to another store, gives an empty list', async () => {
  const { api_key } = await shop.makeStore('test');
  const page = { object: 'list', data: [], has_more: false, next_cursor: null };
  const { transaction_id, checkout_session_id } = made['ada editor'] ?? assert.fail();
  for (const filter of [{}, { transaction_id }, { checkout_session_id }, { customer_id: 'ada' }]) {
    assert.deepEqual((await list(filter, api_key)).body, page);
  }
  for (const filter of [
    { transaction_id: 'txn_nothing' },
    { transaction_id: 'cs_nothing' },
    { transaction_id: 'zzz' },
    { customer_id: 'nobody' },
    { product_id: 'prod_nothing' },
    { subscription_id: 'sub_nothing' },
    { checkout_session_id: 'cs_nothing' },
  ]) {
    assert.deepEqual((await list(filter)).body, page);
  }
});

test('200: created_from and created_to include their own millisecond', async () => {
  const at = (ms: number) => new Date(START + ms).toISOString();
  const table: [input: object, names: string[]][] = [
    [{ created_from: at(0), created_to: at(0) }, ['ada editor']],
    [{ created_to: at(0) }, ['ada editor']],
    [{ created_to: at(-1) }, []],
    [{ created_from: at(1), created_to: at(DAY_MS) }, ['ada plan']],
    [{ created_from: at(0), created_to: at(DAY_MS - 1) }, ['ada editor']],
    [{ created_from: at(6 * DAY_MS) }, ['bob pending']],
    [{ created_from: at(6 * DAY_MS + 1) }, []],
    [{ created_from: '2026-11-14T10:30:00+01:00', created_to: at(0) }, ['ada editor']],
    [{ created_to: '2026-11-14T09:30Z' }, ['ada editor']],
  ];
  for (const [input, expected] of table) {
    assert.deepEqual(await names(input), expected, JSON.stringify(input));
  }
});

test('200: a plain date is the whole day in UTC, at both ends', async () => {
  const table: [input: object, names: string[]][] = [
    [{ created_from: '2026-11-15', created_to: '2026-11-15' }, ['ada plan']],
    [{ created_from: '2026-11-19' }, ['bob pending', 'bob part']],
    [{ created_to: '2026-11-15' }, ['ada plan', 'ada editor']],
    [{ created_to: '2026-11-13' }, []],
    [{ created_from: '2026-11-21' }, []],
    [
      { created_from: '1970-01-01', created_to: '9999-12-31', status: 'declined' },
      ['bob declined'],
    ],
    [{ created_from: '2026-11-15', customer_id: 'ada' }, ['ada refund', 'ada plan']],
  ];
  for (const [input, expected] of table) {
    assert.deepEqual(await names(input), expected, JSON.stringify(input));
  }
});

test('200: a key that may only read is enough', async () => {
  const { api_key } = await shop.makeKey('read');
  assert.deepEqual((await list({}, api_key)).body, (await list()).body);
});

test('400 invalid_parameters: created_to before created_from, and dates that are none', async () => {
  const table: [input: object, ...params: string[]][] = [
    [{ created_from: '2026-11-15', created_to: '2026-11-14' }, 'created_to'],
    [
      { created_from: '2026-11-14T09:30:00.001Z', created_to: '2026-11-14T09:30:00Z' },
      'created_to',
    ],
    [{ created_from: 'yesterday' }, 'created_from'],
    [{ created_from: '2026-02-30', created_to: '2026-11-14T09' }, 'created_from', 'created_to'],
    [{ created_from: '' }, 'created_from'],
  ];
  for (const [input, ...params] of table) {
    assertRefused(await list(input), 400, 'invalid_parameters', params);
  }
});

test('400 invalid_parameters: created_to before created_from, at the first instant there is', async () => {
  const input = { created_from: '2026-11-14', created_to: '1970-01-01T00:00:00Z' };
  assertRefused(await list(input), 400, 'invalid_parameters', ['created_to']);
});

test('400 invalid_parameters: words, sizes and identifiers that cannot be', async () => {
  const wrong: [name: string, values: unknown[]][] = [
    ['type', ['sale', '', 'Purchase']],
    ['status', ['open', '', 'PAID']],
    ['limit', [0, 101, 1.5, 'ten', -1]],
    ['cursor', ['', 'nonsense', Buffer.from('["customers","x"]').toString('base64url')]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      assertRefused(await list({ [name]: value }), 400, 'invalid_parameters', [name]);
    }
  }
  const all = await list({ type: 'x', status: 'x', limit: 0, created_from: 'x' });
  const params = ['type', 'status', 'limit', 'created_from'];
  assertRefused(all, 400, 'invalid_parameters', params);
});

test('400 unknown_parameter: what get-transactions does not know is named', async () => {
  for (const unknown of ['query', 'from', 'currency']) {
    assertRefused(await list({ [unknown]: 'x' }), 400, 'unknown_parameter', [unknown]);
  }
});
