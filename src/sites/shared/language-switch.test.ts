import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';
import { PAGE_LANGUAGES } from '../../platform/core/languages.ts';
import { languageFor } from './choose-words.ts';

const COOKIE = '__Host-kassa-language';

describe('the switch', () => {
  let shop: Shop;
  let home: string;
  before(async () => {
    shop = await startShop();
    const store = await openVisitedStore(shop);
    ({ home } = await store.visit('ada'));
  });
  const open = (path: string, cookie?: string) =>
    shop.send({ method: 'GET', path, ...(cookie && { headers: { cookie } }) });

  test('is on every page for buyers, notices too, with a link a language by its own name', async () => {
    for (const path of ['/', home, `${home}/billing`, '/portal', `/pay/${'0'.repeat(32)}`]) {
      const { text } = await open(path);
      for (const [code, { name }] of Object.entries(PAGE_LANGUAGES)) {
        const link = `href="?language=${code}" lang="${code}"`;
        assert.ok(text.includes(link) && readable(text).includes(name), `${path} in ${name}`);
      }
    }
  });

  test('303: keeps the choice for a year and opens the same page again, with the rest of its query', async () => {
    for (const path of ['/', home, `${home}/billing`, '/portal']) {
      const { status, headers } = await open(`${path}?language=ar`);
      assert.deepEqual([status, headers.location], [303, path]);
      const [kept = '', ...more] = [headers['set-cookie'] ?? []].flat();
      assert.match(kept, new RegExp(`^${COOKIE}-[0-9a-f]{8}=ar; Path=/; Secure; HttpOnly; `));
      assert.match(kept, / SameSite=Lax; Max-Age=31536000$/);
      assert.deepEqual(more, []);
      assert.equal(headers['cache-control'], 'no-store');
    }
    const { headers } = await open('/portal?a=1&language=de&b=%26+x');
    assert.equal(headers.location, '/portal?a=1&b=%26+x');
  });

  test('leads nowhere else, whatever the address and the query are', async () => {
    const gone = await open(`${home}//evil.example?language=de`);
    assert.equal(gone.headers.location, `${home}//evil.example`);
    for (const query of [
      'language=xx',
      'language=',
      'language=__proto__',
      'language=DE',
      'language=%',
      'languages=de',
    ]) {
      const { status, headers } = await open(`/?${query}`);
      assert.deepEqual([status, headers['set-cookie']], [200, undefined], query);
    }
    const { status } = await shop.send({ method: 'GET', path: '/nowhere?language=de' });
    assert.equal(status, 404);
  });
});

test('a choice comes before the browser; a cookie that is no language of ours counts for nothing', () => {
  const asked = (cookie: string | undefined, accept?: string) =>
    languageFor({
      cookies: new Map(cookie === undefined ? [] : [[COOKIE, cookie]]),
      headers: { ...(accept !== undefined && { 'accept-language': accept }) },
    });
  assert.equal(asked('pl', 'de'), 'pl');
  assert.equal(asked(undefined, 'xx, zh-Hant-TW;q=0.9, de;q=0.8'), 'zh');
  assert.equal(asked('xx', 'sv-SE'), 'sv');
  assert.equal(asked('__proto__', 'xx'), undefined);
  assert.equal(asked(undefined), undefined);
});
