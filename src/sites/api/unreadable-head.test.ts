import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const answersIn = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);

describe('HEAD that cannot be read', () => {
  const large = `X: ${'a'.repeat(20_000)}`;
  const healthy = head('PUT /healthz HTTP/1.1', 'Host: a');
  const rest = head('/healthz HTTP/1.1', 'Host: a', large);
  const table: [name: string, before: string, pieces: string[]][] = [
    ['at once', '', [`HEAD ${rest}`]],
    ['in pieces', '', ['HE', `AD ${rest}`]],
    ['after another request', '400', [healthy, `HEAD ${rest}`]],
    ['after an empty line', '', [`\r\nHEAD ${rest}`]],
    ['malformed', '', [head('HEAD /healthz HTTP/9.9', 'Host: a')]],
  ];
  const withoutBody = (heard: string) => {
    assert.match(heard, /^HTTP\/1\.1 400 .*\r\nConnection: close\r\n\r\n$/s);
    assert.match(heard, /^content-length: [1-9]/im);
  };

  for (const [name, before, pieces] of table) {
    test(`400: has no body, and nothing follows Connection: close (${name})`, async () => {
      const secure = await startShop();
      const plain = await startShop({ trusted_proxies: ['127.0.0.1'] });
      const all = [await secure.raw(pieces, 20_000, 50)];
      if (pieces.length === 1) all.push(await plain.rawPlain(pieces, 20_000));
      for (const heard of all) {
        const last = heard.lastIndexOf('HTTP/1.1 ');
        assert.deepEqual(answersIn(heard.slice(0, last)), before === '' ? [] : [before]);
        withoutBody(heard.slice(last));
      }
    });
  }

  test('400 request_timeout: nor when the rest of it never comes', async () => {
    const shop = await startShop({ connection_limits: { headers_timeout_ms: 1_000 } });
    withoutBody(await shop.raw(['HEAD /healthz HTTP/1.1\r\n'], 30_000));
  });

  test('400 headers_too_large: every other method is told why', async () => {
    const shop = await startShop();
    assert.match(await shop.raw([`GET ${rest}`], 20_000), /"code":"headers_too_large"/);
  });
});
