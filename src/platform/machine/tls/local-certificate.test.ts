import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createLog } from '../../core/log.ts';
import { DAY_MS } from '../../core/time.ts';
import { writeAtomically } from '../files.ts';
import { SettingsError } from '../settings-error.ts';
import { makeAuthority, makeServerCertificate, maySignFor } from './certificate.ts';
import { localCertificate } from './local-certificate.ts';
import { watchCertificate } from './watch-certificate.ts';

const NOW = Date.UTC(2026, 10, 16);
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const TERMS = { name: 'Kassa', now: new Date(NOW), days: 365 };
let data_dir: string;
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'kassa-tls-'));
});
afterEach(() => rmSync(data_dir, { recursive: true }));

test('the first start makes an authority that may vouch for this machine alone, and a certificate of it', () => {
  const made = localCertificate(data_dir, NOW);
  const own_names = [...LOOPBACK, hostname().toLowerCase()];
  for (const name of own_names) {
    assert.ok(isFor(made.cert, name), name);
    assert.ok(maySignFor(authority(), name), name);
  }
  assert.deepEqual(localCertificate(data_dir, NOW + DAY_MS), made);
});

test('whoever says a name is shown a certificate without addresses, which BoringSSL can check', () => {
  const { for_names, ...made } = localCertificate(data_dir, NOW);
  assert.ok(for_names);
  assert.deepEqual(for_names.names, ['localhost', hostname().toLowerCase()]);
  for (const name of for_names.names) assert.ok(isFor(for_names.cert, name), name);
  const { subjectAltName = '' } = new X509Certificate(for_names.cert);
  assert.doesNotMatch(subjectAltName, /IP/);
  assert.match(new X509Certificate(made.cert).subjectAltName ?? '', /IP Address:127.0.0.1/);
  const signer = new X509Certificate(authority());
  assert.ok(new X509Certificate(for_names.cert).verify(signer.publicKey));
  // An installation from before has the first one alone.
  for (const ending of ['pem', 'key']) rmSync(join(data_dir, 'tls', `server-by-name.${ending}`));
  const after = localCertificate(data_dir, NOW);
  assert.deepEqual([after.cert, after.key], [made.cert, made.key]);
  assert.notEqual(after.for_names?.cert, for_names.cert);
});

test('a running server is handed the renewed certificate', async () => {
  const now = Date.now();
  const old = localCertificate(data_dir, now - 380 * DAY_MS);
  const read = () => localCertificate(data_dir, now);
  const log = createLog('off');
  const taken = await new Promise<string>((resolve) => {
    const use = ({ cert }: { cert: string }) => {
      watch.stop();
      resolve(cert);
    };
    const watch = watchCertificate({ ...old, renewal: { every_ms: 5, read } }, { use, log });
  });
  assert.notEqual(taken, old.cert);
  assert.equal(taken, read().cert);
});

test('a key beside the certificate of another is not used: both are made anew', () => {
  const before = localCertificate(data_dir, NOW);
  const authority_before = authority();
  const path = join(data_dir, 'tls', 'server.key');
  writeAtomically(path, makeAuthority({ ...TERMS, names: LOOPBACK }).key, 0o600);
  const after = localCertificate(data_dir, NOW);
  assert.notEqual(after.cert, before.cert);
  assert.ok(new X509Certificate(after.cert).checkPrivateKey(createPrivateKey(after.key)));
  assert.equal(authority(), authority_before);
});

test('a damaged certificate or key of the server is made anew by the same authority', () => {
  let before = localCertificate(data_dir, NOW);
  const trusted = authority();
  for (const [name, text] of [
    ['server.key', ''],
    ['server.key', before.key.slice(0, 90)],
    ['server.pem', 'no certificate'],
    ['server.pem', before.cert.slice(0, 200)],
  ] as const) {
    writeFileSync(join(data_dir, 'tls', name), text);
    const after = localCertificate(data_dir, NOW);
    assert.notEqual(after.cert, before.cert, name);
    assert.equal(authority(), trusted);
    assert.deepEqual(localCertificate(data_dir, NOW), after);
    before = after;
  }
});

test('a damaged authority is refused with what to remove, and what follows', () => {
  const before = localCertificate(data_dir, NOW);
  const read = (name: string) => readFileSync(join(data_dir, 'tls', name), 'utf8');
  for (const [name, text] of [
    ['ca.key', ''],
    ['ca.key', read('ca.key').slice(0, 90)],
    ['ca.pem', read('ca.pem').slice(0, 200)],
  ] as const) {
    const whole = read(name);
    writeFileSync(join(data_dir, 'tls', name), text);
    assertRefused(/ca\.pem and .*ca\.key cannot be used.*remove both .* trust the new ca\.pem/);
    writeFileSync(join(data_dir, 'tls', name), whole);
  }
  assert.deepEqual(localCertificate(data_dir, NOW), before);
});

