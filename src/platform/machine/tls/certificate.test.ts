import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as tls from 'node:tls';
import { promisify } from 'node:util';
import { makeAuthority, makeServerCertificate, maySignFor } from './certificate.ts';

const now = new Date();
const names = ['shop.example.test', 'localhost', '127.0.0.1', '::1', 'bücher.test'];
const authority = makeAuthority({ name: 'Kassa – lokale Stelle', names, now, days: 3650 });
const made = makeServerCertificate({ authority, names, now, days: 90 });
let server: Server;
let port = 0;

before(async () => {
  ({ server, port } = await startServer(made));
});

after(() => server.close());

test('TLS clients that trust the authority accept every name, and no other', async () => {
  for (const host of ['shop.example.test', 'localhost', '127.0.0.1', '::1', 'xn--bcher-kva.test']) {
    assert.equal(await refusalOf({ host, ca: authority.cert }), undefined, host);
  }
  for (const host of ['other.test', 'a.localhost', '127.0.0.2', '::2']) {
    const refusal = await refusalOf({ host, ca: authority.cert });
    assert.equal(refusal, 'ERR_TLS_CERT_ALTNAME_INVALID', host);
  }
});

test('TLS clients refuse it without the authority, or with another of the same name', async () => {
  const stranger = makeAuthority({ name: 'Kassa – lokale Stelle', names, now, days: 3650 });
  for (const ca of [stranger.cert, undefined]) {
    assert.match((await refusalOf({ host: 'localhost', ca })) ?? '', /UNABLE_TO_VERIFY|SIGNATURE/);
  }
});

// What a thief of the authority's key would make, and on a machine that is called "dev".
const STOLEN = ['bank.example', 'example.test', 'a.localhost', 'www.dev', '127.0.0.2', '10.0.0.1'];

test('TLS clients refuse a certificate for any other name, though the authority has signed it', async () => {
  const dev = makeAuthority({ name: 'Dev', names: [...names, 'dev'], now, days: 30 });
  for (const name of ['dev', ...STOLEN, '*.dev', '::2', '::ffff:7f00:1']) {
    const certificate = makeServerCertificate({ authority: dev, names: [name], now, days: 30 });
    const fake = await startServer(certificate);
    const refusal = await refusalOf({ host: name.replace('*', 'www'), ca: dev.cert, ...fake });
    assert.equal(refusal === undefined, name === 'dev', `${name}: ${refusal}`);
    if (refusal) assert.match(refusal, /UNSPECIFIED|PERMITTED|EXCLUDED/, name);
    fake.server.close();
  }
  // One foreign name among good ones spoils it.
  const mixed = makeServerCertificate({
    authority,
    names: ['localhost', 'bank.example'],
    now,
    days: 1,
  });
  const fake = await startServer(mixed);
  assert.ok(await refusalOf({ host: 'localhost', ca: authority.cert, ...fake }));
  fake.server.close();
});

test('an authority tells for which names it may vouch', () => {
  for (const name of names) assert.ok(maySignFor(authority.cert, name), name);
  for (const name of [...STOLEN, 'dev', '::2']) assert.ok(!maySignFor(authority.cert, name), name);
});

