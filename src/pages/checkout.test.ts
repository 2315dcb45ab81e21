import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { type Answer, type Shop, startShop } from '../../test/harness.ts';
import { setGatewayFault } from '../payments/test-gateway.sql.ts';

let shop: Shop;
let product_id: string;
before(async () => {
  shop = await startShop();
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  product_id = (await shop.call('POST /create-product', product)).body.product_id;
});

let customers = 0;
async function openSession(more: object = {}): Promise<{ id: string; path: string }> {
  const customer_id = `buyer_${customers++}`;
  const input = { product_id, quantity: 1, customer_id, ...more };
  const { checkout_session_id } = (await shop.call('POST /create-checkout', input)).body;
  return { id: checkout_session_id, path: `/checkout/${checkout_session_id}` };
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  shop.send({ method: 'GET', path, headers });

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (path: string, form: object | string, headers: object = {}): Promise<Answer> => {
  const body =
    typeof form === 'string' ? form : new URLSearchParams(Object.entries(form)).toString();
  return shop.send({ method: 'POST', path, headers: { ...FORM, ...headers } }, body);
};

let attempts = 0;
const filled = (card_number = '4242424242424242') => ({
  attempt: `attempt${attempts++}`,
  email: 'ada@example.com',
  name: '',
  country: '',
  card_number,
  card_expiry: '12/34',
  card_code: '123',
});

const session = async (checkout_session_id: string) =>
  (await shop.call('GET /get-checkout', { checkout_session_id })).body;

const setFault = (fault: 'unavailable' | undefined) =>
  shop.db.write({ store_id: shop.store_id }, async (tx) =>
    setGatewayFault(tx, fault && { fault, delay_ms: 0 }),
  );

test('a form is answered with a redirect, so that a reload sends nothing again', async () => {
  const { id, path } = await openSession();
  const answer = await post(`${path}/pay`, filled());
  assert.deepEqual([answer.status, answer.headers.location], [303, path]);
  assert.equal((await session(id)).status, 'completed');
  assert.match((await get(path)).text, /Thank you/);
  // A second window that still shows the form.
  assert.equal((await post(`${path}/pay`, filled())).status, 303);
  const { data } = (await shop.call('GET /get-transactions', { checkout_session_id: id })).body;
  assert.equal(data.length, 1);
});

test('a form from another site is refused and nothing happens', async () => {
  const { id, path } = await openSession();
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example' },
  ]) {
    const before = await shop.everything();
    const answer = await post(`${path}/pay`, filled(), headers);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /came from elsewhere/);
    assert.equal(await shop.everything(), before);
  }
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: `https://localhost:${shop.app.port}`, host: `localhost:${shop.app.port}` },
  ]) {
    assert.equal((await post(`${path}/coupon`, { coupon: '' }, headers)).status, 303);
  }
  assert.equal((await session(id)).status, 'open');
});

test('what is no form is refused in words', async () => {
  const { path } = await openSession();
  const before = await shop.everything();
  for (const [body, headers, words] of [
    ['{}', { 'content-type': 'application/json' }, /x-www-form-urlencoded/],
    ['email=a&email=b', {}, /twice/],
    ['email=%ff%fe', {}, /UTF-8/],
    ['coupon=a\0b', {}, /not encoded/],
    ['attempt=\u00e4', {}, /not encoded/],
    [`email=${'a'.repeat(300_000)}`, {}, /larger than 256 KB/],
  ] as const) {
    for (const action of ['pay', 'coupon']) {
      const answer = await post(`${path}/${action}`, body, headers);
      assert.equal(answer.status, 400);
      assert.match(answer.text, words);
    }
  }
  const put = await shop.send({ method: 'PUT', path });
  assert.equal(put.status, 400);
  assert.match(put.text, /answers to GET, not to PUT/);
  assert.equal(await shop.everything(), before);
});

