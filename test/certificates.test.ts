import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { makeAuthority, makeServerCertificate } from '../src/installation/tls/certificate.ts';
import { MAIN } from './program.ts';
import { until } from './until.ts';

// Certificates in files, which somebody else renews while the shop is open.

const folder = mkdtempSync(join(tmpdir(), 'kassa-certificates-'));
const names = ['localhost', '127.0.0.1'];
const authority = makeAuthority({ name: 'Test', names, now: new Date(), days: 3000 });
const made = (days: number, now = new Date()) =>
  makeServerCertificate({ authority, names, now, days });
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const write = (pem: { cert: string; key: string }) => {
  writeFileSync(cert, pem.cert);
  writeFileSync(key, pem.key);
};
const env = {
  ...process.env,
  ...{ DATABASE_URL: '', KASSA_DATA_DIR: join(folder, 'data'), KASSA_PORT: '0' },
  ...{ KASSA_TLS_CERT: cert, KASSA_TLS_KEY: key, KASSA_VIES_URL: 'off' },
};

let child: ChildProcess;
let port = 0;
let log = '';
before(async () => {
  write(made(90));
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, 'serve'], {
    env,
  });
  let out = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    log += text;
  });
  await until(() => /running at/.test(out), 'it runs');
  port = Number(/running at https:\/\/localhost:(\d+)/.exec(out)?.[1]);
});
after(async () => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', servername: 'localhost', port, ca: authority.cert });
  await once(socket, 'secureConnect');
  return socket;
}

async function served(): Promise<string> {
  const socket = await open();
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return raw.toString('base64');
}

const bodyOf = (pem: string): string => pem.replace(/-----.*?-----|\s/g, '');

test('new files are served within seconds, and an open connection stays', async () => {
  const before_it = await open();
  const next = made(60);
  write(next);
  await until(async () => (await served()) === bodyOf(next.cert), 'the new one is served');
  const answered = once(before_it, 'data');
  before_it.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.match(String(await answered), /^HTTP\/1.1 200 /);
  assert.notEqual(before_it.getPeerCertificate().raw.toString('base64'), bodyOf(next.cert));
  before_it.destroy();
});

test('a pair that does not fit, is cut off or has ended is not taken, the log says why, and the next good one is', async () => {
  const good = await served();
  const [one, other] = [made(50), made(50)];
  const ended = made(1, new Date(Date.now() - 10 * 86_400_000));
  const bad = [
    [{ cert: one.cert, key: other.key }, 'belongs to another certificate'],
    [{ cert: one.cert.slice(0, 300), key: one.key }, 'not in PEM format'],
    [ended, 'it ended at 2'],
  ] as const;
  for (const [pem, reason] of bad) {
    write(pem);
    await until(() => log.includes(reason), reason);
    assert.equal(await served(), good);
  }
  write(other);
  await until(async () => (await served()) === bodyOf(other.cert), 'the good one is served');
  assert.equal(log.split('new certificate not taken').length - 1, bad.length, 'told once each');
});

test('a pair that cannot be used is refused at the start, in a sentence', async () => {
  const place = mkdtempSync(join(folder, 'refused-'));
  writeFileSync(join(place, 'key.pem'), made(5).key);
  const wrong = { KASSA_TLS_KEY: join(place, 'key.pem'), KASSA_DATA_DIR: place };
  const starting = spawn(process.execPath, [MAIN, 'serve'], { env: { ...env, ...wrong } });
  let said = '';
  starting.stderr.on('data', (text) => {
    said += text;
  });
  await once(starting, 'close');
  assert.equal(starting.exitCode, 1);
  assert.match(said, /KASSA_TLS_CERT .* cannot be used: the private key belongs to another cert/);
  assert.ok(!said.includes(readFileSync(join(place, 'key.pem'), 'utf8').slice(40, 80)));
});
