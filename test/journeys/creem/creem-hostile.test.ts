import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../harness/answer.ts';
import { cards } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';

// Whatever is sent to Creem's paths is answered in its words, and nothing of it breaks anything.

const shop = await startShop();

type Sent = { key?: string | null; body?: unknown; headers?: Record<string, string> };

function send(what: string, { key = shop.api_key, body, headers = {} }: Sent = {}) {
  const [method = '', path = ''] = what.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const own = key === null ? {} : { 'x-api-key': key };
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const options = { method, path: `/creem/v1${path}`, headers: { ...own, ...json, ...headers } };
  return shop.send(options, body === undefined ? undefined : text);
}

/** In the shape of Creem's errors; its messages. */
function refusedWith(answer: Answer, status: number, title: string): string[] {
  assert.equal(answer.status, status, answer.text);
  const { trace_id, timestamp, message, ...rest } = answer.body;
  assert.deepEqual(rest, { status, error: title });
  assert.match(trace_id, /^req_/);
  assert.ok(Number.isInteger(timestamp) && Array.isArray(message) && message.length > 0);
  return message;
}

const LISTS = ['/products/search', '/customers/list', '/subscriptions/search'].concat([
  '/discounts/search',
  '/transactions/search',
]);
const NAMED = [
  ...[
    'GET /products/{}',
    'PATCH /products/{}',
    'DELETE /products/{}',
    'GET /products?product_id={}',
  ],
  ...['GET /customers?customer_id={}', 'GET /customers?email={}', 'GET /customers/{}/orders'],
  ...['GET /customers/{}/subscriptions', 'GET /customers/{}/licenses'],
  ...['GET /checkouts?checkout_id={}', 'GET /discounts?discount_id={}'],
  ...['GET /discounts?discount_code={}', 'DELETE /discounts/{}/delete'],
  ...['GET /transactions?transaction_id={}', 'GET /licenses/{}/instances'],
  ...['GET /subscriptions?subscription_id={}', 'POST /subscriptions/{}'],
  ...['POST /subscriptions/{}/pause', 'POST /subscriptions/{}/resume'],
  ...['POST /subscriptions/{}/cancel'],
];
const POSTS = {
  '/products': { name: 'a', description: '', price: 1, currency: 'EUR', billing_type: 'onetime' },
  '/customers': { email: 'a@example.com', name: 'a' },
  '/customers/billing': { customer_id: 'a' },
  '/checkouts': { product_id: 'prod_a' },
  '/discounts': {
    ...{ name: 'a', type: 'fixed', amount: 1, currency: 'EUR', duration: 'once' },
    applies_to_products: [],
  },
  '/refunds': { transaction_id: 'txn_a' },
  '/licenses/activate': { key: 'a', instance_name: 'b' },
  '/licenses/validate': { key: 'a', instance_id: 'b' },
  '/licenses/deactivate': { key: 'a', instance_id: 'b' },
};

test('400: a parameter of another type, and one that does not exist, is named; nothing is stored', async () => {
  const stored = await shop.everything();
  const wrong = [
    {},
    [],
    [[]],
    true,
    -1,
    1.5,
    1e300,
    'x'.repeat(20_000),
    'a\u0000b',
    { a: { b: [] } },
  ];
  for (const [path, good] of Object.entries(POSTS)) {
    for (const name of Object.keys(good)) {
      for (const value of [undefined, null, ...wrong]) {
        if (JSON.stringify(value) === '[]' && name === 'applies_to_products') continue;
        if (path === '/products' && name === 'description' && typeof value === 'string') continue;
        const answer = await send(`POST ${path}`, { body: { ...good, [name]: value } });
        const said = `${path} ${name} ${JSON.stringify(value)?.slice(0, 40)} ${answer.text}`;
        assert.ok([400, 404].includes(answer.status), said);
        assert.ok(Array.isArray(answer.body.message), said);
      }
    }
    const [message = ''] = refusedWith(
      await send(`POST ${path}`, { body: { ...good, pric: 1 } }),
      ...([400, 'Bad Request'] as const),
    );
    assert.match(message, /^pric /);
  }
  for (const body of ['', '{', '[]', 'null', '"a"', '\u0000']) {
    const { status } = await send('POST /products', { body });
    assert.equal(status, 400, body);
  }
  assert.equal(await shop.everything(), stored);
});