test('a file in place of the folder, or a folder in place of a file, is refused in a sentence', () => {
  const folder = join(data_dir, 'tls');
  writeFileSync(folder, '');
  assertRefused(/tls is a file, .* Move the file away and start Kassa again/);
  rmSync(folder);
  for (const [name, other] of [
    ['ca.key', 'ca.pem'],
    ['server.pem', 'server.key'],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, other), '');
    assertRefused(/tls cannot be used \(EISDIR.*It must be a folder, with files in it/);
    rmSync(folder, { recursive: true });
  }
});

test('what belongs to another user is refused with whose it must be', () => {
  localCertificate(data_dir, NOW);
  chmodSync(data_dir, 0o755);
  const is_root = process.getuid?.() === 0;
  for (const name of ['ca.key', 'server.key', '.']) {
    const path = join(data_dir, 'tls', name);
    chmodSync(path, 0);
    if (is_root) process.seteuid?.(65534); // Root may read everything.
    try {
      assertRefused(/tls cannot be used \(EACCES.*of the user who runs Kassa/);
    } finally {
      if (is_root) process.seteuid?.(0);
      chmodSync(path, 0o700);
    }
  }
});

test('a certificate that ends within a month is renewed by the same authority', () => {
  const before = localCertificate(data_dir, NOW);
  const trusted = authority();
  const after = localCertificate(data_dir, NOW + 380 * DAY_MS);
  assert.notEqual(after.cert, before.cert);
  assert.equal(authority(), trusted);
  assert.ok(new X509Certificate(after.cert).checkIssued(new X509Certificate(trusted)));
});

test('what was made while the clock was ahead is made anew when it is right: nobody believes it yet', () => {
  const ahead = localCertificate(data_dir, NOW + 300 * DAY_MS);
  const authority_ahead = authority();
  const right = localCertificate(data_dir, NOW);
  assert.notEqual(right.cert, ahead.cert);
  assert.notEqual(authority(), authority_ahead);
  for (const pem of [right.cert, authority()]) {
    assert.ok(new X509Certificate(pem).validFromDate.getTime() <= NOW);
  }
  assert.deepEqual(localCertificate(data_dir, NOW), right);
});

test('a machine that was renamed keeps its authority, and its certificate is for what that may vouch for', () => {
  const names = [...LOOPBACK, 'as-it-was-called'];
  const before = makeAuthority({ ...TERMS, names });
  keep('ca', before);
  keep('server', makeServerCertificate({ ...TERMS, authority: before, names }));
  const trusted = authority();
  const { cert } = localCertificate(data_dir, NOW);
  assert.equal(authority(), trusted);
  for (const name of LOOPBACK) assert.ok(isFor(cert, name), name);
  assert.ok(!isFor(cert, hostname().toLowerCase()));
});

test('a certificate that lacks a name of this machine is made anew', () => {
  const before = makeAuthority({ ...TERMS, names: [...LOOPBACK, hostname().toLowerCase()] });
  keep('ca', before);
  keep('server', makeServerCertificate({ ...TERMS, authority: before, names: LOOPBACK }));
  assert.ok(isFor(localCertificate(data_dir, NOW).cert, hostname().toLowerCase()));
});

test('an authority that is not bound to this machine, as an earlier Kassa made it, is replaced', () => {
  keep('ca', makeAuthority({ ...TERMS, names: ['elsewhere.test'] }));
  const unbound = authority();
  const { cert } = localCertificate(data_dir, NOW);
  assert.notEqual(authority(), unbound);
  assert.ok(maySignFor(authority(), 'localhost'));
  assert.ok(new X509Certificate(cert).checkIssued(new X509Certificate(authority())));
});

function keep(name: 'ca' | 'server', made: { cert: string; key: string }): void {
  writeAtomically(join(data_dir, 'tls', `${name}.key`), made.key, 0o600);
  writeAtomically(join(data_dir, 'tls', `${name}.pem`), made.cert, 0o644);
}

function assertRefused(said: RegExp): void {
  assert.throws(
    () => localCertificate(data_dir, NOW),
    (error) => error instanceof SettingsError && said.test(error.message),
  );
}

const authority = (): string => readFileSync(join(data_dir, 'tls', 'ca.pem'), 'utf8');

function isFor(cert: string, name: string): boolean {
  const parsed = new X509Certificate(cert);
  return (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined;
}
