import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startNameServer } from '../../../../test/stand-ins/name-server.ts';
import { createResolve } from './resolve-name.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-names-'));
const hosts_file = join(folder, 'hosts');
after(() => rmSync(folder, { recursive: true }));

const NAMES: Record<string, { 4?: string[]; 6?: string[] }> = {
  'both.example.com': { 4: ['192.0.2.1', '192.0.2.2'], 6: ['2001:0db8:0:0:0:0:0:1'] },
  'old.example.com': { 4: ['192.0.2.4'], 6: [] },
  'new.example.com': { 4: [], 6: ['2001:0db8:0:0:0:0:0:6'] },
  'half.example.com': { 4: ['192.0.2.5'] },
  'empty.example.com': { 4: [], 6: [] },
  'lossy.example.com': { 4: ['192.0.2.7'], 6: [] },
  'silent.example.com': {},
};

/** Two questions of each family. */
const LOST = 4;

let server: Awaited<ReturnType<typeof startNameServer>>;
before(async () => {
  server = await startNameServer((name) => {
    const asked = server.asked.filter((question) => question.name === name).length;
    return name === 'lossy.example.com' && asked <= LOST ? {} : NAMES[name];
  });
  writeFileSync(
    hosts_file,
    '# of this machine\n127.0.0.9\tlocalhost\r\n::9 Localhost # both\n10.0.0.7  receiver build.lan\nnonsense receiver\n',
  );
});

const addressesOf = async (host: string, timeout_ms = 30_000, file = hosts_file) => {
  const { name_servers } = server;
  const resolve = createResolve({ name_servers, timeout_ms, hosts_file: file });
  return (await resolve(host)).map(({ address }) => address);
};

test('a name has the addresses that its name server says, of both families', async () => {
  const both = ['192.0.2.1', '192.0.2.2', '2001:db8::1'];
  assert.deepEqual(await addressesOf('both.example.com'), both);
  assert.deepEqual(await addressesOf('old.example.com'), ['192.0.2.4']);
  assert.deepEqual(await addressesOf('new.example.com'), ['2001:db8::6']);
});

test('a name that does not exist, or has no address, has none', async () => {
  assert.deepEqual(await addressesOf('empty.example.com'), []);
  assert.deepEqual(await addressesOf('nobody.example.com'), []);
});

test('names of the hosts file are not asked for, and this machine has a name without one', async () => {
  const asked = server.asked.length;
  assert.deepEqual(await addressesOf('localhost'), ['127.0.0.9', '::9']);
  assert.deepEqual(await addressesOf('receiver'), ['10.0.0.7']);
  assert.deepEqual(await addressesOf('build.lan'), ['10.0.0.7']);
  const missing = join(folder, 'missing');
  assert.deepEqual(await addressesOf('localhost', 30_000, missing), ['127.0.0.1']);
  assert.deepEqual(await addressesOf('a.localhost', 30_000, missing), ['127.0.0.1']);
  assert.equal(server.asked.length, asked);
});

test('a name server that never answers is given up in time', async () => {
  const error = { message: 'no name server answered for its name within 0.6 s' };
  await assert.rejects(addressesOf('silent.example.com', 600), error);
});

test('a question that gets lost twice is asked a third time', async () => {
  assert.deepEqual(await addressesOf('lossy.example.com', 10_000), ['192.0.2.7']);
  const asked = server.asked.filter(({ name }) => name === 'lossy.example.com');
  assert.ok(asked.length > LOST, `${asked.length} questions`);
});

test('what one family says is enough when the other is never answered', async () => {
  assert.deepEqual(await addressesOf('half.example.com', 2_000), ['192.0.2.5']);
});

// Many more than the threads that getaddrinfo has, and few enough for the buffer of a socket: the
// name server, which is this process too, reads none of them before all are sent.
test('fifty silent names hold up no other', async () => {
  const waiting = Array.from({ length: 50 }, () =>
    addressesOf('silent.example.com').catch(() => 'given up'),
  );
  assert.deepEqual(await addressesOf('old.example.com'), ['192.0.2.4']);
  const first = await Promise.race([...waiting, addressesOf('new.example.com')]);
  assert.deepEqual(first, ['2001:db8::6']);
  server.speak();
});

test('each look-up asks from a port of its own', async () => {
  const asked = server.asked.length;
  for (let n = 0; n < 20; n++) await addressesOf('old.example.com');
  const ports = server.asked.slice(asked).map(({ from_port }) => from_port);
  assert.ok(new Set(ports).size > 10, `${new Set(ports).size} ports`);
});
