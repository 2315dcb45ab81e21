import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingsError } from '../platform/machine/settings.ts';
import { startError } from './start-error.ts';

const SETTINGS = { data_dir: '/data', port: 443, http_port: 80 };
const REMOVE = /remove KASSA_HTTP_PORT: then nobody is sent on from http:/;

test('a port that cannot be opened is told by the setting that chose it, with what to do', () => {
  const cases: [object, RegExp][] = [
    [{ code: 'EADDRINUSE', syscall: 'listen', port: 443 }, /^Port 443 is in use.* KASSA_PORT=444 /],
    [{ code: 'EADDRINUSE', syscall: 'listen', port: 80 }, /^KASSA_HTTP_PORT is 80, .* is in use/],
    [{ code: 'EADDRINUSE', syscall: 'listen', port: 80 }, REMOVE],
    [{ code: 'EACCES', syscall: 'listen', port: 443 }, /^Port 443 may not .* with KASSA_PORT/],
    [
      { code: 'EACCES', syscall: 'listen', port: 80 },
      /^KASSA_HTTP_PORT is 80, .*may not be opened/,
    ],
    [{ code: 'EACCES', syscall: 'bind', port: 80 }, REMOVE],
  ];
  for (const [fields, said] of cases) {
    const error = startError(Object.assign(new Error('no'), fields), SETTINGS);
    assert.ok(error instanceof SettingsError);
    assert.match(error.message, said);
  }
  const taken = Object.assign(new Error('no'), { code: 'EADDRINUSE', port: 443 });
  const said = startError(taken, SETTINGS, { start: 'npm run demo', other: 446 });
  assert.match(String(said), / choose another port: KASSA_PORT=446 npm run demo$/);
  const other = new Error('no');
  assert.equal(startError(other, SETTINGS), other);
});
