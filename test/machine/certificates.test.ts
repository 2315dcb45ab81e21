import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import {
  makeAuthority,
  makeServerCertificate,
} from '../../src/platform/machine/tls/certificate.ts';
import { listeningPort } from '../harness/listening.ts';
import { childrenOf } from '../harness/many-processes.ts';
import { KASSA } from '../harness/program.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

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

interface Server {
  child: ChildProcess;
  port: number;
  log: string;
}

async function start(more: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, [...KASSA, 'serve'], { env: { ...env, ...more } });
  const server: Server = { child, port: 0, log: '' };
  child.stderr.on('data', (text) => {
    server.log += text;
  });
  server.port = await listeningPort(child, { complaints: () => server.log });
  return server;
}

async function stop({ child }: Server): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

let server: Server;
before(async () => {
  write(made(90));
  server = await start();
});
after(async () => {
  await stop(server);
  rmSync(folder, { recursive: true, force: true });
});

async function open({ port } = server): Promise<TLSSocket> {
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
    await until(() => server.log.includes(reason), reason);
    assert.equal(await served(), good);
  }
  write(other);
  await until(async () => (await served()) === bodyOf(other.cert), 'the good one is served');
  assert.equal(
    server.log.split('new certificate not taken').length - 1,
    bad.length,
    'told once each',
  );
});

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** The certificate of one connection, and which of several processes has taken it. */
async function askOne(of: Server): Promise<[number, string]> {
  const socket = await open(of);
  const { raw } = socket.getPeerCertificate();
  socket.write(HEALTH);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return [Number(/"process":(\d+)/.exec(answer)?.[1]), raw.toString('base64')];
}

test('every process serves the new files, and goes on: with several on PostgreSQL too', async () => {
  const place = await makePlace();
  const count = place.one_server ? 1 : 2;
  const several = await start({
    KASSA_PROCESSES: String(count),
    KASSA_DATA_DIR: place.data_dir,
    DATABASE_URL: place.database_url ?? '',
  });
  /** Asked at the same time: one by one, the same process might take them all. */
  const askAll = () => Promise.all(Array.from({ length: 8 }, () => askOne(several)));
  const untilAllServe = async ({ cert }: { cert: string }) => {
    const serving = new Set<number>();
    await until(async () => {
      for (const [number, shown] of await askAll()) {
        if (shown === bodyOf(cert)) serving.add(number);
        else serving.delete(number);
      }
      return serving.size === count;
    }, 'every process serves it');
  };
  const pids = () => childrenOf(several.child.pid ?? 0);
  try {
    const [next, last] = [made(40), made(30)];
    write(next);
    await untilAllServe(next);
    const serving = pids();
    assert.equal(serving.length, count);
    write(last);
    await untilAllServe(last);
    assert.deepEqual(pids(), serving);
  } finally {
    await stop(several);
    await place.remove();
  }
});

test('a pair that cannot be used is refused at the start, in a sentence', async () => {
  const place = mkdtempSync(join(folder, 'refused-'));
  writeFileSync(join(place, 'key.pem'), made(5).key);
  const wrong = { KASSA_TLS_KEY: join(place, 'key.pem'), KASSA_DATA_DIR: place };
  const starting = spawn(process.execPath, [...KASSA, 'serve'], { env: { ...env, ...wrong } });
  let said = '';
  starting.stderr.on('data', (text) => {
    said += text;
  });
  await once(starting, 'close');
  assert.equal(starting.exitCode, 1);
  assert.match(said, /KASSA_TLS_CERT .* cannot be used: the private key belongs to another cert/);
  assert.ok(!said.includes(readFileSync(join(place, 'key.pem'), 'utf8').slice(40, 80)));
});
