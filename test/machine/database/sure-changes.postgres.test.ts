import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Tx } from '../../../src/platform/db/database.ts';
import { adds, changes, locks, reads } from '../../../src/platform/db/rows.ts';
import { connectBeside } from '../../harness/postgres.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// In a batch on PostgreSQL nobody waits for the answer to an INSERT of a new row, or to a change of
// a row that is locked (docs/decisions/speed.md). Writes must not be able to tell.

let shop: Shop;
let sql: Client;
before(async () => {
  shop = await startShop();
  sql = await connectBeside(shop.place.database_url);
  await sql.query(`
    CREATE TABLE parents (store_id text, id text, amount bigint NOT NULL CHECK (amount < 1000),
      PRIMARY KEY (store_id, id));
    CREATE TABLE children (store_id text, id text, parent_id text NOT NULL,
      PRIMARY KEY (store_id, id), FOREIGN KEY (store_id, parent_id) REFERENCES parents);
    CREATE TABLE remarks (store_id text, id text, PRIMARY KEY (store_id, id));
    CREATE TABLE claims (store_id text, id text, PRIMARY KEY (store_id, id));
    INSERT INTO parents VALUES ('${shop.store_id}', 'first', 0)`);
});

const ADD_PARENT = adds('parents', 'id')`
  INSERT INTO parents (store_id, id, amount) VALUES (:store_id, :id, :n)`;
const ADD_CHILD = adds('children', 'parent_id = :parent', 'id')`
  INSERT INTO children (store_id, id, parent_id) VALUES (:store_id, :id, :parent)`;
const READ = reads('parents', 'id')`
  SELECT amount AS n FROM parents WHERE store_id = :store_id AND id = :id`;
const LOCK = locks('parents', 'id')`${READ} FOR UPDATE`;
const changesParent = changes('parents', 'id');
const CHANGE = changesParent`
  UPDATE parents SET amount = :n WHERE store_id = :store_id AND id = :id`;
const CHILDREN = reads('children', 'parent_id = :id')`
  SELECT id FROM children WHERE store_id = :store_id AND parent_id = :id`;

const write = <T>(work: (tx: Tx) => Promise<T>) => shop.db.write({ store_id: shop.store_id }, work);
const many = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 64 }, (_, n) => work(n)));
const numberIn = async (tx: Tx, text: string, id: string) =>
  (await tx.maybe<{ n: number }>(text, { id }))?.n;
const addParent = async (tx: Tx, id: string, n = 0) => tx.run(ADD_PARENT, { id, n });

async function found(table: 'parents' | 'children', like: string) {
  const { rows } = await sql.query(
    `SELECT COUNT(*)::int AS rows, COUNT(DISTINCT xmin::text)::int AS transactions
     FROM ${table} WHERE id LIKE $1`,
    [`${like}%`],
  );
  return rows[0];
}

test('rows that refer to each other are added in the order of each write', async () => {
  await many((n) =>
    write(async (tx) => {
      const [parent, id] = [`p-${n}`, `c-${n}`];
      if (n % 2 === 0) await tx.run(ADD_CHILD, { id: `before-${n}`, parent: 'first' });
      await addParent(tx, parent);
      await tx.run(ADD_CHILD, { id, parent });
      if (n % 3 === 0) await addParent(tx, `p-again-${n}`);
    }),
  );
  assert.deepEqual(await found('parents', 'p-'), { rows: 64 + 22, transactions: 1 });
  assert.deepEqual(await found('children', ''), { rows: 64 + 32, transactions: 1 });
});

test('a write reads what it has added and changed', async () => {
  const seen = await many((n) =>
    write(async (tx) => {
      const id = `own-${n}`;
      await addParent(tx, id, 1);
      await tx.run(ADD_CHILD, { id, parent: id });
      const children = await tx.all<{ id: string }>(CHILDREN, { id });
      const added = await numberIn(tx, LOCK, id);
      await tx.change(CHANGE, { id, n: (added ?? 0) + n });
      await tx.change(CHANGE, { id, n: (added ?? 0) + n + 1 });
      return [children.map((one) => one.id), added, await numberIn(tx, READ, id)];
    }),
  );
  for (const [n, one] of seen.entries()) assert.deepEqual(one, [[`own-${n}`], 1, n + 2]);
});

test('whoever waits for a row finds it as one that has ended has left it', async () => {
  await write((tx) => addParent(tx, 'counted'));
  const seen = await many((n) =>
    write(async (tx) => {
      if (n % 8 === 7) return numberIn(tx, READ, 'counted');
      const before = await numberIn(tx, LOCK, 'counted');
      await tx.change(CHANGE, { id: 'counted', n: (before ?? 0) + 1 });
      return undefined;
    }),
  );
  assert.equal(await write((tx) => numberIn(tx, READ, 'counted')), 56);
  const read = seen.filter((n) => n !== undefined);
  assert.equal(read.length, 8);
  assert.deepEqual(
    read,
    read.toSorted((a, b) => a - b),
    'one after the other',
  );
});

