import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/harness/any-character.ts';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { wordsFor } from '../shared/choose-words.ts';

const shop = await startShop();
const { get, post, openSession, filled, session } = await openCounter(shop);

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
    assert.match(answer.text, /came from another site/);
    assert.equal(await shop.everything(), before);
  }
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: `https://localhost:${shop.app.port}`, host: `localhost:${shop.app.port}` },
  ]) {
    assert.equal((await post(`${path}/coupon`, { coupon: '' }, headers)).status, 200);
  }
  assert.equal((await session(id)).status, 'open');
});

test('what is no form is refused in words', async () => {
  const { path } = await openSession();
  const before = await shop.everything();
  for (const [body, headers, words] of [
    ['{}', { 'content-type': 'application/json' }, /This did not work/],
    ['email=a&email=b', {}, /This did not work/],
    ['email=%ff%fe', {}, /This did not work/],
    ['coupon=a\0b', {}, /This did not work/],
    ['attempt=\u00e4', {}, /This did not work/],
    [`email=${'a'.repeat(300_000)}`, {}, /too large/],
  ] as const) {
    for (const action of ['pay', 'coupon']) {
      const answer = await post(`${path}/${action}`, body, headers);
      assert.equal(answer.status, 400);
      assert.match(answer.text, words);
    }
  }
  const put = await shop.send({ method: 'PUT', path });
  assert.equal(put.status, 400);
  assert.match(put.text, /This page cannot be used like this/);
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

test('a page is one language: amounts are written as in the language that its text has', async () => {
  const { path } = await openSession();
  for (const language of [
    ...['de-DE,de;q=0.9', 'xx, fr-CH;q=0.5', 'en-GB', 'ar-EG-u-nu-arab', 'ja', '*', ''],
    ...['x'.repeat(5_000), 'de-DE-u-co-phonebk\u00ff'],
  ]) {
    const { text, status } = await get(path, { 'accept-language': language });
    assert.equal(status, 200);
    const [, said] = /<html lang="(\w+)" dir/.exec(text) ?? [];
    const words = await wordsFor({ cookies: new Map(), headers: { 'accept-language': said } });
    assert.match(text, new RegExp(`"amount">${words.money(2000, 'USD').replace('$', '.')}<`));
    const { payNow, orderAndPay } = words.checkout; // The latter for a consumer in Europe.
    const labels = [payNow, orderAndPay].map((label) => label(words.money(2000, 'USD')));
    assert.ok(
      labels.some((label) => text.includes(label)),
      language,
    );
  }
});

test('a coupon that is used up when the buyer pays: the page says what to do', async () => {
  const code = 'LAST';
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
  assert.match(answer.text, /can no longer be used[\s\S]*Remove it to pay the full price\./);
  assert.match(answer.text, /value="ada@example\.com"/);
  assert.equal((await post(`${second.path}/coupon`, { remove: '1' })).status, 200);
  await post(`${second.path}/pay`, filled());
  assert.deepEqual((await session(second.id)).total, 20);
});

test('the buyer pays what the button said, or is told that the price has changed', async () => {
  const code = 'ODD';
  await shop.call('POST /create-discount-code', { code, discount_percentage: 50 });
  const { id, path } = await openSession({ coupon_code: code });
  const [, total] = /name="total" value="([^"]*)"/.exec((await get(path)).text) ?? [];
  assert.equal(total, '10');
  await post(`${path}/coupon`, { remove: '1' }); // In another window.
  const answer = await post(`${path}/pay`, { ...filled(), total });
  assert.match(answer.text, /The total has changed[\s\S]*Check it before you pay\./);
  assert.match(answer.text, /Pay \$20\.00/);
  assert.equal((await session(id)).status, 'open');
  for (const odd of ['NaN', '', '1e999', '-0', 'twenty']) {
    await post(`${path}/pay`, { ...filled(), total: odd });
    assert.equal((await session(id)).status, 'open', odd);
  }
  await post(`${path}/pay`, { ...filled(), total: '20' });
  assert.equal((await session(id)).status, 'completed');
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
    /^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 400[\s\S]*This code cannot be used/,
  );
});

test('whatever is typed into the forms: never a 5xx, and nothing is charged by accident', async () => {
  const { id, path } = await openSession();
  const field = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
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
