import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findProgram } from './find-program.ts';
import { makePlace } from './harness.ts';
import { ProcessShop } from './process-shop.ts';
import { until } from './until.ts';

// A disk that does not read: strace gives the server EIO for one read of the database file.

const strace = findProgram(['/usr/bin/strace'], ['strace']);
if (strace === undefined) process.stderr.write('NO STRACE: READS THAT FAIL ARE NOT TRIED\n');

const folder = mkdtempSync(join(tmpdir(), 'kassa-reads-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let shop: ProcessShop;
const product_ids: string[] = [];
before(async () => {
  shop = await ProcessShop.make(await makePlace('sqlite'));
  await shop.start({ KASSA_LOG_LEVEL: 'off' });
  for (let at = 0; at < 40; at++) product_ids.push((await addProduct()).body.product_id);
  await shop.kill('SIGTERM');
});

const addProduct = () =>
  shop.call('/create-product', {
    ...{ name: 'Product', description: 'x'.repeat(2000), price: 5, currency: 'USD' },
  });

/** One after the other: each has a snapshot of its own. */
const look = async () => {
  const statuses: number[] = [];
  for (const id of product_ids) {
    statuses.push((await shop.get(`/get-product?product_id=${id}`)).status);
  }
  return statuses;
};

/** Lets the read of this number fail, and returns what look-ups were answered meanwhile. */
async function failRead(number: number): Promise<number[]> {
  const log = join(folder, `strace-${number}`);
  const file = join(shop.place.data_dir, 'kassa.db'); // and not its log
  const fault = [
    '-P',
    file,
    '-e',
    'trace=pread64',
    '-e',
    `inject=pread64:error=EIO:when=${number}`,
  ];
  const tracer = spawn(String(strace), ['-f', '-p', String(shop.pid), ...fault, '-o', log], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => tracer.on('close', resolve));
  await until(async () => said.includes('attached'), 'strace has begun');
  const statuses: number[] = [];
  const hasFailed = () => readFileSync(log, 'utf8').includes('INJECTED');
  // A write makes readers read again what they have.
  await until(async () => {
    statuses.push(...(await look()));
    await addProduct();
    return hasFailed();
  }, 'a read has failed');
  tracer.kill('SIGINT');
  await ended;
  return statuses;
}

test('a read that fails is one request that is told so, or none: the server stays, and reads again', async () => {
  for (const number of strace ? [1, 2, 5] : []) {
    await shop.start({ KASSA_LOG_LEVEL: 'off' });
    const { pid } = shop;
    for (const status of await failRead(number)) assert.ok([200, 500].includes(status));
    assert.deepEqual(new Set(await look()), new Set([200]), `after read ${number} had failed`);
    assert.equal(shop.pid, pid);
    await shop.kill('SIGTERM'); // What was written goes from the log to the file.
  }
  await shop.assertRight();
});
