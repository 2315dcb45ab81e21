import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { postgresAddress } from '../../../src/platform/db/postgres/address.ts';
import { localCertificate } from '../../../src/platform/machine/tls/local-certificate.ts';
import { freePort } from '../../harness/free-port.ts';
import { giveToServer, launchPostgres, makePostgresFolder } from '../../harness/postgres.ts';

let server: Awaited<ReturnType<typeof launchPostgres>>;
let port: number;
let folder: string;
const elsewhere = mkdtempSync(join(tmpdir(), 'kassa-tls-'));
before(async () => {
  folder = makePostgresFolder();
  localCertificate(folder, Date.now());
  giveToServer(join(folder, 'tls'));
  localCertificate(elsewhere, Date.now());
  port = await freePort();
  const files = [`ssl_cert_file=${folder}/tls/server.pem`, `ssl_key_file=${folder}/tls/server.key`];
  server = await launchPostgres({ folder, port, keeps: false, settings: ['ssl=on', ...files] });
});
after(async () => {
  await server?.stop();
  rmSync(elsewhere, { recursive: true });
});

async function isEncrypted(query: string, host = 'localhost'): Promise<boolean | undefined> {
  const database_url = `postgres://kassa@${host}:${port}/postgres${query}`;
  const db = await openDatabase({ data_dir: elsewhere, database_url });
  try {
    const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    return (await db.reader(null).maybe<{ ssl: boolean }>(sql))?.ssl;
  } finally {
    await db.close();
  }
}

test('sslmode decides: require encrypts, disable does not, and this machine needs no TLS', async () => {
  assert.equal(await isEncrypted(''), false);
  assert.equal(await isEncrypted('?sslmode=disable'), false);
  assert.equal(await isEncrypted('?sslmode=require'), true);
});

test('verify-full accepts the certificate of a known authority for this name, and no other', async () => {
  const root = (place: string) => `sslrootcert=${place}/tls/ca.pem`;
  assert.equal(await isEncrypted(`?sslmode=verify-full&${root(folder)}`), true);
  assert.equal(await isEncrypted(`?sslmode=verify-full&${root(folder)}`, '127.0.0.1'), true);
  const name = '127.0.0.2'; // Reached, but not named by the certificate.
  await assert.rejects(isEncrypted(`?sslmode=verify-full&${root(folder)}`, name), /cannot be used/);
  for (const mode of ['verify-full', 'verify-ca', 'require']) {
    await assert.rejects(
      isEncrypted(`?sslmode=${mode}&${root(elsewhere)}`),
      /cannot be used/,
      mode,
    );
  }
  await assert.rejects(isEncrypted('?sslmode=verify-full'), /cannot be used/);
});

test('a server that offers no TLS, a mode there is not and a missing file are refused in a sentence', async () => {
  const plain = process.env.KASSA_TEST_DATABASE_URL ?? '';
  const where = { data_dir: elsewhere, database_url: `${plain}?sslmode=require` };
  await assert.rejects(openDatabase(where), /offers no TLS.*sslmode=disable/);
  await assert.rejects(isEncrypted('?sslmode=prefer'), /sslmode in DATABASE_URL is "prefer"/);
  await assert.rejects(isEncrypted('?sslmode=verify-ca'), /needs sslrootcert/);
  const missing = '?sslmode=verify-full&sslrootcert=/nowhere.pem';
  await assert.rejects(isEncrypted(missing), /sslrootcert in DATABASE_URL cannot be read/);
});

test('hosts that are not this machine are spoken to encrypted, unless sslmode says otherwise', () => {
  const encrypts = (url: string) => postgresAddress(url).hosts.map(({ ssl }) => ssl !== false);
  const local = [
    'localhost',
    '127.0.0.1:5433',
    '127.8.8.8',
    '[::1]:5432',
    '%2Frun%2Fpostgresql',
    '',
  ];
  for (const host of local)
    assert.deepEqual(encrypts(`postgres://kassa@${host}/kassa`), [false], host);
  assert.deepEqual(encrypts('postgres:///kassa?host=/run/postgresql'), [false]);
  for (const host of ['db.example.com', '10.0.0.5', '[fd00::5]:5432', 'localhost.example.com']) {
    assert.deepEqual(encrypts(`postgres://kassa@${host}/kassa`), [true], host);
    assert.deepEqual(encrypts(`postgres://kassa@${host}/kassa?sslmode=disable`), [false], host);
  }
  assert.deepEqual(encrypts('postgres://kassa@localhost,db.example.com:5433/kassa'), [false, true]);
});

test('names, passwords and databases are percent-encoded in an address, and several hosts keep their ports', () => {
  const { hosts, ...rest } = postgresAddress(
    'postgres://a%40b:p%2Fw@one:1,two:2/my%20shop?options=-c%20a=b',
  );
  assert.deepEqual(
    hosts.map(({ host, port }) => [host, port]),
    [
      ['one', 1],
      ['two', 2],
    ],
  );
  const named = { user: 'a@b', password: 'p/w', database: 'my shop', options: '-c a=b' };
  assert.deepEqual(rest, { ...named, is_pooled: false });
});
