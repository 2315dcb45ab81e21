import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { DECLINED_CARD, openCounter } from '../../../test/harness/sales/buying.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { CARD, openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';
import { LIMITS } from '../../platform/core/limits.ts';

const LIMITED = { rate_limit: { rate_per_second: 1000, burst: 2000 } };

/** A page that says when to come back. */
function assertLater(answer: Answer, words: RegExp): void {
  assert.equal(answer.status, 429, answer.text);
  assert.match(String(answer.headers['content-type']), /^text\/html/);
  assert.match(readable(answer.text), words);
  assert.ok(Number(answer.headers['retry-after']) >= 1);
}

describe('one checkout session', () => {
  let shop: Shop;
  let counter: Awaited<ReturnType<typeof openCounter>>;
  before(async () => {
    shop = await startShop(LIMITED);
    counter = await openCounter(shop);
  });
  const later = () => {
    shop.now += 60_000;
  };

  test('429: coupons can be guessed a few times, then one every ten seconds', async () => {
    const { path } = await counter.openSession();
    const guess = (n: number) => counter.post(`${path}/coupon`, { coupon: `GUESS${n}` });
    for (let n = 0; n < LIMITS.tries_per_link.burst; n++)
      assert.equal((await guess(n)).status, 400);
    const refused = await guess(99);
    assertLater(refused, /Too many tries\s+Wait 10 seconds, then try again\./);
    assert.match(refused.text, /value="GUESS99"/, 'what was typed is still there');
    shop.now += 10_000;
    assert.equal((await guess(100)).status, 400);
    assert.equal((await guess(101)).status, 429);
  });

  test('429: cards too; nothing is charged, and the buyer pays in the end', async () => {
    later();
    const { id, path } = await counter.openSession();
    const pay = (card?: string) => counter.post(`${path}/pay`, counter.filled(card));
    for (let n = 0; n < LIMITS.tries_per_link.burst; n++) {
      assert.equal((await pay(DECLINED_CARD)).status, 200);
    }
    const before = await shop.everything();
    const refused = await pay();
    assertLater(refused, /Wait 10 seconds, then try again\. You have not been charged\./);
    assert.match(refused.text, /value="ada@example\.com"/);
    assert.equal(await shop.everything(), before);
    shop.now += 10_000;
    assert.equal((await pay()).status, 303);
    assert.equal((await counter.session(id)).status, 'completed');
  });

  test('429: the page itself goes on by itself, and other sessions are not touched', async () => {
    later();
    const [one, other] = [await counter.openSession(), await counter.openSession()];
    for (let n = 0; n < LIMITS.pages_per_link.burst; n++) {
      assert.equal((await counter.get(one.path)).status, 200);
    }
    const refused = await counter.get(one.path);
    assertLater(refused, /This page continues by itself in 1 second,/);
    assert.equal(refused.headers.refresh, '1');
    assert.equal((await counter.get(other.path)).status, 200);
    shop.now += 1_000;
    assert.equal((await counter.get(one.path)).status, 200);
  });
});

test('429: a portal link tries a few cards, then one every ten seconds', async () => {
  const shop = await startShop(LIMITED);
  const store = await openVisitedStore(shop);
  await store.must('POST /create-customer', { customer_id: 'ada' });
  const ada = await store.visit('ada');
  const save = () => ada.post('/card', { ...CARD, card_number: DECLINED_CARD });
  for (let n = 0; n < LIMITS.tries_per_link.burst; n++) assert.equal((await save()).status, 400);
  assertLater(await save(), /Wait 10 seconds, then try again\./);
  const other = await store.visit('ada');
  assert.equal((await other.get('/card')).status, 200, 'another link of the same customer');
  for (let n = 0; n < LIMITS.pages_per_link.burst; n++) await other.get();
  assertLater(await other.get(), /continues by itself/);
});

