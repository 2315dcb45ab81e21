import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ProcessShop } from '../harness/process-shop.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { can_fail, failDisk } from './disk-faults.ts';

// A disk that does not read: strace gives the server EIO for one read of the database file.

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
  const files = ['kassa.db']; // and not its log
  const disk = await failDisk(shop, { files, calls: ['pread64'], error: 'EIO', only: number });
  const statuses: number[] = [];
  // A write makes readers read again what they have.
  await until(async () => {
    statuses.push(...(await look()));
    await addProduct();
    return disk.hasFailed();
  }, 'a read has failed');
  await disk.end();
  return statuses;
}

test('a read that fails is one request that is told so, or none: the server stays, and reads again', async () => {
  for (const number of can_fail ? [1, 2, 5] : []) {
    await shop.start({ KASSA_LOG_LEVEL: 'off' });
    const { pid } = shop;
    for (const status of await failRead(number)) assert.ok([200, 500].includes(status));
    assert.deepEqual(new Set(await look()), new Set([200]), `after read ${number} had failed`);
    assert.equal(shop.pid, pid);
    await shop.kill('SIGTERM'); // What was written goes from the log to the file.
  }
  await shop.assertRight();
});
