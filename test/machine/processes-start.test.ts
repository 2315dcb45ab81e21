import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { atEndOfFile } from '../harness/endings.ts';
import { kassa } from '../harness/kassa-command.ts';
import { childrenOf, connectToEach } from '../harness/many-processes.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { KASSA } from '../harness/program.ts';
import { makePlace } from '../harness/shop.ts';

// A server that cannot start ends, also one of several processes: whoever watches it can start it again.

const place = await makePlace();
atEndOfFile(() => place.remove());
const settings = {
  KASSA_DATA_DIR: place.data_dir,
  DATABASE_URL: place.database_url ?? '',
  KASSA_PORT: '0',
  KASSA_PROCESSES: place.one_server ? '1' : '2',
};

/** Holds a port, as another program does, until `work` is done. */
async function withTakenPort<T>(work: (port: string) => Promise<T>): Promise<T> {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const address = other.address();
  assert(address !== null && typeof address === 'object');
  try {
    return await work(String(address.port));
  } finally {
    other.close();
  }
}

test('a port that is in use: it says so and ends', async () => {
  await withTakenPort(async (KASSA_PORT) => {
    const { code, err } = await kassa(['serve'], { ...settings, KASSA_PORT });
    assert.equal(code, 1);
    assert.match(err, new RegExp(`Port ${KASSA_PORT} is in use`));
  });
});

test('a second port that is in use: the first is closed, and it ends with the name of the setting', async () => {
  await withTakenPort(async (KASSA_HTTP_PORT) => {
    for (const KASSA_PROCESSES of new Set(['1', settings.KASSA_PROCESSES])) {
      const own = { ...settings, KASSA_HTTP_PORT, KASSA_PROCESSES, KASSA_LOG_LEVEL: 'off' };
      const { code, out, err } = await kassa(['serve'], own);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, new RegExp(`^KASSA_HTTP_PORT is ${KASSA_HTTP_PORT}, .* is in use.*\n$`));
    }
  });
});

test('several processes on SQLite are refused, with what to do', async () => {
  const several = { ...settings, DATABASE_URL: '', KASSA_PROCESSES: '2' };
  const { code, out, err } = await kassa(['serve'], several);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /^KASSA_PROCESSES is 2, but one process serves a SQLite file\. Remove .*\n$/);
});

test('a local certificate that cannot be used is refused with what to do', async () => {
  const KASSA_DATA_DIR = join(place.data_dir, 'certificate');
  const tls = join(KASSA_DATA_DIR, 'tls');
  const refused = async () => (await kassa(['serve'], { ...settings, KASSA_DATA_DIR })).err;
  mkdirSync(KASSA_DATA_DIR);
  writeFileSync(tls, '');
  assert.match(await refused(), /tls is a file.* Move the file away/);
  rmSync(tls);
  mkdirSync(tls);
  for (const name of ['ca.pem', 'ca.key']) writeFileSync(join(tls, name), 'cut off');
  assert.match(
    await refused(),
    /ca\.pem and .*ca\.key cannot be used: .* What to do: .*remove both/,
  );
});

test('a PostgreSQL that is not there yet: it says so and ends', async () => {
  const DATABASE_URL = 'postgres://kassa@127.0.0.1:9/kassa';
  const { code, err } = await kassa(['serve'], { ...settings, DATABASE_URL });
  assert.equal(code, 1);
  assert.match(err, /ECONNREFUSED|cannot be (?:used|reached)/);
});

test('told to end at any moment of its start, it ends', async () => {
  for (const wait_ms of [150, 300, 450, 600, 900]) {
    const args = [...KASSA, 'serve'];
    const env = { ...process.env, ...settings };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    await setTimeout(wait_ms);
    child.kill('SIGTERM');
    const [, signal] = await once(child, 'exit');
    // Otherwise it was killed after half a minute. Very early, the signal ends it by itself.
    const has_ended = /told to|"event":"stopping"/.test(log);
    assert.ok(signal === 'SIGTERM' || has_ended, `after ${wait_ms} ms: ${log}`);
  }
});

test('KASSA_PROCESSES=auto: one process serves a SQLite, as many as there are cores a PostgreSQL', async () => {
  const cores = place.one_server ? 1 : availableParallelism();
  const shop = await ProcessShop.make();
  await shop.start({ KASSA_PROCESSES: 'auto' });
  if (cores === 1) {
    assert.deepEqual((await shop.get('/healthz')).body, { status: 'ok' });
    return; // It serves itself.
  }
  const each = await connectToEach(shop, cores);
  assert.equal(childrenOf(shop.pid).length, cores);
  for (const agent of each.values()) {
    assert.equal((await shop.get('/search-products', {}, agent)).status, 200);
    agent.destroy();
  }
});

test('whoever has seen enough of the output closes it, and nothing breaks', async () => {
  const args = [...KASSA, 'stores', 'list'];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings } });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'exit');
  assert.equal(err, '');
  assert.equal(code, 0);
});
