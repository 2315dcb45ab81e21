import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { DAY_MS } from '../../../src/platform/core/time.ts';
import { card } from '../../harness/cast.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { ProcessShop } from '../../harness/process-shop.ts';
import {
  endLeases,
  insisting,
  makeTrade,
  openTrade,
  passDay,
  startSelling,
} from '../../harness/sales/trade.ts';
import { assertOnce, untilDone } from '../../harness/sales/trade-books.ts';
import { makePlace } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { findPgbouncer, startPgbouncer } from './pgbouncer.ts';

// pgbouncer in transaction mode gives each transaction any of its connections. Debian's forgets
// prepared statements between two transactions, and refuses settings at the start of a connection.

const CONNECTIONS = 3; // Fewer than an instance would use.
const BUYERS = 12;
const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };
const SUBSCRIBERS = 4;
const found = findPgbouncer();
const program = found ?? 'pgbouncer';
const is_missing = found === undefined && !process.env.CI; // In CI they always run.
const skip = is_missing && 'THERE IS NO PGBOUNCER, and it cannot be installed here';

test('two instances behind pgbouncer in transaction mode sell, and every commit is synced', {
  skip,
}, async () => {
  const place = await makePlace();
  const pool = await startPgbouncer(program, place.database_url ?? '', CONNECTIONS);
  atEndOfFile(pool.stop);
  const first = await ProcessShop.make({ ...place, database_url: pool.url });
  await first.start();
  const second = await first.startBeside();
  const { product_id } = (await first.call('/create-product', PRODUCT)).body;
  const buy = async (buyer: number) => {
    const shop = buyer % 2 === 0 ? first : second;
    const sold = { product_id, quantity: 1, customer_id: `buyer_${buyer}` };
    const { checkout_session_id } = (await shop.call('/create-checkout', sold)).body;
    const payment = { checkout_session_id, payment_method: card() };
    const paid = await shop.call('/complete-checkout', payment);
    assert.deepEqual([paid.status, paid.body.status], [200, 'completed']);
    const other = shop === first ? second : first;
    const path = `/get-checkout?checkout_session_id=${checkout_session_id}`;
    assert.equal((await other.get(path)).body.status, 'completed');
  };
  await Promise.all(Array.from({ length: BUYERS }, (_, buyer) => buy(buyer)));
  assert.equal((await second.get('/readyz')).status, 200);
  await first.assertRight();
});

test('behind pgbouncer, whose connections are ended: renewals, a moved clock, mails and webhooks, each once', {
  skip,
}, async (t) => {
  const place = await makePlace();
  const { database_url = '' } = place;
  const pool = await startPgbouncer(program, database_url, CONNECTIONS);
  atEndOfFile(pool.stop);
  const first = await ProcessShop.make({ ...place, database_url: pool.url });
  const trade = await makeTrade(first);
  t.after(() => trade.mail_server.stop());
  await first.start(trade.settings);
  const second = await first.startBeside(trade.settings);
  await openTrade(trade, SUBSCRIBERS);
  const selling = startSelling(trade, [insisting(first), insisting(second)]);

  // Renewals by the jobs, by two instances; both ends of the pool are lost meanwhile.
  await selling.untilSold(2);
  await passDay(trade);
  await first.until(`SELECT 1 FROM transactions WHERE type = 'renewal'`);
  const admin = new Client(database_url);
  await admin.connect();
  const { rowCount } = await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await admin.end();
  assert.ok((rowCount ?? 0) > 0, 'the pool has lost its connections to PostgreSQL');
  await selling.untilSold(2);
  await pool.restart();
  await selling.untilSold(2);

  // A clock move, which renews by itself.
  const advance = insisting(second, { 'x-api-key': trade.renewing.api_key });
  const to = new Date(Date.now() + (trade.days + 1) * DAY_MS).toISOString();
  const { reached } = await advance('/advance-clock', { to }, 'a-day-later');
  assert.equal(reached, true);
  trade.days += 1;
  await selling.end();
  assert.deepEqual(selling.failures, []);
  // What was claimed just before a connection was lost waits for the end of its lease.
  await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')]);
  await endLeases(trade);
  await first.start(trade.settings);
  await untilDone(trade);
  t.diagnostic(await assertOnce(trade));
});

/** A database behind a pool of one connection. */
async function openBehindOne() {
  const place = await makePlace();
  const pool = await startPgbouncer(program, place.database_url ?? '', 1);
  atEndOfFile(pool.stop);
  const { db } = await ProcessShop.make({ ...place, database_url: pool.url });
  return { db, pool };
}

test('what a transaction sets behind a pool is gone after it: others are not bound by it', {
  skip,
}, async () => {
  const { db } = await openBehindOne();
  const SETTINGS = `SELECT current_setting('synchronous_commit') AS synced,
    current_setting('statement_timeout') AS timeout`;
  const inside = await db.write(null, async (tx) => tx.maybe(SETTINGS));
  assert.deepEqual(inside, { synced: 'on', timeout: '10s' });
  await db.snapshot(async (reader) => {
    assert.deepEqual(await reader.maybe(SETTINGS), { synced: 'on', timeout: '0' });
  });
  assert.deepEqual(await db.reader(null).maybe(SETTINGS), { synced: 'on', timeout: '0' });
});

test('a pool that is lost while a transaction waits for its connection ends no process', {
  skip,
}, async () => {
  const { db, pool } = await openBehindOne();
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let is_held = false;
  const held = db.snapshot(async (reader) => {
    await reader.maybe('SELECT 1 AS one');
    is_held = true; // The only connection.
    await left;
  });
  held.catch(() => {}); // Looked at below.
  await until(() => is_held, 'the connection is taken');
  const waiting = db.snapshot(async (reader) => reader.maybe('SELECT 1 AS one'));
  waiting.catch(() => {});
  await setTimeout(300); // Its BEGIN waits in the pool. If it were later, it would only prove less.
  await pool.restart();
  leave();
  await assert.rejects(waiting);
  await Promise.allSettled([held]);
  const answer = await db.snapshot(async (reader) => reader.maybe('SELECT 1 AS one'));
  assert.deepEqual(answer, { one: 1 });
});
