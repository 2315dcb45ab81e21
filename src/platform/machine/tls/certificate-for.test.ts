import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createLog } from '../../core/log.ts';
import { readSettings } from '../settings.ts';
import { SettingsError } from '../settings-error.ts';
import { makeAuthority } from './certificate.ts';
import { certificateFor } from './certificate-for.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-certificate-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

test('what is wrong with the files of the certificate is told by the settings that name them', () => {
  const terms = { name: 'Test', names: ['localhost'], now: new Date(), days: 9 };
  const made = makeAuthority(terms);
  writeFileSync(at('cert.pem'), made.cert);
  writeFileSync(at('key.pem'), made.key);
  writeFileSync(at('other.pem'), makeAuthority(terms).key);
  const read = (cert: string, key: string) => {
    const tls = { KASSA_TLS_CERT: at(cert), KASSA_TLS_KEY: at(key) };
    return certificateFor(readSettings({ ...tls, KASSA_DATA_DIR: folder }), createLog('off'));
  };
  assert.equal(read('cert.pem', 'key.pem')?.cert, made.cert);
  const cases: [cert: string, key: string, RegExp][] = [
    ['none.pem', 'key.pem', /^KASSA_TLS_CERT \(.*none\.pem\) cannot be read: ENOENT/],
    ['cert.pem', 'none.pem', /^KASSA_TLS_KEY \(.*none\.pem\) cannot be read: ENOENT/],
    ['cert.pem', '', /^KASSA_TLS_KEY \(.*\) cannot be read: EISDIR/],
    ['key.pem', 'key.pem', /^KASSA_TLS_CERT .* and KASSA_TLS_KEY .* the certificate is not in PEM/],
    ['cert.pem', 'other.pem', /^KASSA_TLS_CERT .* and KASSA_TLS_KEY .* belongs to another/],
  ];
  for (const [cert, key, said] of cases) {
    assert.throws(
      () => read(cert, key),
      (error) => error instanceof SettingsError && said.test(error.message),
    );
  }
});