test('an unknown session, an action that is none, and GET of an action', async () => {
  const { path } = await openSession();
  const none = `/checkout/cs_${'0'.repeat(28)}`;
  for (const wrong of [none, `${none}/pay`, '/checkout/', '/checkout/x', `${path}/nonsense`]) {
    assert.equal((await get(wrong)).status, 404, wrong);
    assert.equal((await post(wrong, filled())).status, 404, wrong);
  }
  assert.match((await get(`${path}/pay`)).text, /Pay \$20\.00/);
  assert.deepEqual((await get(`${path}/return`)).headers.location, path);
  assert.deepEqual((await post(`${path}/return`, {})).headers.location, path);
  assert.deepEqual((await post(`${path}/give-up`, {})).headers.location, path);
  assert.equal((await get('/test-bank/nonsense')).status, 404);
  assert.equal((await post('/test-bank/nonsense', { answer: 'confirm' })).status, 404);
});

test('amounts follow the first language that the browser names and we know', async () => {
  const { path } = await openSession();
  for (const [language, amount] of [
    ['de-DE,de;q=0.9', '20,00\u00a0$'],
    ['xx, fr-CH;q=0.5', '20.00\u00a0$US'],
    ['en-GB', 'US$20.00'],
    ['ar-EG-u-nu-arab', '\u200f20.00\u00a0US$'],
    ['*', '$20.00'],
    ['', '$20.00'],
    ['x'.repeat(5_000), '$20.00'],
    ['de-DE-u-co-phonebk\u00ff', '20,00\u00a0$'],
  ] as const) {
    const { text, status } = await get(path, { 'accept-language': language });
    assert.equal(status, 200);
    const shown = /<p class="due">([^<]*)/.exec(text)?.[1];
    assert.equal(
      shown?.replace(/[٠-٩]/g, (d) => String(d.charCodeAt(0) - 0x660)).replace('٫', '.'),
      amount,
      language,
    );
  }
});

test('a provider that does not answer: the page says so, looks again, and the job ends it', async () => {
  const { id, path } = await openSession();
  await setFault('unavailable');
  assert.equal((await post(`${path}/pay`, filled())).headers.location, path);
  const waiting = await get(path);
  assert.match(waiting.text, /Your payment is being processed/);
  assert.equal(waiting.headers.refresh, '3');
  await setFault(undefined);
  shop.now += 2 * 60_000;
  await until(async () => (await session(id)).status === 'completed');
  assert.match((await get(path)).text, /Thank you/);
});

test('a payment that is never confirmed with the bank is given up after a quarter of an hour', async () => {
  const { id, path } = await openSession();
  const away = await post(`${path}/pay`, filled('4000002500003155'));
  const bank = new URL(String(away.headers.location)).pathname;
  assert.match((await get(bank)).text, /Do you confirm this payment\?/);
  shop.now += 14 * 60_000;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  assert.equal((await session(id)).status, 'processing', 'the buyer still has a minute');
  await shop.restart();
  assert.equal((await session(id)).status, 'processing', 'a restart takes nothing from the buyer');
  shop.now += 60_000;
  await until(async () => (await session(id)).status === 'open');
  assert.equal((await session(id)).last_payment_error.code, 'confirmation_expired');
  assert.equal((await get(bank)).status, 404, 'there is nothing left to confirm');
  assert.equal((await post(bank, { answer: 'confirm' })).headers.location?.includes(path), true);
  assert.equal((await session(id)).status, 'open');
  assert.equal((await post(`${path}/pay`, filled())).status, 303);
  assert.equal((await session(id)).status, 'completed');
});

test('a payment that was confirmed by a buyer who did not come back is completed by the job', async () => {
  const { id, path } = await openSession();
  const away = await post(`${path}/pay`, filled('4000002500003155'));
  const bank = new URL(String(away.headers.location)).pathname;
  const back = await post(bank, { answer: 'confirm' });
  assert.equal(new URL(String(back.headers.location)).pathname, `${path}/return`);
  assert.equal((await session(id)).status, 'processing');
  shop.now += 16 * 60_000;
  await until(async () => (await session(id)).status === 'completed');
});