test('the authority may sign certificates of servers, and nothing that signs in turn', () => {
  const cert = new X509Certificate(authority.cert);
  assert.equal(cert.ca, true);
  assert.equal(cert.subject, cert.issuer);
  assert.ok(cert.checkIssued(cert) && cert.verify(cert.publicKey));
  assert.equal(cert.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
  // basicConstraints (critical) CA:TRUE, pathlen:0; keyUsage (critical) certSign and cRLSign
  assert.ok(cert.raw.includes(Buffer.from('0603551d130101ff040830060101ff020100', 'hex')));
  assert.ok(cert.raw.includes(Buffer.from('0603551d0f0101ff040403020106', 'hex')));
  assert.deepEqual(cert.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  // nameConstraints (critical)
  assert.ok(cert.raw.includes(Buffer.from('0603551d1e0101ff04', 'hex')));
});

test('a server certificate says what it is for, for whom, and by whom', () => {
  const cert = new X509Certificate(made.cert);
  const issuer = new X509Certificate(authority.cert);
  assert.equal(cert.ca, false);
  assert.ok(cert.checkIssued(issuer) && cert.verify(issuer.publicKey));
  assert.deepEqual(cert.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.equal(
    cert.subjectAltName,
    'DNS:shop.example.test, DNS:localhost, IP Address:127.0.0.1, ' +
      'IP Address:0:0:0:0:0:0:0:1, DNS:xn--bcher-kva.test',
  );
  assert.ok(cert.raw.includes(Buffer.from('0603551d0f0101ff040403020780', 'hex')));
  assert.equal(Date.parse(cert.validFrom), secondsOf(now) - 3_600_000);
  assert.equal(Date.parse(cert.validTo), secondsOf(now) + 90 * 86_400_000);
});

test('serial numbers are random, positive and 16 bytes long', () => {
  const serials = Array.from({ length: 20 }, () => {
    const { cert } = makeServerCertificate({ authority, names: ['a.test'], now, days: 1 });
    return new X509Certificate(cert).serialNumber;
  });
  assert.equal(new Set(serials).size, 20);
  for (const serial of serials) assert.match(serial, /^[4-7][0-9A-F]{31}$/);
});

test('years up to 2049 are written as UTCTime, later ones as GeneralizedTime', () => {
  const table: [string, string, string][] = [
    ['2049-12-30T01:00:00.000Z', '491230000000Z', '491231010000Z'],
    ['2049-12-31T01:00:00.999Z', '491231000000Z', '20500101010000Z'],
    ['2050-01-01T01:00:00.000Z', '20500101000000Z', '20500102010000Z'],
  ];
  for (const [instant, from, until] of table) {
    const { cert } = makeAuthority({ name: 'Clock', names, now: new Date(instant), days: 1 });
    const { raw, validFrom, validTo } = new X509Certificate(cert);
    assert.ok(raw.includes(Buffer.concat([timeOf(from), timeOf(until)])), instant);
    const begin = secondsOf(new Date(instant)) - 3_600_000;
    assert.deepEqual([Date.parse(validFrom), Date.parse(validTo)], [begin, begin + 90_000_000]);
  }
});

test('IPv6 addresses are understood in every notation', () => {
  const table: [string, string][] = [
    ['::', '0:0:0:0:0:0:0:0'],
    ['fe80::', 'FE80:0:0:0:0:0:0:0'],
    ['2001:DB8::a:0:1', '2001:DB8:0:0:0:A:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['::ffff:192.0.2.128', '0:0:0:0:0:FFFF:C000:280'],
  ];
  for (const [name, expected] of table) {
    const { cert } = makeServerCertificate({ authority, names: [name], now, days: 1 });
    assert.equal(new X509Certificate(cert).subjectAltName, `IP Address:${expected}`);
  }
});

test('long names and many names fit; what is no name is refused', () => {
  const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.test`;
  for (const count of [1, 2, 5, 20, 200]) {
    const many = [long, ...Array.from({ length: count }, (_, i) => `n${i}.test`)];
    const { cert } = makeServerCertificate({ authority, names: many, now, days: 1 });
    assert.equal(new X509Certificate(cert).checkHost(`n${count - 1}.test`), `n${count - 1}.test`);
    assert.equal(new X509Certificate(cert).checkHost(long), long);
  }
  for (const bad of [[], [''], ['a b'], ['fe80::1%eth0']]) {
    assert.throws(() => makeServerCertificate({ authority, names: bad, now, days: 1 }));
  }
});

test('an authority whose key is another’s is refused', () => {
  const other = makeAuthority({ name: 'Other', names, now, days: 1 });
  const mixed = { cert: authority.cert, key: other.key };
  assert.throws(
    () => makeServerCertificate({ authority: mixed, names, now, days: 1 }),
    /authority/,
  );
});

test('openssl accepts the chain under -x509_strict, and none for another name', {
  skip: missing('openssl', 'version'),
}, () => {
  inFolder((folder) => {
    const [ca, cert] = [join(folder, 'ca.pem'), join(folder, 'cert.pem')];
    writeFileSync(ca, authority.cert);
    writeFileSync(cert, made.cert);
    for (const check of [[], ['-verify_hostname', 'localhost'], ['-verify_ip', '::1']]) {
      const options = ['verify', '-x509_strict', '-purpose', 'sslserver', ...check, '-CAfile', ca];
      assert.match(execFileSync('openssl', [...options, cert], { encoding: 'utf8' }), /OK/);
      execFileSync('openssl', ['verify', '-x509_strict', '-CAfile', ca, ca]);
    }
    for (const name of STOLEN) {
      const stolen = makeServerCertificate({ authority, names: [name], now, days: 1 });
      writeFileSync(cert, stolen.cert);
      const { stderr } = spawnSync('openssl', ['verify', '-CAfile', ca, cert], {
        encoding: 'utf8',
      });
      assert.match(stderr, /permitted subtree violation|excluded subtree violation/, name);
    }
  });
});

test('curl accepts it with --cacert', { skip: missing('curl', '--version') }, async () => {
  await inFolder(async (folder) => {
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, authority.cert);
    for (const host of ['shop.example.test', '127.0.0.1']) {
      const way = ['--noproxy', '*', '--resolve', `${host}:${port}:127.0.0.1`];
      const { stdout } = await promisify(execFile)('curl', [
        '-sS',
        '--cacert',
        ca,
        ...way,
        `https://${host}:${port}/`,
      ]);
      assert.equal(stdout, 'hello');
    }
  });
});

async function startServer(tls: { cert: string; key: string }) {
  const server = createServer(tls, (_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: addressOf(server.address()).port };
}

async function refusalOf(o: {
  host: string;
  ca: string | undefined;
  port?: number;
}): Promise<string | undefined> {
  // The connection always goes to 127.0.0.1; `host` is only the name that the client expects.
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = tls.connect({
    host: o.host,
    ca: o.ca,
    socket: connect(o.port ?? port, '127.0.0.1'),
  });
  socket.on('secureConnect', () => resolve(undefined));
  socket.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  const refusal = await promise;
  socket.destroy();
  return refusal;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  assert(typeof address === 'object' && address !== null);
  return address;
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

function timeOf(digits: string): Buffer {
  return Buffer.concat([
    Buffer.of(digits.length === 13 ? 0x17 : 0x18, digits.length),
    Buffer.from(digits),
  ]);
}

function missing(command: string, argument: string): string | false {
  try {
    execFileSync(command, [argument], { stdio: 'ignore' });
    return false;
  } catch {
    return `there is no ${command}`;
  }
}

function inFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-certificate-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return run(folder);
}
