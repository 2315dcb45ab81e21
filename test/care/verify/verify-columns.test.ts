import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tx } from '../../../src/platform/db/database.ts';
import { DECLINES_LATER } from '../../harness/cast.ts';
import { checksWith, run, wrong } from '../../harness/planting.ts';
import { startShop } from '../../harness/shop.ts';
import { sellForMonths } from '../upgrades/recorded-shop.ts';
import {
  NOT_RECOMPUTED,
  NOT_RECOMPUTED_INSIDE,
  RECOMPUTED,
  RECOMPUTED_INSIDE,
} from './verified-columns.ts';

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

test('nor is a figure that is kept inside of a text left out: it is computed again, or it is said why not', async () => {
  await sellMoreTerms();
  const figures = await jsonFigures();
  const nameOf = ({ table, column, key }: JsonFigure) => `${table}.${column} ${key}`;
  const known = Object.entries(RECOMPUTED_INSIDE).flatMap(([column, keys]) =>
    keys.map((key) => `${column} ${key}`),
  );
  const found = figures.map(nameOf);
  const unsaid = found.filter(
    (one) => !known.includes(one) && !NOT_RECOMPUTED_INSIDE.some(([names]) => names.test(one)),
  );
  assert.deepEqual(unsaid, []);
  assert.deepEqual(
    known.filter((one) => !found.includes(one)),
    [],
    'figures that are not there',
  );
  const missed: string[] = [];
  for (const one of figures.filter((figure) => known.includes(nameOf(figure)))) {
    if (!(await isFoundInside(one))) missed.push(nameOf(one));
  }
  assert.deepEqual(missed, []);
});

const FIGURE =
  /"(\w+(?:_minor|_at|_start|_end|_until|_since)|from|to|whole|part|paused_ms)":(-?\d+)/g;

interface JsonFigure {
  table: string;
  column: string;
  key: string;
  before: string;
  after: string;
}

/** Every figure that is kept inside of a text, once: the last of its name with one more. */
async function jsonFigures(): Promise<JsonFigure[]> {
  const found = new Map<string, JsonFigure>();
  for (const name of await columnsOfShop()) {
    const [table = '', column = ''] = name.split('.');
    const rows = await shop.db
      .reader(null)
      .all<{ value: unknown }>(
        `SELECT ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
      );
    for (const { value } of rows) {
      if (typeof value !== 'string' || !/^[[{]/.test(value)) continue;
      for (const { 0: all, 1: key = '', 2: number, index } of value.matchAll(FIGURE)) {
        const more = `"${key}":${Number(number) + 1}`;
        const after = value.slice(0, index) + more + value.slice(index + all.length);
        found.set(`${name} ${key}`, { table, column, key, before: value, after });
      }
    }
  }
  return [...found.values()];
}

async function isFoundInside({ table, column, before, after }: JsonFigure): Promise<boolean> {
  const CHANGE = `UPDATE ${table} SET ${column} = :after WHERE ${column} = :before`;
  let is_refused = false;
  const change = (tx: Tx) =>
    run(tx, CHANGE, { before, after }).catch((error: Error) => {
      is_refused = !(error instanceof assert.AssertionError);
      throw error;
    });
  const checks = await checksWith(shop, change).catch(() => []);
  return is_refused || wrong(checks).length > 0;
}

/** Past due, a planned change, a change paid for. */
async function sellMoreTerms(): Promise<void> {
  const store = await shop.openStore();
  const large = await store.plan({ name: 'Large', price: 100 });
  const small = await store.plan({ name: 'Small', price: 10 });
  const subscription_id = await store.subscribe(large);
  await store.update(subscription_id, { plan_id: small, apply_at: 'period_end' }).catch(() => {});
  const late = await store.subscribe(large, { customer_id: 'bob' });
  await store.changeCard(DECLINES_LATER, 'bob');
  await store.advance('P40D');
  await store.update(late, { plan_id: small });
}

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
