import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsError } from '../settings.ts';

const read = (more: Record<string, string>) => readSettings(more);

test('KASSA_DOMAIN chooses port, address and authority, which can be chosen otherwise', () => {
  const { acme, port, base_url } = read({ KASSA_DOMAIN: 'Bücher.example.com' });
  assert.equal(acme?.domain, 'xn--bcher-kva.example.com');
  assert.deepEqual([port, base_url], [443, 'https://xn--bcher-kva.example.com']);
  assert.equal(acme?.directory, 'https://acme-v02.api.letsencrypt.org/directory');
  assert.deepEqual(acme?.kinds, ['tls-alpn-01']);
  const other = read({
    ...{ KASSA_DOMAIN: 'shop.example.com', KASSA_PORT: '8443', KASSA_HTTP_PORT: '80' },
    KASSA_BASE_URL: 'https://shop.example.com/kassa',
  });
  assert.deepEqual(other.acme?.kinds, ['http-01', 'tls-alpn-01']);
  assert.deepEqual([other.port, other.http_port], [8443, 80]);
  assert.equal(other.base_url, 'https://shop.example.com/kassa');
  assert.equal(read({}).acme, undefined);
});

test('what cannot be is refused in a sentence that names the setting', () => {
  const domain = { KASSA_DOMAIN: 'shop.example.com' };
  const cases: [Record<string, string>, RegExp][] = [
    [{ KASSA_DOMAIN: 'localhost' }, /^KASSA_DOMAIN is "localhost": it must be a name/],
    [{ KASSA_DOMAIN: '192.0.2.1' }, /^KASSA_DOMAIN .*it must be a name/],
    [{ KASSA_DOMAIN: 'https://shop.example.com' }, /^KASSA_DOMAIN .*it must be a name/],
    [{ KASSA_DOMAIN: 'a..b' }, /^KASSA_DOMAIN/],
    [{ ...domain, KASSA_TRUST_PROXY: '10.0.0.1' }, /KASSA_TRUST_PROXY exclude each other/],
    [{ ...domain, KASSA_TLS_CERT: 'a', KASSA_TLS_KEY: 'b' }, /KASSA_TLS_CERT exclude each other/],
    [{ ...domain, KASSA_ACME_DIRECTORY: 'http://ca.example.com' }, /^KASSA_ACME_DIRECTORY/],
    [{ ...domain, KASSA_ACME_EMAIL: 'nobody' }, /^KASSA_ACME_EMAIL/],
    [{ ...domain, KASSA_ACME_CA: '/does/not/exist' }, /^KASSA_ACME_CA .* cannot be read/],
    [
      { ...domain, KASSA_ACME_CA: import.meta.filename },
      /^KASSA_ACME_CA .* is no certificate in PEM/,
    ],
    [{ KASSA_HTTP_PORT: '99999' }, /^KASSA_HTTP_PORT/],
  ];
  for (const [env, expected] of cases) {
    assert.throws(
      () => read(env),
      (error) => error instanceof SettingsError && expected.test(error.message),
      JSON.stringify(env),
    );
  }
});
