import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SettingsError } from '../../platform/machine/settings.ts';
import { whyNotMade } from './why-not-made.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const told = (code: string) =>
  Object.assign(new Error(`${code}: it does not answer, write`), { code, syscall: 'write' });
const ioError = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE', errcode: 778 });

test('each way in which a disk goes away, is full or is closed is a sentence', () => {
  const gone =
    /^The backup to \/mnt\/b was not made: a disk .* \(.+\)\. Is that .* still mounted\?$/;
  const cases: [unknown, RegExp][] = [
    [thrownBy(() => readFileSync('/nowhere/file')), gone],
    [thrownBy(() => new DatabaseSync('/nowhere/file')), gone],
    ...['EIO', 'ENODEV', 'ESTALE', 'ENOTCONN'].map((code): [unknown, RegExp] => [told(code), gone]),
    [ioError, gone],
    [told('ENOSPC'), /^The disk of \/mnt\/b is full/],
    [told('EROFS'), /^\/mnt\/b cannot be written to: EROFS/],
    [told('EACCES'), /^\/mnt\/b cannot be written to: EACCES/],
  ];
  for (const [error, sentence] of cases) {
    const said = whyNotMade(error, '/mnt/b');
    assert.ok(said instanceof SettingsError, String(error));
    assert.match(said.message, sentence);
  }
});

test('an error of another kind stays itself', () => {
  const error = new TypeError('x is not a function');
  assert.equal(whyNotMade(error, '/mnt/b'), error);
});