test('changes of each write keep their order, however they are mixed', async () => {
  const texts = [
    changesParent`UPDATE parents SET amount = amount * 2 % 499 WHERE store_id = :store_id AND id = :id`,
    changesParent`UPDATE parents SET amount = amount + 1 WHERE store_id = :store_id AND id = :id`,
    changesParent`UPDATE parents SET amount = amount % 97 WHERE store_id = :store_id AND id = :id`,
  ];
  const steps = [(n: number) => (n * 2) % 499, (n: number) => n + 1, (n: number) => n % 97];
  const orders = Array.from({ length: 64 }, (_, n) =>
    Array.from({ length: 8 }, (_, at) => ((n * 5 + at * at * 3 + at * n) >> 1) % 3),
  );
  await Promise.all(
    orders.map((order, n) =>
      write(async (tx) => {
        const id = `mixed-${n}`;
        await addParent(tx, id, n + 1);
        for (const step of order) await tx.change(texts[step] ?? '', { id });
      }),
    ),
  );
  for (const [n, order] of orders.entries()) {
    const wanted = order.reduce((value, step) => steps[step]?.(value) ?? 0, n + 1);
    assert.equal(await write((tx) => numberIn(tx, READ, `mixed-${n}`)), wanted, order.join());
  }
});

test('beside one that is sent by itself, changes of others keep their order', async () => {
  const CLAIM = adds('claims', 'id')`INSERT INTO claims (store_id, id) VALUES (:store_id, :id)`;
  const NOTE = adds('remarks', 'id')`INSERT INTO remarks (store_id, id) VALUES (:store_id, :id)`;
  const ADD = changesParent`
    UPDATE parents SET amount = amount + 10 WHERE store_id = :store_id AND id = :id`;
  for (const id of ['by-itself', 'other', 'twice']) await write((tx) => addParent(tx, id));
  await write(async (tx) => tx.run(CLAIM, { id: 'taken' }));
  // The first two make each other suspect; then the second one fails, and the first is left.
  const results = await Promise.allSettled([
    write(async (tx) => {
      await tx.run(CLAIM, { id: 'free' });
      await tx.maybe(LOCK, { id: 'by-itself' });
      await tx.change(CHANGE, { id: 'by-itself', n: 5 });
    }),
    write(async (tx) => tx.run(CLAIM, { id: 'taken' })),
    write(async (tx) => {
      await tx.run(NOTE, { id: 'other' });
      await tx.maybe(LOCK, { id: 'other' });
      await tx.change(ADD, { id: 'other' });
    }),
    write(async (tx) => {
      await tx.run(NOTE, { id: 'twice' });
      await tx.maybe(LOCK, { id: 'twice' });
      await tx.change(CHANGE, { id: 'twice', n: 1 });
      await tx.change(ADD, { id: 'twice' });
    }),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  const found = ['by-itself', 'other', 'twice'].map((id) => write((tx) => numberIn(tx, READ, id)));
  assert.deepEqual(await Promise.all(found), [5, 10, 11]);
});

test('a change of a row that is not there after all fails, and undoes its own write alone', async () => {
  // Several times, because jobs of the shop may write in the same transaction and wait for answers.
  for (let round = 0; round < 5; round++) {
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, n) =>
        write(async (tx) => {
          const id = `sure-${round}-${n}`;
          await addParent(tx, id);
          assert.equal(await tx.change(CHANGE, { id: n === 13 ? 'nobody' : id, n: 7 }), 1);
        }),
      ),
    );
    for (const [n, one] of results.entries()) {
      const reason = one.status === 'rejected' ? String(one.reason) : '';
      if (n === 13) assert.match(reason, /the row is there/);
      else assert.equal(reason, '');
    }
    assert.deepEqual(await found('parents', `sure-${round}-`), { rows: 63, transactions: 1 });
  }
});

test('one that throws before its changes are sent leaves nothing behind', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) =>
      write(async (tx) => {
        await numberIn(tx, READ, 'first');
        await addParent(tx, `thrown-${n}`);
        if (n % 16 === 5) throw new Error('changed its mind');
      }),
    ),
  );
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 4);
  const { rows } = await sql.query("SELECT id FROM parents WHERE id LIKE 'thrown-%'");
  assert.equal(rows.length, 60);
  assert.ok(rows.every(({ id }) => Number(id.slice(7)) % 16 !== 5));
});

test('a row that is refused is refused to its own writer, however much came after it', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) =>
      write(async (tx) => {
        await numberIn(tx, READ, 'first');
        await addParent(tx, `refused-${n}`, n === 40 ? 1000 : n);
        await tx.run(ADD_CHILD, { id: `refused-${n}`, parent: `refused-${n}` });
        return numberIn(tx, READ, `refused-${n}`);
      }),
    ),
  );
  for (const [n, one] of results.entries()) {
    if (n === 40)
      assert.match(String(one.status === 'rejected' && one.reason), /parents_amount_check/);
    else assert.deepEqual(one, { status: 'fulfilled', value: n });
  }
  assert.equal((await found('children', 'refused-')).rows, 63);
});

test('what takes a row that may be there comes before what is read after it', async () => {
  const TAKE = changesParent`${ADD_PARENT} ON CONFLICT (store_id, id) DO UPDATE SET amount = excluded.amount`;
  await write((tx) => addParent(tx, 'result'));
  await sql.query('BEGIN');
  await sql.query("INSERT INTO parents VALUES ($1, 'claim', 0)", [shop.store_id]);
  const taking = write(async (tx) => {
    await tx.run(TAKE, { id: 'claim', n: 1 });
    return tx.all(CHILDREN, { id: 'result' });
  });
  await setTimeout(30);
  await sql.query("INSERT INTO children VALUES ($1, 'late', 'result')", [shop.store_id]);
  await sql.query('COMMIT');
  assert.deepEqual(await taking, [{ id: 'late' }]);
});