test('a coupon that is used up when the buyer pays: the page says what to do', async () => {
  const code = `LAST${customers}`;
  await shop.call('POST /create-discount-code', {
    code,
    discount_percentage: 10,
    max_redemptions: 1,
  });
  const [first, second] = [
    await openSession({ coupon_code: code }),
    await openSession({ coupon_code: code }),
  ];
  await post(`${first.path}/pay`, filled());
  const answer = await post(`${second.path}/pay`, filled());
  assert.match(answer.text, /has been used up\. Remove the coupon to pay the full price\./);
  assert.match(answer.text, /value="ada@example\.com"/);
  assert.equal((await post(`${second.path}/coupon`, { remove: '1' })).status, 303);
  await post(`${second.path}/pay`, filled());
  assert.deepEqual((await session(second.id)).total, 20);
});

test('one customer_id for eight buyers with eight coupons at once: all pay', async () => {
  const sessions = [];
  for (let at = 0; at < 8; at++) {
    const code = `GUEST${at}`;
    await shop.call('POST /create-discount-code', { code, discount_percentage: 10 });
    sessions.push(await openSession({ customer_id: 'guest', coupon_code: code }));
  }
  const answers = await Promise.all(
    sessions.map(({ path }, at) =>
      post(`${path}/pay`, { ...filled(), email: `guest${at}@example.com` }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(303),
  );
  for (const { id } of sessions) assert.equal((await session(id)).status, 'completed');
});

test('the buyer pays what the button said, or is told that the price has changed', async () => {
  const code = `ODD${customers}`;
  await shop.call('POST /create-discount-code', { code, discount_percentage: 50 });
  const { id, path } = await openSession({ coupon_code: code });
  const [, total] = /name="total" value="([^"]*)"/.exec((await get(path)).text) ?? [];
  assert.equal(total, '10');
  await post(`${path}/coupon`, { remove: '1' }); // In another window.
  const answer = await post(`${path}/pay`, { ...filled(), total });
  assert.match(answer.text, /The price has changed\. Look at it again before you pay\./);
  assert.match(answer.text, /Pay \$20\.00/);
  assert.equal((await session(id)).status, 'open');
  for (const odd of ['NaN', '', '1e999', '-0', 'twenty']) {
    await post(`${path}/pay`, { ...filled(), total: odd });
    assert.equal((await session(id)).status, 'open', odd);
  }
  await post(`${path}/pay`, { ...filled(), total: '20' });
  assert.equal((await session(id)).status, 'completed');
});

test('looking again at the bank step gives nobody more time', async () => {
  const { id, path } = await openSession();
  await post(`${path}/pay`, filled('4000002500003155'));
  for (let minutes = 0; minutes < 14; minutes += 7) {
    shop.now += 7 * 60_000;
    await get(`${path}/return`);
    assert.equal((await session(id)).status, 'processing');
  }
  shop.now += 2 * 60_000;
  await until(async () => (await session(id)).status === 'open');
});

test('a refusal of a form is a page; "Expect: 100-continue" is answered', async () => {
  const { path } = await openSession();
  const broken = await post(`${path}/pay`, 'email=%zz');
  assert.equal(broken.status, 400);
  assert.match(broken.text, /<h1>This did not work<\/h1>/);
  const body = 'coupon=NONE';
  const head = `POST ${path}/coupon HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const expect = `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`;
  const heard = await shop.raw([head + type + expect, body], 3_000, 200);
  assert.match(
    heard,
    /^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 400[\s\S]*There is no such coupon/,
  );
});

test('whatever is typed into the forms: never a 5xx, and nothing is charged by accident', async () => {
  const { id, path } = await openSession();
  const field = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constant(''),
    fc.constant('4242'),
  );
  const names = [
    'email',
    'name',
    'country',
    'card_number',
    'card_expiry',
    'card_code',
    'attempt',
    'coupon',
    'remove',
  ];
  const form = fc.dictionary(fc.constantFrom(...names), field, { maxKeys: 9 });
  await fc.assert(
    fc.asyncProperty(
      form,
      fc.constantFrom('pay', 'coupon', 'give-up', 'return', 'x'),
      async (fields, action) => {
        const { status, text } = await post(`${path}/${action}`, fields);
        assert.ok(status < 500, `${status} ${text.slice(0, 300)}`);
      },
    ),
    { numRuns: 300 },
  );
  assert.equal((await session(id)).status, 'open');
  const { data } = (await shop.call('GET /get-transactions', { checkout_session_id: id })).body;
  assert.deepEqual(data, []);
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 100) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('it did not happen in time');
}
