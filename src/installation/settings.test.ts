import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

test('an environment that makes Node believe every certificate is refused', () => {
  assert.throws(
    () => readSettings({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    /NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node believe any certificate.* Remove it\..*NODE_EXTRA_CA_CERTS/,
  );
  assert.equal(readSettings({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }).port, 8443);
});
