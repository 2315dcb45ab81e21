import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MAIN } from '../../test/harness/program.ts';
import { unknownCommand } from './unknown-command.ts';

test('words that are no command are told with the command that was probably meant', () => {
  const cases: [words: string[], said: string][] = [
    [['doctr'], '. Did you mean doctor?'],
    [['secret', 'staus'], '. Did you mean secret status?'],
    [['key', 'create'], '. Did you mean keys create?'],
    [['create', 'keys'], '. Did you mean keys create?'],
    [['provider', 'conect', 'stripe'], '. Did you mean provider connect?'],
    [['backp', '/srv/backups'], '. Did you mean backup?'],
    [['doctor', 'now'], '. Did you mean doctor?'],
    [['sell'], '.'],
    [['provider', 'remove'], '.'],
  ];
  for (const [words, said] of cases) {
    const { message } = unknownCommand(words);
    assert.equal(
      message.replace(/ See: .* --help$/, ''),
      `There is no command "${words.join(' ')}"${said}`,
    );
  }
});

test('kassa doctr says so in one sentence, ends with 1 and makes nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-doctr-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const data_dir = join(folder, 'data');
  const env = { ...process.env, KASSA_DATA_DIR: data_dir, DATABASE_URL: '' };
  const [code, err] = await new Promise<[number, string]>((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', MAIN, 'doctr'],
      { env },
      (error, _, err) => resolve([Number(error?.code ?? 0), err]),
    );
  });
  assert.equal(code, 1);
  assert.match(err, /^There is no command "doctr"\. Did you mean doctor\? See: .* --help\n$/);
  assert.throws(() => rmSync(data_dir, { recursive: true }), /ENOENT/);
});
