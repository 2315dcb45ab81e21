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

test('KASSA_PROCESSES is 1, and on PostgreSQL a number up to 64, or with "auto" as many as cores', () => {
  const DATABASE_URL = 'postgres://localhost/kassa';
  const processes = (KASSA_PROCESSES?: string) =>
    readSettings({ KASSA_PROCESSES, DATABASE_URL }).processes;
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
  for (const one of [undefined, '1', 'auto']) {
    assert.equal(readSettings({ KASSA_PROCESSES: one }).processes, 1);
  }
  assert.throws(
    () => readSettings({ KASSA_PROCESSES: '4' }),
    /KASSA_PROCESSES is 4, but one process serves a SQLite file\. Remove /,
  );
});

test('a port is a number in decimal digits, and the one without TLS is another', () => {
  const ports = (KASSA_PORT?: string, KASSA_HTTP_PORT?: string) => {
    const { port, http_port } = readSettings({ KASSA_PORT, KASSA_HTTP_PORT });
    return [port, http_port];
  };
  assert.deepEqual(ports(), [8443, undefined]);
  assert.deepEqual(ports('443', '80'), [443, 80]);
  assert.deepEqual(ports('0', '0'), [0, 0], 'the system chooses two');
  for (const wrong of ['0x20', '1e4', '-1', '80.0', '65536', '99999']) {
    const said = (name: string) => new RegExp(`^${name} is "${wrong}": it must be a number from 0`);
    assert.throws(() => ports(wrong), { message: said('KASSA_PORT') });
    assert.throws(() => ports('443', wrong), { message: said('KASSA_HTTP_PORT') });
  }
  assert.throws(() => ports('8443', '8443'), /KASSA_HTTP_PORT and KASSA_PORT are both 8443/);
  assert.throws(() => ports(undefined, '8443'), /KASSA_HTTP_PORT and KASSA_PORT are both 8443/);
});
