import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

const find = async (words: string) => {
  const { text, status } = await shop.send({
    method: 'GET',
    path: `/docs?q=${encodeURIComponent(words)}`,
  });
  assert.equal(status, 200);
  const [, list = ''] = /<ol class="hits">([\s\S]*?)<\/ol>/.exec(text) ?? [];
  const hits = [...list.matchAll(/<a href="([^"]+)">/g)].map(([, address = '']) => address);
  return { text, hits };
};

describe('GET /docs?q', () => {
  test('200: what does something comes first, by its name', async () => {
    for (const [words, first] of [
      ['refund', 'operations/refund-transaction'],
      ['Refunds', 'operations/refund-transaction'],
      ['activate license', 'operations/activate-license'],
      ['create-product', 'operations/create-product'],
      ['webhook secret', 'operations/get-webhook-secret'],
      ['backup', 'backups'],
      ['electron', 'guides/license-an-electron-app'],
      ['idempotency', 'reference#retries'],
      ['postgres', 'postgresql'],
    ]) {
      const { hits } = await find(words ?? '');
      assert.ok(hits[0]?.startsWith(`/docs/${first}`), `${words}: ${hits.slice(0, 4)}`);
    }
  });

  test('200: a word is found however it is spelt, as one or as many', async () => {
    const { hits } = await find('license');
    assert.ok(
      hits.some((at) => at.startsWith('/docs/licensing')) &&
        hits.includes('/docs/operations/get-license'),
    );
    for (const [other, one] of [
      ['licence', 'license'],
      ['licences', 'license'],
      ['cancelled', 'canceled'],
      ['colour', 'color'],
      ['currencies', 'currency'],
      ['taxes', 'tax'],
    ]) {
      assert.deepEqual((await find(other ?? '')).hits, (await find(one ?? '')).hits, `${other}`);
    }
  });

  test('200: guides and operations stand in one list, and a heading leads to its place', async () => {
    const { hits } = await find('trial');
    assert.ok(hits.some((address) => address.startsWith('/docs/operations/')));
    assert.ok(hits.some((address) => /^\/docs\/subscriptions(#|$)/.test(address)));
    assert.ok((await find('early warnings of fraud')).hits.length > 0);
  });

  test('200: words that nothing has together are looked for one by one; none at all is said', async () => {
    assert.ok(
      (await find('refund xylophone')).hits.includes('/docs/operations/refund-transaction'),
    );
    const { text, hits } = await find('xylophone');
    assert.deepEqual(hits, []);
    assert.match(text, /Nothing has “xylophone” in it/);
  });

  test('200: what is looked for is shown as text, and nothing odd is refused', async () => {
    const { text } = await find('"><script>alert(1)</script>');
    assert.doesNotMatch(text, /<script>alert/);
    assert.match(text, /value="&quot;&gt;&lt;script&gt;/);
    for (const odd of ['…', '-', 'a'.repeat(2_000), '%', '\u0300'.repeat(90)]) await find(odd);
    for (const query of ['q=%zz', 'q=a&q=b', 'q=+', '']) {
      const { status } = await shop.send({ method: 'GET', path: `/docs?${query}` });
      assert.equal(status, 200, query);
    }
  });
});
