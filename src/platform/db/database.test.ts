import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import type { Database, ReaderOutsideTx, Tx } from './database.ts';
import { adds } from './rows.ts';

let shop: Shop;
let db: Database;
before(async () => {
  shop = await startShop();
  db = shop.db;
});

const scope = () => ({ store_id: shop.store_id });
const ADD = adds('idempotency_keys', 'idempotency_key = :key')`
  INSERT INTO idempotency_keys (store_id, idempotency_key, request_hash, created_at)
  VALUES (:store_id, :key, 'x', 0)`;
const COUNT = `SELECT COUNT(*) AS n FROM idempotency_keys
  WHERE store_id = :store_id AND idempotency_key LIKE :like`;
const add = (tx: Tx, key: string) => tx.run(ADD, { key });
const count = async (like: string) =>
  (await db.reader(scope()).maybe<{ n: number }>(COUNT, { like }))?.n;

describe('write', () => {
  test('what a transaction did is there when it is over, and nothing of one that threw', async () => {
    assert.equal(await db.write(scope(), async (tx) => add(tx, 'a-1')), 1);
    const failing = db.write(scope(), async (tx) => {
      await add(tx, 'a-2');
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.equal(await count('a-%'), 1);
  });

  test('200 at once are all there, and each that throws takes only its own with it', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) =>
        db.write(scope(), async (tx) => {
          await add(tx, `b-${n}`);
          if (n % 3 === 0) throw new Error('no');
          return n;
        }),
      ),
    );
    const kept = results.filter((result) => result.status === 'fulfilled').length;
    assert.equal(kept, 133);
    assert.equal(await count('b-%'), 133);
  });

  test('1,000 at once, and those that come while others are written, are all there', async () => {
    const write = (key: string) => db.write(scope(), async (tx) => add(tx, key));
    const at_once = Array.from({ length: 1_000 }, (_, n) => write(`many-${n}`));
    const later = [process.nextTick, queueMicrotask, globalThis.setImmediate].flatMap(
      (when, kind) =>
        Array.from(
          { length: 20 },
          (_, n) =>
            new Promise<unknown>((resolve, reject) => {
              when(() => write(`later-${kind}-${n}`).then(resolve, reject));
            }),
        ),
    );
    // Each of these follows upon the one before, while the others are under way.
    const chain = async () => {
      for (let n = 0; n < 20; n++) await write(`chain-${n}`);
    };
    await Promise.all([...at_once, ...later, chain()]);
    assert.deepEqual([await count('many-%'), await count('later-%')], [1_000, 60]);
    assert.equal(await count('chain-%'), 20);
  });

  test('numbers of events have no gap: whoever is undone gives theirs back', async () => {
    const COUNTED = 'SELECT last_sequence FROM event_counters WHERE store_id = :store_id';
    const counted = async () =>
      (await db.reader(scope()).maybe<{ last_sequence: number }>(COUNTED))?.last_sequence ?? 0;
    const start = await counted();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        db.write(scope(), async (tx) => {
          const last = await tx.takeEventNumbers(2);
          if (n % 5 === 0) assert.equal(await tx.takeEventNumbers(0), last);
          const undone = tx.attempt(async () => {
            await tx.takeEventNumbers(3);
            if (n % 5 === 1) assert.equal(await tx.takeEventNumbers(0), last + 3);
            throw new Error('undone');
          });
          await assert.rejects(undone, /undone/);
          if (n % 4 === 2) throw new Error('no');
          return last;
        }),
      ),
    );
    const taken = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const expected = Array.from({ length: 45 }, (_, at) => start + 2 * (at + 1));
    assert.deepEqual(
      taken.sort((a, b) => a - b),
      expected,
    );
    assert.equal(await counted(), start + 90);
    // Checked by the compiler: in a transaction, what a statement reads of the counters may be old.
    await db.write(scope(), async (tx) => {
      // @ts-expect-error a transaction is no reader outside of one
      const outside: ReaderOutsideTx = tx;
      assert.equal(outside, tx);
    });
  });

  test('what a write appends is kept with it: whoever throws leaves no event, and no gap', async () => {
    const TOLD = `SELECT sequence, data FROM events
      WHERE store_id = :store_id AND type = 'customer.updated' ORDER BY sequence`;
    const { store_id } = scope();
    const write = (n: number) =>
      db.write(scope(), async (tx) => {
        const event = { type: 'customer.updated' as const, customer_id: null, created_at: 0 };
        await tx.append({ store_id, events: [{ ...event, data: `${n}` }] });
        if (n % 4 === 2) throw new Error('no');
      });
    const results = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => write(n)));
    const kept = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    const told = await db.reader(scope()).all<{ sequence: number; data: string }>(TOLD);
    assert.equal(kept.length, 45);
    assert.deepEqual(
      told.map(({ data }) => Number(data)).sort((a, b) => a - b),
      kept,
    );
    const [first] = told;
    assert.deepEqual(
      told.map(({ sequence }) => sequence),
      told.map((_, at) => (first?.sequence ?? 0) + at),
    );
  });

  test('writes that follow upon one another let everything else have its turn', async () => {
    let [turns, over] = [0, false];
    const turning = (async () => {
      for (; !over; turns++) await setImmediate();
    })();
    for (let n = 0; n < 100; n++) await db.write(scope(), async (tx) => add(tx, `turn-${n}`));
    over = true;
    await turning;
    assert.ok(turns >= 50, `${turns} turns`);
  });

  test('attempt: a throw undoes what was inside and leaves what was outside, nested too', async () => {
    await db.write(scope(), async (tx) => {
      await add(tx, 'c-1');
      const failed = tx.attempt(async () => {
        await add(tx, 'c-2');
        await tx.attempt(() => Promise.resolve(add(tx, 'c-3')).then(() => {}));
        throw new Error('no');
      });
      await assert.rejects(failed, /no/);
      await tx.attempt(async () => add(tx, 'c-4'));
    });
    assert.equal(await count('c-%'), 2);
    assert.equal(await count('c-4'), 1);
  });

  test('a transaction that awaits anything but the database is undone and says so', async () => {
    const waiting = db.write(scope(), async (tx) => {
      await add(tx, 'd-1');
      await setTimeout(50);
      await add(tx, 'd-2');
    });
    await assert.rejects(waiting, /awaited something else than the database/);
    await setTimeout(100);
    assert.equal(await count('d-%'), 0);
    await db.write(scope(), async (tx) => add(tx, 'd-3'));
    assert.equal(await count('d-%'), 1);
  });

  test('long work in one transaction is fine as long as it is the database that works', async () => {
    await db.write(scope(), async (tx) => {
      for (let n = 0; n < 300; n++) await add(tx, `e-${n}`);
    });
    assert.equal(await count('e-%'), 300);
  });

  test('what is not committed is not seen by a reader', async () => {
    let ended = false;
    const writing = db.write(scope(), async (tx) => {
      await add(tx, 'f-1');
      for (let n = 0; n < 200; n++) await tx.maybe(COUNT, { like: 'f-%' });
      throw new Error('no');
    });
    const failed = assert.rejects(writing, /no/).then(() => {
      ended = true;
    });
    while (!ended) {
      assert.equal(await count('f-%'), 0);
      await setImmediate();
    }
    await failed;
  });
});

