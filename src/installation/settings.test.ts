import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

test('an environment that makes Node believe every certificate is refused', () => {
  assert.throws(
    () => readSettings({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    /NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node believe any certificate.* Remove it\..*NODE_EXTRA_CA_CERTS/,
  );
  assert.equal(readSettings({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }).port, 8443);
});

test('KASSA_PROCESSES is 1, a number up to 64, or with "auto" as many as there are cores', () => {
  const processes = (KASSA_PROCESSES?: string) => readSettings({ KASSA_PROCESSES }).processes;
  assert.equal(processes(), 1);
  assert.equal(processes('3'), 3);
  assert.equal(processes('64'), 64);
  assert.equal(processes('auto'), Math.min(64, availableParallelism()));
  for (const wrong of ['0', '65', '-1', '1.5', 'Auto', 'all']) {
    assert.throws(
      () => processes(wrong),
      new RegExp(`KASSA_PROCESSES is "${wrong}": it must be "auto" or a number from 1 to 64`),
    );
  }
});