test('400: what would change money and cannot be done is refused, not ignored', async () => {
  const stored = await shop.everything();
  const cannot: [string, object, string][] = [
    ['/products', { pay_what_you_want: true }, 'pay_what_you_want'],
    ['/products', { trial_price: 100 }, 'trial_price'],
    ['/products', { usage_prices: [{}] }, 'usage_prices'],
    ['/products', { features: [{}] }, 'features'],
    ['/products', { custom_fields: [{}] }, 'custom_fields'],
    ['/products', { billing_type: 'recurring', billing_period: 'once' }, 'billing_period'],
    ['/products', { billing_period: 'every-month' }, 'billing_period'],
    ['/products', { image_urls: ['https://a.example/1', 'https://a.example/2'] }, 'image_urls'],
    ['/checkouts', { custom_price: 100 }, 'custom_price'],
    ['/checkouts', { affiliate_code: 'a' }, 'affiliate_code'],
    ['/checkouts', { units: 0 }, 'units'],
    ['/checkouts', { customer: { id: 'nobody' } }, 'customer.id'],
    ['/checkouts', { customer: { email: 'no address' } }, 'customer.email'],
    ['/checkouts', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['/discounts', { percentage: 10 }, 'percentage'],
    ['/discounts', { currency: undefined }, 'currency'],
    ['/discounts', { applies_to_products: ['prod_nobody'] }, 'applies_to_products.0'],
    ['/discounts', { duration: 'repeating' }, 'duration_in_months'],
  ];
  const { body: product } = await send('POST /products', { body: POSTS['/products'] });
  const before = await shop.everything();
  assert.notEqual(before, stored);
  for (const [path, more, param] of cannot) {
    const good = POSTS[path as keyof typeof POSTS];
    const named = path === '/checkouts' ? { product_id: product.id } : {};
    const answer = await send(`POST ${path}`, { body: { ...good, ...named, ...more } });
    const [message = ''] = refusedWith(answer, 400, 'Bad Request');
    assert.equal(message.split(' ')[0], param, `${path} ${JSON.stringify(more)} ${answer.text}`);
  }
  for (const change of [{ currency: 'USD' }, { billing_type: 'recurring' }]) {
    const answer = await send(`PATCH /products/${product.id}`, { body: change });
    const [message = ''] = refusedWith(answer, 400, 'Bad Request');
    assert.equal(message.split(' ')[0], Object.keys(change)[0]);
  }
  assert.equal(await shop.everything(), before);
});

test('400: a parameter is named as it was sent, whatever it is called and wherever it is', async () => {
  const every_object_has = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  for (const name of every_object_has) {
    const { message } = (await send(`GET /products/search?${name}=1`)).body;
    assert.deepEqual(message, [`${name} is not a parameter here`]);
    const body = { ...POSTS['/customers'], [name]: {} };
    const sent = (await send('POST /customers', { body })).body;
    assert.deepEqual(sent.message, [`${name} is not a parameter here`]);
  }
  const { licensedPlan, buy } = await shop.openStore(shop);
  const { subscription_id } = await buy(await licensedPlan(), { customer_id: 'named' });
  for (const [item, param] of [
    [{ product_id: 'prod_nobody' }, 'items[0].product_id'],
    [{ price_id: 'pprice_nobody' }, 'items[0].price_id'],
    [{ units: 1e15 }, 'items[0].units'],
  ] as const) {
    const answer = await send(`POST /subscriptions/${subscription_id}`, {
      body: { items: [item] },
    });
    const [message = ''] = refusedWith(answer, 400, 'Bad Request');
    assert.equal(message.split(' ')[0], param, answer.text);
  }
});

test('400: lists and maps of thousands get one sentence, not one for each item', async () => {
  const many = Array.from({ length: 12_000 }, () => 'checkout.complete');
  const pairs = Object.fromEntries(many.map((_, at) => [`k${at}`, at]));
  const discount = { name: 'a', type: 'percentage', percentage: 1, duration: 'once' };
  for (const [path, body, said] of [
    ['/webhooks', { url: 'https://a.example', events: many }, 'events must have at most 100 items'],
    [
      '/discounts',
      { ...discount, applies_to_products: many.map(() => 1) },
      'applies_to_products must have at most 100 items',
    ],
    ['/customers', { ...POSTS['/customers'], metadata: pairs }, 'metadata has too many pairs'],
  ] as const) {
    const answer = await send(`POST ${path}`, { body });
    assert.deepEqual(refusedWith(answer, 400, 'Bad Request'), [said]);
  }
});

test('200: an empty x-api-key is none: a bearer token signs the address to return to', async () => {
  const { body: product } = await send('POST /products', { body: POSTS['/products'] });
  const body = { product_id: product.id, success_url: 'https://a.example/thanks' };
  for (const authorization of [`Bearer ${shop.api_key}`, `bearer \t ${shop.api_key}`]) {
    for (const empty of [{}, { 'x-api-key': '' }]) {
      const headers = { authorization, ...empty };
      const { status, text } = await send('POST /checkouts', { key: null, body, headers });
      assert.equal(status, 200, text);
    }
  }
});

test('400: pages that cannot be; 200: pages behind the last are empty', async () => {
  for (const list of LISTS) {
    for (const page of ['page_number=0', 'page_number=-1', 'page_number=1e9', 'page_size=101']) {
      refusedWith(await send(`GET ${list}?${page}`), 400, 'Bad Request');
    }
    const far = await send(`GET ${list}?page_number=101&page_size=100`);
    if (list !== '/discounts/search') refusedWith(far, 400, 'Bad Request');
    refusedWith(await send(`GET ${list}?page_number=1&page_number=2`), 400, 'Bad Request');
    const { status, body } = await send(`GET ${list}?page_number=99`);
    assert.deepEqual([status, body.items, body.pagination.next_page], [200, [], null]);
  }
});

test('404: what is nobody, or of another store, is not found on any path; nothing changes', async () => {
  const { must, licensedPlan, buy } = await shop.openStore();
  const plan = await licensedPlan();
  const { subscription_id, transaction_id, checkout_session_id } = await buy(plan, {
    customer_id: 'of another',
  });
  const { license_id } = (await must('GET /list-licenses')).data[0];
  const { discount_id } = await must('POST /create-discount-code', {
    ...{ code: 'FOREIGN', discount_percentage: 10 },
  });
  const foreign = [plan, subscription_id, transaction_id, checkout_session_id, license_id].concat([
    ...[discount_id, 'of another', 'FOREIGN'],
  ]);
  const odd = ['nobody', '%00', '%F0%9F%98%80', '..%2F..', '%ff', "'", 'x'.repeat(3_000)];
  const stored = await shop.everything();
  for (const what of NAMED) {
    for (const id of [...foreign.map(encodeURIComponent), ...odd]) {
      const body = what.startsWith('P') ? {} : undefined;
      const answer = await send(what.replace('{}', id), { body });
      const bad_query = ['%ff', '%00'].includes(id) && what.includes('?');
      assert.equal(answer.status, bad_query ? 400 : 404, `${what} ${id} ${answer.text}`);
      assert.ok(!answer.text.includes('FOREIGN') || id === 'FOREIGN');
    }
  }
  for (const path of ['', '/', '/nothing', '/products/', '/products/a/b/c', '/__proto__/{id}']) {
    refusedWith(await send(`GET ${path}`), 404, 'Not Found');
  }
  const refund = { body: { transaction_id } };
  refusedWith(await send('POST /refunds', refund), 404, 'Not Found');
  assert.equal(await shop.everything(), stored);
});

test('401, 403: without a key, with a wrong one, and with one that may not', async () => {
  refusedWith(await send('GET /products/search', { key: null }), 401, 'Unauthorized');
  refusedWith(await send('GET /products/search', { key: 'creem_123' }), 403, 'Forbidden');
  const license = (await shop.makeKey('license')).api_key;
  const read = (await shop.makeKey('read')).api_key;
  const { newKey } = await shop.openStore({ api_key: shop.api_key, store_id: shop.store_id });
  const key = await newKey({ activation_limit: 1 });
  const activate = { key: license, body: { key, instance_name: 'Laptop' } };
  const { body } = await send('POST /licenses/activate', activate);
  const instance_id = body.instance.id;
  const machine = { key: license, body: { key, instance_id } };
  assert.equal((await send('POST /licenses/validate', machine)).status, 200);
  const full = { key: license, body: { key, instance_name: 'Another' } };
  const [message = ''] = refusedWith(
    await send('POST /licenses/activate', full),
    ...([400, 'Bad Request'] as const),
  );
  assert.match(message, /^key is in use on 1 device/);
  assert.equal((await send('POST /licenses/deactivate', machine)).status, 200);
  assert.equal((await send('POST /licenses/deactivate', machine)).status, 200);
  const stored = await shop.everything();
  for (const list of LISTS) {
    refusedWith(await send(`GET ${list}`, { key: license }), 403, 'Forbidden');
    assert.equal((await send(`GET ${list}`, { key: read })).status, 200);
  }
  for (const [path, good] of Object.entries(POSTS)) {
    if (path.startsWith('/licenses')) continue;
    for (const other of [license, read]) {
      const { status, text } = await send(`POST ${path}`, { key: other, body: good });
      assert.ok([403, 404].includes(status), `${path} ${text}`);
    }
  }
  assert.equal(await shop.everything(), stored);
});

test('a retry with the same Idempotency-Key makes nothing twice; a card is charged once', async () => {
  const headers = { 'idempotency-key': 'once' };
  const made = await Promise.all(
    [1, 2, 3].map(() => send('POST /products', { body: POSTS['/products'], headers })),
  );
  assert.equal(new Set(made.map(({ text }) => text)).size, 1);
  const body = { product_id: made[0]?.body.id, customer: { email: 'eve@example.com' } };
  const twice = { body, headers: { 'idempotency-key': 'session' } };
  const sessions = [await send('POST /checkouts', twice), await send('POST /checkouts', twice)];
  assert.equal(sessions[0]?.body.id, sessions[1]?.body.id);
  const checkout_session_id = sessions[0]?.body.id;
  const { body: paid } = await shop.call('POST /complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.pays },
  });
  const { transaction_id } = paid;
  const refunds = await Promise.all(
    [1, 2, 3].map(() => send('POST /refunds', { body: { transaction_id } })),
  );
  assert.deepEqual(refunds.map(({ status }) => status).sort(), [200, 400, 400]);
  await shop.assertRight();
});
