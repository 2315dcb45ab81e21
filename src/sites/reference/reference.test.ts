import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { startShop } from '../../../test/harness/shop.ts';
import { EVENT_TYPES } from '../../platform/core/events.ts';
import { operations } from '../api/operations.ts';

const shop = await startShop();
const all = Object.values(operations).flat();

const show = (query = '') => shop.send({ method: 'GET', path: `/docs/reference${query}` });
const sectionsIn = (page: string): string[] =>
  [...page.matchAll(/<section id="([^"]+)"/g)].map(([, id = '']) => id);

describe('GET /docs/reference', () => {
  test('200: authentication, errors, pages and retries first, then every operation, then every event', async () => {
    const { text } = await show();
    const ids = sectionsIn(text);
    const [first, ...rest] = ids;
    assert.equal(first, 'first-call');
    const guide = [
      'authentication',
      'errors',
      'lists',
      'retries',
      'values',
      'certificate',
      'samples',
    ];
    assert.deepEqual(rest.slice(0, guide.length), guide);
    const paths = all.map(({ path }) => path.slice(1));
    assert.deepEqual(ids.slice(1 + guide.length, 1 + guide.length + paths.length), paths);
    for (const type of EVENT_TYPES) assert.ok(text.includes(`<dt id="${type}">`), type);
    for (const id of ids) assert.ok(text.includes(`<a href="#${id}">`), `${id} is in the list`);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('200: limits, formats, values and defaults are shown with what a parameter means', async () => {
    const { text } = await show();
    const plain = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    for (const said of [
      'name string, required What buyers see, on the payment page, receipts and invoices. 1 to 200 characters.',
      'discount_percentage number or null Percent off, with up to two decimals. More than 0, up to 100.',
      'limit integer How many records to answer at most. 1 to 100. Default: 100.',
      'once forever repeating',
      'payment_method.exp_month integer, required',
      'registrations[].country string, required',
      'kinds.*.subject.* string or null',
    ]) {
      assert.ok(plain.includes(said), said);
    }
  });

  test('200: curl is told the local authority where the server has its certificate from that', async () => {
    assert.match((await show()).text, /curl --cacert \S+\/tls\/ca\.pem \\/);
    const behind = await startShop({
      trusted_proxies: ['127.0.0.1'],
      base_url: 'https://shop.example.com/kassa',
    });
    const { origin } = new URL(`http://127.0.0.1:${behind.app.port}`);
    const headers = { 'x-forwarded-proto': 'https' };
    const text = await (await fetch(`${origin}/kassa/docs/reference`, { headers })).text();
    assert.doesNotMatch(text, /--cacert|ca\.pem/);
    assert.match(text, /curl https:\/\/shop\.example\.com\/kassa\/create-product/);
    assert.match(text, /href="\/kassa\/reference\.css"/);
  });

  test('200: q leaves what has all the words, without JavaScript', async () => {
    const { text } = await show('?q=Refund+TRANSACTION&samples=typescript');
    const ids = sectionsIn(text);
    assert.ok(ids.includes('refund-transaction') && ids.includes('transaction-events'));
    assert.ok(!ids.includes('create-product') && !ids.includes('authentication'));
    assert.match(text, /value="Refund TRANSACTION"/);
    assert.match(text, /value="typescript"\s+checked/);
    assert.match(text, /<p class="nothing" hidden/);
    assert.deepEqual(sectionsIn((await show('?q=nothing_refundable')).text), []);
    assert.match((await show('?q=nothing_to_refund')).text, /id="refund-transaction"/);
  });

  test('200: what is asked for is shown as text, and nothing odd is refused', async () => {
    const { text } = await show(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.doesNotMatch(text, /<script>alert/);
    assert.deepEqual(sectionsIn(text), []);
    assert.doesNotMatch(text, /<p class="nothing" hidden/);
    const { length } = sectionsIn((await show()).text);
    for (const odd of ['?utm=a&utm=b', '?q=%zz', '?q=+', '?samples=cobol', '?']) {
      const answer = await show(odd);
      assert.equal(answer.status, 200, odd);
      assert.equal(sectionsIn(answer.text).length, length, odd);
    }
    assert.equal((await show(`?q=${'x'.repeat(2_000)}`)).status, 200);
  });

  test('200: the whole page is under 60 kB as it is sent', async () => {
    const { bytes } = await show();
    assert.ok(bytes.length < 600_000, `${bytes.length} bytes`);
    assert.ok(brotliCompressSync(bytes).length < 60_000);
  });
});
