import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listeningPort } from '../harness/listening.ts';
import { KASSA } from '../harness/program.ts';

// A server that is started while its disk is full: SQLite needs some room beside the file before it
// reads the first record.

const SIZE_MB = 48;
const disk = mkdtempSync(join(tmpdir(), 'kassa-small-'));
const args = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', disk];
/** A small disk of its own takes the rights of root. */
const has_disk = process.platform === 'linux' && spawnSync('mount', args).status === 0;
if (!has_disk) process.stderr.write('NO SMALL DISK: A START ON A FULL ONE IS NOT TRIED\n');

const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill('SIGKILL');
  if (has_disk) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const data_dir = join(disk, 'data');
const env = { ...process.env, KASSA_DATA_DIR: data_dir, DATABASE_URL: '', KASSA_PORT: '0' };

async function start() {
  const child = spawn(process.execPath, [...KASSA, 'serve'], {
    ...{ env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  started.push(child);
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const port = await listeningPort(child, { complaints: () => log });
  const ca = readFileSync(join(data_dir, 'tls', 'ca.pem'));
  const api_key = readFileSync(join(data_dir, 'first-api-key'), 'utf8').trim();
  const send = async (method: string, path: string, input?: object) => {
    const headers = { 'x-api-key': api_key, 'content-type': 'application/json' };
    const agent = new Agent({ ca });
    const sent = request({ host: 'localhost', port, method, path, headers, agent });
    sent.end(input && JSON.stringify(input));
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode, body: JSON.parse(text) };
  };
  const end = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { send, end };
}

/** Until nothing more can be written. */
function fill(name: string): void {
  const file = join(disk, name);
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4096']);
  assert.equal(statfsSync(disk).bavail, 0);
}

const product = { name: 'Editor', description: '', price: 5, currency: 'USD' };

test('a start on a full disk serves reading, refuses changes in words, and goes on by itself when there is room', async () => {
  if (!has_disk) return assert.ok(!existsSync(data_dir), 'not tried');
  const first = await start();
  const { body } = await first.send('POST', '/create-product', product);
  await first.end();
  fill('others');
  for (const others of ['more', 'still-more']) {
    const shop = await start();
    fill(others); // Also what was kept for the start.
    const path = `/get-product?product_id=${body.product_id}`;
    assert.equal((await shop.send('GET', path)).body.name, 'Editor');
    const refused = await shop.send('POST', '/create-product', product);
    assert.equal(refused.status, 500);
    assert.match(refused.body.error.message, /^Kassa cannot store anything at the moment/);
    const ready = await shop.send('GET', '/readyz');
    assert.equal(ready.status, 200);
    assert.match(ready.body.warning, /^nothing can be stored: the disk of the database is full/);
    await shop.end();
    rmSync(join(disk, others)); // What was kept, and perhaps a little more.
    writeFileSync(join(disk, `${others}-instead`), Buffer.alloc(512 * 1024, 1));
  }
  rmSync(join(disk, 'others'));
  const last = await start();
  assert.equal((await last.send('POST', '/create-product', product)).status, 200);
  assert.ok(existsSync(join(data_dir, 'reserve.tmp')), 'room is kept for the next time');
  await last.end();
});