test('429: and a few tax numbers, each of which is asked about; one that is known already is none', async () => {
  const shop = await startShop(LIMITED);
  const store = await openVisitedStore(shop);
  await store.must('POST /create-customer', { customer_id: 'ada' });
  const ada = await store.visit('ada');
  const save = (n: number) =>
    ada.post('/billing', { email: 'ada@example.com', country: 'CH', tax_id: `NUMBER ${n}` });
  for (let n = 0; n < LIMITS.tries_per_link.burst; n++) assert.equal((await save(n)).status, 303);
  const refused = await save(99);
  assertLater(refused, /Wait 10 seconds, then try again\./);
  assert.match(refused.text, /value="NUMBER 99"/, 'what was typed is still there');
  assert.equal((await save(LIMITS.tries_per_link.burst - 1)).status, 303);
});

describe('one address', () => {
  test('429: with many sessions, and whatever it says about where it comes from', async () => {
    const shop = await startShop(LIMITED);
    const counter = await openCounter(shop);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { path } = await counter.openSession();
      for (let guess = 0; guess < 10; guess++) {
        const from = { 'x-forwarded-for': `203.0.113.${n * 10 + guess}` };
        statuses.push((await counter.post(`${path}/coupon`, { coupon: 'X' }, from)).status);
      }
    }
    assert.equal(
      statuses.filter((status) => status === 400).length,
      LIMITS.tries_per_address.burst,
    );
    assert.equal(statuses.at(-1), 429);
  });

  test('429: any page; health is always told, and the API goes on', async () => {
    const shop = await startShop(LIMITED);
    const get = (path: string) => shop.send({ method: 'GET', path });
    for (let n = 0; n < LIMITS.pages_per_address.burst; n++) await get('/style.css');
    for (const path of ['/', '/docs', '/checkout/cs_x', '/portal/x', '/test-bank/x']) {
      assertLater(await get(path), /continues by itself in 1 second/);
    }
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.equal((await get(path)).status, 200, path);
    }
    assert.equal((await shop.call('GET /search-products')).status, 200);
  });

  test('behind a trusted proxy it is the one that the proxy saw', async () => {
    const shop = await startShop({ ...LIMITED, trusted_proxies: ['127.0.0.1'] });
    const ask = (forwarded: string, times: number) =>
      shop.rawPlain([
        `GET /style.css HTTP/1.1\r\nHost: a\r\nx-forwarded-proto: https\r\nx-forwarded-for: ${forwarded}\r\n\r\n`.repeat(
          times - 1,
        ),
        `GET / HTTP/1.1\r\nHost: a\r\nx-forwarded-proto: https\r\nx-forwarded-for: ${forwarded}\r\nConnection: close\r\n\r\n`,
      ]);
    for (let asked = 0; asked < LIMITS.pages_per_address.burst; asked += 15) {
      await ask('1.2.3.4, 203.0.113.7', 15);
    }
    assert.match(await ask('9.9.9.9, 203.0.113.7', 1), /^HTTP\/1.1 429 /);
    assert.match(await ask('203.0.113.7, 203.0.113.8', 1), /^HTTP\/1.1 200 /);
  });
});

test('429: links to the portal can be asked for a few times, whoever has the address', async () => {
  const shop = await startShop(LIMITED);
  await shop.call('POST /create-customer', { email: 'ada@example.com' });
  const counter = await openCounter(shop);
  const ask = (email: string) => counter.post('/portal/store/1', { email });
  for (let n = 0; n < LIMITS.tries_per_link.burst; n++) {
    assert.equal((await ask('ada@example.com')).status, 303);
  }
  assertLater(await ask('Ada@example.com'), /Too many tries/);
  for (let n = 0; n < LIMITS.tries_per_link.burst; n++) {
    assert.equal((await ask(`nobody${n}@example.com`)).status, 303);
  }
  assertLater(await ask('nobody@example.com'), /Too many tries/);
});

test('no limits when they are switched off', async () => {
  const shop = await startShop({ rate_limit: 'off' });
  const counter = await openCounter(shop);
  const { path } = await counter.openSession();
  for (let n = 0; n < 2 * LIMITS.tries_per_address.burst; n++) {
    assert.equal((await counter.post(`${path}/coupon`, { coupon: `C${n}` })).status, 400);
  }
});
