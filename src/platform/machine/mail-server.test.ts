import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';

const dir = mkdtempSync(join(tmpdir(), 'kassa-settings-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const fileOf = (name: string, text: string | Buffer): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const pem = { type: 'pkcs8', format: 'pem' } as const;
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(pem);
const rsa_file = fileOf('rsa.pem', rsa);
const ed_file = fileOf('ed.pem', generateKeyPairSync('ed25519').privateKey.export(pem));

const KASSA_MAIL_FROM = 'shop@mail.example.com';
const read = (KASSA_SMTP_URL: string, more: Record<string, string> = {}) =>
  readSettings({ KASSA_SMTP_URL, KASSA_MAIL_FROM, ...more }).mail_server;

test('without KASSA_SMTP_URL there is no mail server', () => {
  assert.equal(readSettings({}).mail_server, undefined);
});

test('an address has a server, and may have a port, a user and a password', () => {
  assert.deepEqual(read('smtp://us%40er:p%2Fw@mail.example.com'), {
    host: 'mail.example.com',
    port: 587,
    user: 'us@er',
    password: 'p/w',
    tls: 'required',
    is_certificate_checked: true,
    ca: undefined,
    from: { name: undefined, address: 'shop@mail.example.com' },
    dkim: undefined,
  });
});

test('TLS is required but on this machine, unless the address says otherwise', () => {
  const cases: [string, string, number][] = [
    ['smtp://mail.example.com', 'required', 587],
    ['smtp://mail.example.com:25', 'required', 25],
    ['smtp://10.0.0.5', 'required', 587],
    ['smtps://mail.example.com', 'from_start', 465],
    ['smtps://mail.example.com:2465?tls=required', 'from_start', 2465],
    ['smtp://mail.example.com?tls=off', 'off', 587],
    ['smtp://mail.example.com/?tls=optional', 'optional', 587],
    ['smtp://localhost:25', 'optional', 25],
    ['smtp://127.0.0.1:25', 'optional', 25],
    ['smtp://[::1]:25', 'optional', 25],
    ['smtp://127.0.0.1.example.com', 'required', 587],
    ['smtp://localhost?tls=required', 'required', 587],
  ];
  for (const [url, tls, port] of cases) {
    const { tls: found, port: on } = read(url) ?? {};
    assert.deepEqual([found, on], [tls, port], url);
  }
  assert.equal(read('smtp://[::1]')?.host, '::1');
});

test('a certificate is checked, unless TLS is optional or the server is on this machine', () => {
  const ca = fileOf('ca.pem', 'a certificate');
  const cases: [string, boolean][] = [
    ['smtp://mail.example.com', true],
    ['smtps://mail.example.com', true],
    ['smtp://mail.example.com?tls=optional', false],
    [`smtp://mail.example.com?tls=optional&ca=${ca}`, true],
    ['smtp://127.0.0.1', false],
    ['smtps://localhost', false],
    ['smtp://localhost?tls=required', true],
    ['smtps://[::1]?tls=required', true],
    [`smtp://localhost?ca=${ca}`, true],
  ];
  for (const [url, is_checked] of cases) {
    assert.equal(read(url)?.is_certificate_checked, is_checked, url);
  }
});

test('the sender may have a name', () => {
  const cases: [string, string | undefined][] = [
    ['My Shop <shop@example.com>', 'My Shop'],
    ['"Ada, Bob & Co" <shop@example.com>', 'Ada, Bob & Co'],
    ['<shop@example.com>', undefined],
    ['shop@example.com', undefined],
  ];
  for (const [text, name] of cases) {
    const { from } = read('smtp://localhost', { KASSA_MAIL_FROM: text }) ?? {};
    assert.deepEqual(from, { name, address: 'shop@example.com' }, text);
  }
});

test('a DKIM key is read from its file, for the domain of the sender or one above it', () => {
  const dkim = { KASSA_DKIM_SELECTOR: 's1', KASSA_DKIM_KEY: rsa_file };
  for (const KASSA_DKIM_DOMAIN of ['mail.example.com', 'example.com', 'Example.com']) {
    const found = read('smtp://localhost', { ...dkim, KASSA_DKIM_DOMAIN });
    assert.deepEqual(found?.dkim, {
      domain: KASSA_DKIM_DOMAIN,
      selector: 's1',
      private_key: rsa,
    });
  }
});

test('what is wrong is said in a sentence that helps, and no password is repeated', () => {
  const url = 'smtp://localhost';
  const dkim = {
    KASSA_DKIM_DOMAIN: 'example.com',
    KASSA_DKIM_SELECTOR: 's1',
    KASSA_DKIM_KEY: rsa_file,
  };
  const cases: [Record<string, string>, RegExp][] = [
    [
      { KASSA_SMTP_URL: url, KASSA_MAIL_FROM: '' },
      /not KASSA_MAIL_FROM.*such as shop@example\.com/,
    ],
    [{ KASSA_SMTP_URL: '' }, /KASSA_MAIL_FROM is set, but not KASSA_SMTP_URL/],
    [
      { KASSA_SMTP_URL: '', KASSA_MAIL_FROM: '', KASSA_DKIM_KEY: 'x' },
      /KASSA_DKIM_KEY is set, but/,
    ],
    [{ KASSA_SMTP_URL: 'mail.example.com' }, /must look like smtp:\/\/user:password@/],
    [{ KASSA_SMTP_URL: 'https://example.com' }, /must begin with smtp:\/\/ or smtps:\/\//],
    [{ KASSA_SMTP_URL: 'smtp://u:hunter2/x@example.com' }, /%2F/],
    [{ KASSA_SMTP_URL: 'smtp://u:hunter2%@example.com' }, /%25/],
    [{ KASSA_SMTP_URL: 'smtp://example.com/inbox' }, /nothing behind the server/],
    [{ KASSA_SMTP_URL: 'smtp://example.com?ssl=1' }, /"ssl".*only tls and ca/],
    [{ KASSA_SMTP_URL: 'smtp://example.com?tls=yes' }, /required, optional or off/],
    [{ KASSA_SMTP_URL: 'smtps://example.com?tls=off' }, /smtps:\/\/, which is TLS/],
    [{ KASSA_SMTP_URL: 'smtp://example.com?ca=/nowhere' }, /ca in KASSA_SMTP_URL must name a file/],
    [{ KASSA_MAIL_FROM: 'My Shop' }, /KASSA_MAIL_FROM is "My Shop": it must be an address/],
    [{ KASSA_MAIL_FROM: 'a@example.com, b@example.com' }, /it must be an address/],
    [{ KASSA_MAIL_FROM: 'A <a@example.com>\r\nBcc: <b@example.com>' }, /it must be an address/],
    [{ ...dkim, KASSA_DKIM_SELECTOR: '' }, /belong together: set all or none/],
    [{ ...dkim, KASSA_DKIM_DOMAIN: 'example.org' }, /but mails are from shop@mail\.example\.com/],
    [{ ...dkim, KASSA_DKIM_SELECTOR: 'a b' }, /as in your DNS/],
    [{ ...dkim, KASSA_DKIM_KEY: '/nowhere' }, /KASSA_DKIM_KEY must name a file/],
    [{ ...dkim, KASSA_DKIM_KEY: fileOf('text', 'no key') }, /no RSA private key in PEM: openssl/],
    [{ ...dkim, KASSA_DKIM_KEY: ed_file }, /no RSA private key/],
  ];
  for (const [env, sentence] of cases) {
    assert.throws(
      () => readSettings({ KASSA_SMTP_URL: url, KASSA_MAIL_FROM, ...env }),
      (error) => {
        assert.ok(error instanceof SettingsError, String(error));
        assert.match(error.message, sentence);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  }
});
