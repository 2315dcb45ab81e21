import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Tx } from '../../../src/platform/db/database.ts';
import { adds, changes, locks, reads } from '../../../src/platform/db/rows.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// Two batches of writes run at the same time on PostgreSQL (docs/decisions/speed.md).

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const ADD = adds(
  'idempotency_keys',
  'idempotency_key = :key',
)`INSERT INTO idempotency_keys (store_id, idempotency_key, request_hash, created_at)
  VALUES (:store_id, :key, 'x', 0)`;
const READ = reads('idempotency_keys', 'idempotency_key = :key')`
  SELECT k.created_at AS n FROM idempotency_keys k
  WHERE k.store_id = :store_id AND k.idempotency_key = :key`;
const LOCK = locks('idempotency_keys', 'idempotency_key = :key')`${READ} FOR UPDATE`;
const CHANGE = changes('idempotency_keys', 'idempotency_key = :key')`
  UPDATE idempotency_keys SET created_at = :n
  WHERE store_id = :store_id AND idempotency_key = :key`;
const ONE_MORE = changes('idempotency_keys', 'idempotency_key = :key')`
  UPDATE idempotency_keys SET created_at = created_at + 1
  WHERE store_id = :store_id AND idempotency_key = :key`;
const READS_MAX = 100_000;

const write = <T>(work: (tx: Tx) => Promise<T>) => shop.db.write({ store_id: shop.store_id }, work);
const add = (key: string) => write(async (tx) => tx.run(ADD, { key }));
const numberOf = async (key: string) =>
  (await shop.db.reader({ store_id: shop.store_id }).maybe<{ n: number }>(READ, { key }))?.n;

/** Reads again and again, so that the transaction stays open until this is so. */
async function until(tx: Tx, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; !(await isSo()); n++) {
    assert.ok(n < READS_MAX, 'it did not become so');
    await tx.maybe(READ, { key: 'any' });
  }
}

test('a batch is committed while another one that changes other rows goes on', async () => {
  for (const key of ['long', 'short']) await add(key);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const long = write(async (tx) => {
    await tx.run(ONE_MORE, { key: 'long' });
    begin();
    const isThere = async () => (await tx.maybe<{ n: number }>(READ, { key: 'short' }))?.n === 1;
    await until(tx, isThere);
  });
  await begun;
  await write(async (tx) => tx.run(ONE_MORE, { key: 'short' }));
  await long;
  assert.equal(await numberOf('long'), 1);
});

test('a batch waits for the row of another one, and nothing has to be done again', async () => {
  await add('wanted');
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let [runs, waited] = [0, false];
  const count = async (tx: Tx, isFirst: boolean) => {
    runs += 1;
    const found = await tx.maybe<{ n: number }>(LOCK, { key: 'wanted' });
    if (isFirst) begin();
    if (isFirst) await until(tx, () => waited);
    await tx.run(CHANGE, { key: 'wanted', n: (found?.n ?? 0) + 1 });
  };
  const first = write((tx) => count(tx, true));
  await begun;
  const second = write(async (tx) => {
    await tx.maybe(READ, { key: 'any' });
    waited = true; // Nearly: what it asks for next is held by the first.
    await count(tx, false);
  });
  await Promise.all([first, second]);
  assert.equal(await numberOf('wanted'), 2);
  assert.equal(runs, 2);
});

test('of two batches that wait for each other one lets go, and both are done', async () => {
  for (const key of ['left', 'right']) await add(key);
  const has = new Set<string>();
  const work = (own: string, other: string) => async (tx: Tx) => {
    await tx.run(ONE_MORE, { key: own });
    has.add(own);
    await until(tx, () => has.has(other));
    await tx.run(ONE_MORE, { key: other });
  };
  const left = write(work('left', 'right'));
  await setTimeout(0);
  await Promise.all([left, write(work('right', 'left'))]);
  assert.equal(await numberOf('left'), 2);
  assert.equal(await numberOf('right'), 2);
});
