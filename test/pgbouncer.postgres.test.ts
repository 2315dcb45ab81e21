import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card } from './cast.ts';
import { atEndOfFile } from './endings.ts';
import { makePlace } from './harness.ts';
import { findPgbouncer, startPgbouncer } from './pgbouncer.ts';
import { ProcessShop } from './process-shop.ts';

// pgbouncer in transaction mode gives each transaction any of its connections. Debian's forgets
// prepared statements between two transactions, and refuses settings at the start of a connection.

const CONNECTIONS = 3; // Fewer than an instance would use.
const BUYERS = 12;
const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };
const program = findPgbouncer();
if (program === undefined) process.stderr.write('NO PGBOUNCER: ITS TESTS ARE LEFT OUT\n');

if (program !== undefined) {
  test('two instances behind pgbouncer in transaction mode sell, and every commit is synced', async () => {
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

  test('what a transaction sets behind a pool is gone after it: others are not bound by it', async () => {
    const place = await makePlace();
    const pool = await startPgbouncer(program, place.database_url ?? '', 1);
    atEndOfFile(pool.stop);
    const { db } = await ProcessShop.make({ ...place, database_url: pool.url });
    const SETTINGS = `SELECT current_setting('synchronous_commit') AS synced,
      current_setting('statement_timeout') AS timeout`;
    const inside = await db.write(null, async (tx) => tx.maybe(SETTINGS));
    assert.deepEqual(inside, { synced: 'on', timeout: '10s' });
    await db.snapshot(async (reader) => {
      assert.deepEqual(await reader.maybe(SETTINGS), { synced: 'on', timeout: '0' });
    });
    assert.deepEqual(await db.reader(null).maybe(SETTINGS), { synced: 'on', timeout: '0' });
  });
}
