import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tx } from '../src/db/database.ts';
import { startShop } from './harness.ts';
import { checksWith, run, wrong } from './planting.ts';
import { sellForMonths } from './recorded-shop.ts';
import { NOT_RECOMPUTED, RECOMPUTED } from './verified-columns.ts';

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
const MONEY_OR_TIME = /(_minor|_at|_ms|_start|(?<!at_period)_end|_until|_since|_from|_after)$/;

test('every column of money or time is computed again by verify, or it is said why not', async () => {
  const known = Object.entries(RECOMPUTED).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const found = (await columnsOfShop()).filter((one) => MONEY_OR_TIME.test(one));
  const unsaid = found.filter(
    (one) => !known.includes(one) && !NOT_RECOMPUTED.some(([columns]) => columns.test(one)),
  );
  assert.deepEqual(unsaid, []);
  assert.deepEqual(
    known.filter((one) => !found.includes(one)),
    [],
    'columns that are not there',
  );
  const idle = NOT_RECOMPUTED.filter(([columns]) => !found.some((one) => columns.test(one)));
  assert.deepEqual(idle, [], 'reasons for no column');
});

test('verify finds each of them changed on a copy', async () => {
  await sellForMonths(shop);
  await sellMore();
  const missed: string[] = [];
  for (const [table, columns] of Object.entries(RECOMPUTED)) {
    for (const column of columns) {
      if (!(await isFound(table, column))) missed.push(`${table}.${column}`);
    }
  }
  assert.deepEqual(missed, []);
});

/** Whether verify finds the largest value of a column one larger, or the database refuses that. */
async function isFound(table: string, column: string): Promise<boolean> {
  const CHANGE = `UPDATE ${table} SET ${column} = ${column} + 1
    WHERE ${column} = (SELECT MAX(other.${column}) FROM ${table} other)`;
  let is_refused = false;
  const change = (tx: Tx) =>
    run(tx, CHANGE).catch((error: Error) => {
      is_refused = !(error instanceof assert.AssertionError); // There was one to change.
      throw error;
    });
  const checks = await checksWith(shop, change).catch(() => []);
  return is_refused || wrong(checks).length > 0;
}

/** What the recorded shops have not: codes by time, with pauses. */
async function sellMore(): Promise<void> {
  const store = await shop.openStore();
  const coupon_code = await store.coupon('SIX', { duration: 'repeating', duration_months: 6 });
  const amount = { discount_percentage: undefined, discount_amount: 2, currency: 'EUR' };
  const two_off = await store.coupon('TWO', amount);
  const plan_id = await store.plan({ price: 10 });
  await store.subscribe(plan_id, { customer_id: 'bob', coupon_code: two_off });
  const bought = await store.subscribe(plan_id, { coupon_code });
  const applied = await store.subscribe(plan_id);
  await store.must('POST /apply-coupon', { subscription_id: applied, coupon_code });
  await store.advance('P10D');
  for (const subscription_id of [bought, applied]) {
    await store.pause(subscription_id);
    await store.advance('P5D');
    await store.resume(subscription_id);
  }
}

async function columnsOfShop(): Promise<string[]> {
  const tables = (await shop.place.tables(shop.db)).filter((name) => !/^search_texts/.test(name));
  const columns: string[] = [];
  for (const table of tables) {
    const EMPTY = `SELECT t.* FROM (SELECT 1) AS one LEFT JOIN ${table} t ON 1 = 0`;
    const empty = await shop.db.reader(null).maybe<object>(EMPTY);
    columns.push(...Object.keys(empty ?? {}).map((name) => `${table}.${name}`));
  }
  return columns;
}
