import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { startShop } from '../../../test/harness/shop.ts';
import { createSigner, publishedKeys, SecretMismatch } from '../../shop/licenses/signing-keys.ts';
import { createSecrets } from '../core/secrets.ts';
import { openSecrets, wrongSecretError } from './secret.ts';
import { readSettings, SettingsError } from './settings.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-secret-'));
  folders.push(folder);
  return folder;
}
/** What tells one secret from another. */
const trace = (settings: Parameters<typeof openSecrets>[0]): string =>
  openSecrets(settings).derive('').toString('hex');
const given = (hex: string): string =>
  createSecrets(Buffer.from(hex, 'hex')).derive('').toString('hex');

test('the first start makes a secret that only its owner reads; the next one takes it', () => {
  const data_dir = join(emptyFolder(), 'not', 'there', 'yet');
  const first = trace({ secret: undefined, data_dir });
  const path = join(data_dir, 'secret');
  assert.match(readFileSync(path, 'utf8'), /^[0-9a-f]{64}\n$/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(data_dir), ['secret']);
  assert.equal(trace({ secret: undefined, data_dir }), first);
  assert.equal(first, given(readFileSync(path, 'utf8').trim()));
  assert.notEqual(trace({ secret: undefined, data_dir: emptyFolder() }), first);
});

test('a secret that this user may not read is named: it is no other problem, and not lost', () => {
  const data_dir = emptyFolder();
  const path = join(data_dir, 'secret');
  writeFileSync(path, 'a'.repeat(64), { mode: 0o000 });
  const is_root = process.geteuid?.() === 0;
  if (is_root) process.seteuid?.(65534);
  try {
    assert.throws(() => trace({ secret: undefined, data_dir }), {
      message: new RegExp(`^${path} cannot be read \\(EACCES.*give it to the user who runs Kassa`),
      constructor: SettingsError,
    });
  } finally {
    if (is_root) process.seteuid?.(0);
  }
});

test('a secret that is given counts, and no file is made', () => {
  const data_dir = emptyFolder();
  const secret = randomBytes(32);
  assert.equal(trace({ secret, data_dir }), given(secret.toString('hex')));
  assert.ok(!existsSync(join(data_dir, 'secret')));
  const of_file = trace({ secret: undefined, data_dir });
  assert.notEqual(trace({ secret, data_dir }), of_file);
});

test('the contents of the file, as KASSA_SECRET, are the same secret', () => {
  const data_dir = emptyFolder();
  const of_file = trace({ secret: undefined, data_dir });
  const KASSA_SECRET = readFileSync(join(data_dir, 'secret'), 'utf8');
  const { secret } = readSettings({ KASSA_SECRET });
  assert.equal(trace({ secret, data_dir: emptyFolder() }), of_file);
});

test('of processes that start at once on an empty folder, all have the same secret', async () => {
  const data_dir = emptyFolder();
  const program = `import { openSecrets } from ${JSON.stringify(import.meta.resolve('./secret.ts'))};
    process.stdout.write(openSecrets({ secret: undefined, data_dir: process.argv[1] }).derive('').toString('hex'));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  const runs = Array.from({ length: 6 }, () =>
    promisify(execFile)(process.execPath, [...args, data_dir]),
  );
  const traces = new Set((await Promise.all(runs)).map(({ stdout }) => stdout));
  assert.deepEqual([...traces], [trace({ secret: undefined, data_dir })]);
  assert.deepEqual(readdirSync(data_dir), ['secret']);
});

test('a file that holds something else is refused in a sentence, and stays as it is', () => {
  const good = randomBytes(32).toString('hex');
  const wrong = [
    '',
    '\n',
    'secret',
    good.slice(1),
    `${good}0`,
    `${good}\n${good}`,
    `x${good.slice(1)}`,
  ];
  for (const text of wrong) {
    const data_dir = emptyFolder();
    const path = join(data_dir, 'secret');
    writeFileSync(path, text);
    assert.throws(
      () => openSecrets({ secret: undefined, data_dir }),
      (error) => {
        assert(error instanceof SettingsError);
        assert.equal(
          error.message,
          `${path} must be a file with 64 hexadecimal digits. Restore it from a backup; if there is none: npm run kassa -- secret status`,
        );
        return true;
      },
    );
    assert.equal(readFileSync(path, 'utf8'), text);
  }
});

test('KASSA_SECRET is 64 hexadecimal digits in any case; without it there is none', () => {
  const hex = randomBytes(32).toString('hex');
  for (const KASSA_SECRET of [hex, hex.toUpperCase(), ` ${hex}\n`]) {
    assert.deepEqual(readSettings({ KASSA_SECRET }).secret, Buffer.from(hex, 'hex'));
  }
  for (const env of [{}, { KASSA_SECRET: '' }, { KASSA_SECRET: '  ' }]) {
    assert.equal(readSettings(env).secret, undefined);
  }
});

test('a KASSA_SECRET that is none is refused, and not repeated where logs would keep it', () => {
  const hex = randomBytes(32).toString('hex');
  for (const KASSA_SECRET of [
    hex.slice(1),
    `${hex}00`,
    `g${hex.slice(1)}`,
    `0x${hex}`,
    'hunter2',
  ]) {
    assert.throws(
      () => readSettings({ KASSA_SECRET }),
      (error) => {
        assert(error instanceof SettingsError);
        assert.equal(
          error.message,
          'KASSA_SECRET must be 64 hexadecimal digits: openssl rand -hex 32.',
        );
        return true;
      },
    );
  }
});

test('with another secret nothing is signed: the signer is refused and no key is made', async () => {
  const { db } = await startShop();
  const before = await publishedKeys(db.reader(null));
  assert.equal(before.keys.length, 1);
  const other = createSecrets(randomBytes(32));
  await assert.rejects(createSigner(db, other, Date.now), SecretMismatch);
  assert.deepEqual(await publishedKeys(db.reader(null)), before);
});

test('the sentence about another secret names the file and the setting', () => {
  const error = wrongSecretError('/srv/kassa');
  assert(error instanceof SettingsError);
  assert.match(
    error.message,
    /begun with another secret than the one in \/srv\/kassa\/secret or KASSA_SECRET/,
  );
});
