import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore } from '../../../test/harness/visits/visiting.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { createLog } from '../../platform/core/log.ts';
import { createCookies } from '../../platform/http/cookies.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { createMetrics } from '../api/metrics.ts';
import { createServer, type Server } from '../api/server.ts';
import { area, type PageHandler, route } from './router.ts';

interface Visit {
  token: string;
}

const TOKEN = '0'.repeat(32);
const text = (body: string, more: Partial<PageAnswer> = {}): PageAnswer => ({
  status: 200,
  type: 'text/plain',
  body,
  ...more,
});

/** Says what it was asked. */
const echo: PageHandler<Visit> = ({ token }, asked: PageRequest, parts) =>
  text(
    JSON.stringify({
      token,
      parts,
      query: Object.fromEntries(asked.readQuery()),
      cookies: Object.fromEntries(asked.cookies),
      form: Object.fromEntries(asked.form),
    }),
  );

const setsCookies = (): PageAnswer =>
  text('', {
    cookies: [
      { name: '__Host-a', value: 'A-1._~', max_age_seconds: 60, same_site: 'Lax' },
      { name: '__Host-b', value: '', max_age_seconds: 0, same_site: 'Strict' },
      { name: '__Host-c', value: 'c', max_age_seconds: undefined, same_site: 'Lax' },
    ],
  });

const shown = () => text('shown');
const ROUTES = [
  route('/', { GET: shown, POST: () => text('sent') }),
  route('/echo', { GET: echo, POST: echo }),
  route('/receipt/:transaction_id', { GET: echo }),
  route('/plan/:product_id/:quantity', { POST: echo }),
  route('/cookies', { GET: setsCookies }),
];

const house = area({
  at: '/house/:token',
  base_path: '',
  routes: ROUTES,
  enter: (_, { token }, open: (visit: Visit) => ReturnType<typeof echo>) => open({ token }),
  notFoundPage: (_, visit?: Visit) => text(visit ? 'nothing' : 'nobody', { status: 404 }),
});

let server: Server;
let port: number;
before(async () => {
  server = createServer({
    operations: [],
    pages: [],
    loadSite: async () => ({ dialects: [], pages: [house], refused: undefined }),
    cookies: createCookies('0a1b2c3d'),
    serveOperation: () => Promise.reject(new Error('there is none')),
    serveDialect: () => Promise.reject(new Error('there is none')),
    crossOrigin: { preflight: async () => [], check() {}, answer: () => [], forget() {} },
    tls: undefined,
    base_url: undefined,
    limits: LIMITS,
    trusted_proxies: ['127.0.0.1'],
    clock: () => 0,
    log: createLog('off'),
    metrics: createMetrics(),
  });
  port = await server.listen(0, '127.0.0.1');
});
after(() => server.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function ask(method: string, below: string, more: { headers?: object; body?: string } = {}) {
  const headers = { 'x-forwarded-proto': 'https', ...more.headers };
  const { body = null } = more;
  const at = `http://127.0.0.1:${port}/house${below}`;
  const answer = await fetch(at, { method, headers, body });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

async function echoed(below: string, more = {}) {
  const answer = await ask('GET', below, more);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

const id = (prefix: string) => `${prefix}_${'1'.repeat(28)}`;

describe('addresses', () => {
  test('are found by their parts, which are given by name', async () => {
    const { token, parts } = await echoed(`/${TOKEN}/receipt/${id('txn')}`);
    assert.deepEqual([token, parts], [TOKEN, { transaction_id: id('txn') }]);
    const plan = `/${TOKEN}/plan/${id('prod')}/12`;
    const sent = await ask('POST', plan, { headers: FORM });
    assert.deepEqual(JSON.parse(sent.text).parts, { product_id: id('prod'), quantity: '12' });
    assert.equal((await ask('GET', `/${TOKEN}`)).text, 'shown');
    assert.equal((await ask('POST', `/${TOKEN}`, { headers: FORM })).text, 'sent');
  });

  test('404: with another part, more or fewer of them, or a slash too many', async () => {
    for (const below of [
      '/receipt',
      '/receipt/',
      `/receipt/${id('sub')}`,
      `/receipt/${id('txn')}x`,
      `/receipt/${id('txn')}/`,
      `/receipt/${id('txn')}/more`,
      `/receipt/${id('txn').replace('t', '%74')}`,
      `/plan/${id('prod')}/1`, // Takes forms alone.
      '/',
      '//echo',
      '/ECHO',
      '/%',
      '/%00',
      '/..%2f..',
    ]) {
      const answer = await ask('GET', `/${TOKEN}${below}`);
      assert.deepEqual([answer.status, answer.text], [404, 'nothing'], below);
    }
    const sent = await ask('POST', `/${TOKEN}/cookies`, { headers: FORM });
    assert.deepEqual([sent.status, sent.text], [404, 'nothing']);
    for (const below of ['', '/', `/${TOKEN}0`, '/x/echo', '/%zz']) {
      const answer = await ask('GET', below);
      assert.deepEqual([answer.status, answer.text], [404, 'nobody'], below);
    }
  });

  test('HEAD is answered like GET; 400: other methods, and forms of other sites, as a page', async () => {
    const head = await ask('HEAD', `/${TOKEN}`);
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '5']);
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(method, `/${TOKEN}`);
      assert.deepEqual([answer.status, /<h1>/.test(answer.text)], [400, true], method);
    }
    const headers = { ...FORM, 'sec-fetch-site': 'cross-site' };
    const foreign = await ask('POST', `/${TOKEN}`, { headers });
    assert.equal(foreign.status, 400);
    assert.match(foreign.text, /came from another site/);
  });

  test('a handler that wants a part which the address does not name does not compile', () => {
    const wants: PageHandler<Visit, { transaction_id: string }> = () => text('');
    // @ts-expect-error: this address has no transaction_id.
    const refused = route('/receipt', { GET: wants });
    // @ts-expect-error: and this one is not of the parts that are known.
    assert.throws(() => route('/receipt/:transaction', { GET: wants }), /:transaction looks like/);
    assert.ok(refused.hasPage('/receipt'));
  });
});

