import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingsError } from '../machine/settings-error.ts';
import { explainedForStart, storageProblemOf } from './storage-problem.ts';

test('what both engines and the system say about a disk is understood; anything else is not theirs', () => {
  const cases: [object, string | undefined][] = [
    [{ errcode: 13 }, 'full'],
    [{ errcode: 8 | (3 << 8) }, 'read_only'],
    [{ errcode: 10 | (3 << 8) }, 'unreadable'],
    [{ errcode: 11 }, 'damaged'],
    [{ errcode: 26 }, 'damaged'],
    [{ errcode: 5 }, undefined],
    [{ code: '53100' }, 'full'],
    [{ code: '25006' }, 'read_only'],
    [{ code: '58030' }, 'unreadable'],
    [{ code: 'XX001' }, 'damaged'],
    [{ code: '40001' }, undefined],
    [{ code: 'ENOSPC', syscall: 'write' }, 'full'],
    [{ code: 'EROFS', syscall: 'open' }, 'read_only'],
    [{ code: 'EEXIST', syscall: 'mkdir' }, 'unreadable'],
    [{ code: 'EEXIST', syscall: 'open' }, undefined],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, undefined],
    [{ code: 'constructor' }, undefined],
  ];
  for (const [fields, kind] of cases) {
    const found = storageProblemOf(Object.assign(new Error('no'), fields));
    assert.equal(found?.kind, kind, JSON.stringify(fields));
  }
  assert.equal(storageProblemOf('text'), undefined);
});

test('a file of another user is told by its name, with whose it must be', () => {
  const fields = { code: 'EACCES', syscall: 'access' };
  const error = new Error("EACCES: permission denied, access '/data/kassa.db'");
  const said = explainedForStart(Object.assign(error, fields), '/data');
  assert.ok(said instanceof SettingsError);
  assert.match(
    said.message,
    /may not read and write a file in it .*'\/data\/kassa\.db'.* to the user who runs Kassa \(chown/,
  );
});