describe('scope', () => {
  test('a statement that does not name the store is refused', async () => {
    const reader = db.reader(scope());
    await assert.rejects(async () => reader.all('SELECT 1'), /no :store_id/);
    const writing = db.write(scope(), async (tx) => tx.run('DELETE FROM events'));
    await assert.rejects(writing, /no :store_id/);
  });

  test('a parameter without a value is refused', async () => {
    await assert.rejects(async () => db.reader(scope()).all(COUNT), /:like has no value/);
  });

  test('a reference to another store cannot be stored', async () => {
    const other = await shop.makeStore('test');
    const product = { name: 'A', description: '', price: 1, currency: 'USD' };
    const { body } = await shop.call('POST /create-product', product, { key: other.api_key });
    const code = await shop.call('POST /create-discount-code', {
      code: 'X',
      discount_percentage: 1,
    });
    const linking = db.write(scope(), async (tx) =>
      tx.run(
        `INSERT INTO discount_code_products (store_id, discount_id, product_id, position)
         VALUES (:store_id, :discount_id, :product_id, 0)`,
        { discount_id: code.body.discount_id, product_id: body.product_id },
      ),
    );
    await assert.rejects(linking, /foreign key/i);
  });
});

describe('the schema refuses what must not be', () => {
  const update = (set: string) =>
    db.write(scope(), async (tx) =>
      tx.run(`UPDATE discount_codes SET ${set} WHERE store_id = :store_id`),
    );

  test('over-redeemed codes, impossible percentages and backward validity', async () => {
    await shop.call('POST /create-discount-code', {
      code: 'LIMITED',
      discount_percentage: 10,
      max_redemptions: 5,
      valid_from: '2026-01-01',
    });
    for (const set of [
      'redemptions = 6',
      'percent_bps = 0',
      'percent_bps = 10001',
      'valid_until = 0',
      'redemptions = -1',
    ]) {
      await assert.rejects(update(set), /check/i, set);
    }
  });
});