describe('the query string', () => {
  test('is read by name, decoded', async () => {
    const { query } = await echoed(`/${TOKEN}/echo?a=1&b=%C3%A9+x&c&d=`);
    assert.deepEqual(query, { a: '1', b: 'é x', c: '', d: '' });
  });

  test('400: broken, doubled or endless, but only where it is read', async () => {
    const many = Array.from({ length: LIMITS.fields + 1 }, (_, at) => `a${at}=1`).join('&');
    for (const query of [
      'a=%zz',
      'a=%',
      'a=%ff',
      'a=%00',
      '%zz',
      'a=1&a=2',
      many,
      '&'.repeat(9999),
    ]) {
      const answer = await ask('GET', `/${TOKEN}/echo?${query}`);
      assert.deepEqual([answer.status, /<h1>/.test(answer.text)], [400, true], query.slice(0, 9));
      const { status } = await ask('GET', `/${TOKEN}?${query}`);
      assert.equal(status, 200, query.slice(0, 9));
    }
  });

  test('400: a form with endless fields', async () => {
    const body = 'a&'.repeat(LIMITS.fields);
    const answer = await ask('POST', `/${TOKEN}/echo`, { headers: FORM, body });
    assert.equal(answer.status, 400);
  });
});

describe('cookies', () => {
  const cookiesOf = async (cookie: string) =>
    (await echoed(`/${TOKEN}/echo`, { headers: { cookie } })).cookies;

  test('are read by name; what is malformed or came twice is left out, not refused', async () => {
    assert.deepEqual(await cookiesOf('a=1; __Host-b=x=y;c=;  d=4  '), {
      a: '1',
      '__Host-b': 'x=y',
      c: '',
      d: '4',
    });
    assert.deepEqual(await cookiesOf('a=1; b=2; a=3; a=4'), { b: '2' });
    assert.deepEqual(await cookiesOf('=1; ;a; b=a b; c="1"; d=\\; é=1; e=é; f=%zz; {}=1'), {
      f: '%zz',
    });
    assert.deepEqual(await cookiesOf('__proto__=1; constructor=2'), {
      constructor: '2',
      ...JSON.parse('{"__proto__":"1"}'),
    });
  });

  test('are those of this installation; one of before there were marks counts until then', async () => {
    const [old, own, other] = ['__Host-a=1', '__Host-a-0a1b2c3d=2', '__Host-a-ffffffff=3'];
    assert.equal((await cookiesOf(`${old}; ${other}`))['__Host-a'], '1');
    for (const all of [`${old}; ${own}; ${other}`, `${other}; ${own}; ${old}`]) {
      assert.equal((await cookiesOf(all))['__Host-a'], '2');
    }
    assert.equal((await cookiesOf(other))['__Host-a'], undefined);
  });

  test('are read up to a limit', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `a${at}=1`).join(';');
    assert.equal(Object.keys(await cookiesOf(many)).length, LIMITS.cookies);
    assert.deepEqual(await cookiesOf(';'.repeat(9999)), {});
  });

  test('are set for this host alone, by HTTPS alone, and out of reach of scripts', async () => {
    const answer = await ask('GET', `/${TOKEN}/cookies`);
    assert.deepEqual(answer.headers.getSetCookie(), [
      '__Host-a-0a1b2c3d=A-1._~; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60',
      '__Host-b-0a1b2c3d=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
      '__Host-c-0a1b2c3d=c; Path=/; Secure; HttpOnly; SameSite=Lax',
    ]);
  });
});

test('whatever query and cookies come with it, every page of the shop is shown', async () => {
  const shop = await startShop();
  const store = await openVisitedStore(shop);
  const { home } = await store.visit('ada');
  const product = { name: 'Editor', description: '', price: 5, currency: 'EUR' };
  const { product_id } = await store.must('POST /create-product', product);
  const buying = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_url } = await store.must('POST /create-checkout', buying);
  const queries = ['a=%zz', 'a=1&a=2', '%00', '&'.repeat(5000), '?'.repeat(99), '=&=', '%C3%A9'];
  const cookies = ['a=%zz', ';'.repeat(5000), 'a=1;'.repeat(3000), '=', '"', '\u00e9=\u00ff'];
  for (const path of [
    '/',
    '/docs',
    '/style.css',
    home,
    `${home}/card`,
    new URL(checkout_url).pathname,
  ]) {
    for (const query of queries) {
      const { status } = await shop.send({ method: 'GET', path: `${path}?${query}` });
      assert.equal(status, 200, `${path}?${query.slice(0, 9)}`);
    }
    for (const cookie of cookies) {
      const { status } = await shop.send({ method: 'GET', path, headers: { cookie } });
      assert.equal(status, 200, `${path} with ${cookie.slice(0, 9)}`);
    }
    for (const broken of ['/%', '/%zz', '/%00', '%', ';a=1', '/../..']) {
      const { status } = await shop.send({ method: 'GET', path: `${path}${broken}` });
      assert.equal(status, 404, `${path}${broken}`);
    }
  }
});
