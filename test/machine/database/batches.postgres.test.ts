import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { newId } from '../../../src/platform/core/ids.ts';
import type { Tx } from '../../../src/platform/db/database.ts';
import { adds, changes, locks, reads } from '../../../src/platform/db/rows.ts';
import { findCustomer, saveBilling } from '../../../src/shop/customers/customer.sql.ts';
import { connectBeside } from '../../harness/postgres.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// Writes of one turn share a transaction on PostgreSQL (docs/decisions/speed.md). Rows that were
// made by the same transaction have the same xmin.

let shop: Shop;
let sql: Client;
before(async () => {
  shop = await startShop();
  sql = await connectBeside(shop.place.database_url);
});

const ADD = adds(
  'idempotency_keys',
  'idempotency_key = :key',
)`INSERT INTO idempotency_keys (store_id, idempotency_key, request_hash, created_at)
  VALUES (:store_id, :key, 'x', :n)`;
const FIND = reads('idempotency_keys', 'idempotency_key = :key')`
  SELECT k.created_at AS n FROM idempotency_keys k
  WHERE k.store_id = :store_id AND k.idempotency_key = :key`;
const LOCK = locks('idempotency_keys', 'idempotency_key = :key')`${FIND} FOR UPDATE`;
const CHANGE = changes('idempotency_keys', 'idempotency_key = :key')`
  UPDATE idempotency_keys SET created_at = :n
  WHERE store_id = :store_id AND idempotency_key = :key`;
const COUNT = `SELECT COUNT(*) AS n FROM idempotency_keys
  WHERE store_id = :store_id AND request_hash = :key`;

const scope = () => ({ store_id: shop.store_id });
const write = <T>(work: (tx: Tx) => Promise<T>) => shop.db.write(scope(), work);
const add = async (tx: Tx, key: string, n = 0) => tx.run(ADD, { key, n });
const many = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 64 }, (_, n) => work(n)));

/** The rows whose key begins with this, and by how many transactions they were made. */
async function made(like: string) {
  const { rows } = await sql.query(
    `SELECT COUNT(*)::int AS rows, COUNT(DISTINCT xmin::text)::int AS transactions
     FROM idempotency_keys WHERE idempotency_key LIKE $1`,
    [`${like}%`],
  );
  return rows[0];
}

const numberOf = async (key: string) => {
  const text = 'SELECT created_at::int AS n FROM idempotency_keys WHERE idempotency_key = $1';
  return (await sql.query(text, [key])).rows[0]?.n;
};

test('64 writes of one turn are one transaction, and each gets its own answer', async () => {
  const answers = await many((n) =>
    write(async (tx) => {
      await add(tx, `one-${n}`, n);
      return (await tx.maybe<{ n: number }>(LOCK, { key: `one-${n}` }))?.n;
    }),
  );
  assert.deepEqual(
    answers,
    Array.from({ length: 64 }, (_, n) => n),
  );
  assert.deepEqual(await made('one-'), { rows: 64, transactions: 1 });
});

test('64 in one transaction that read a row to change it do so one after the other', async () => {
  await write((tx) => add(tx, 'counter'));
  await many((n) =>
    write(async (tx) => {
      await add(tx, `counting-${n}`);
      const found = await tx.maybe<{ n: number }>(LOCK, { key: 'counter' });
      await tx.run(CHANGE, { key: 'counter', n: (found?.n ?? 0) + 1 });
    }),
  );
  assert.equal(await numberOf('counter'), 64);
  assert.deepEqual(await made('counting-'), { rows: 64, transactions: 1 });
});

test('nobody sees half of another write of the same transaction', async () => {
  const halves = await many((n) =>
    write(async (tx) => {
      if (n % 2 === 1) return (await tx.maybe<{ n: number }>(COUNT, { key: 'x' }))?.n ?? 0;
      await add(tx, `half-${n}`);
      await add(tx, `other-half-${n}`);
      return undefined;
    }),
  );
  const seen = halves.filter((n) => n !== undefined);
  assert.equal(seen.length, 32);
  assert.ok(
    seen.every((n) => n % 2 === (seen[0] ?? 0) % 2),
    'always whole pairs',
  );
});

test('a read sees nothing of a change that was asked for after it', async () => {
  await write(async (tx) => {
    for (const key of ['x', 'y', 'z']) await add(tx, `after-${key}`, 1);
  });
  const change = async (tx: Tx, key: string) => tx.run(CHANGE, { key: `after-${key}`, n: 2 });
  const read = (tx: Tx, key: string) => tx.maybe<{ n: number }>(FIND, { key: `after-${key}` });
  const [, seen] = await Promise.all([
    write((tx) => change(tx, 'z')),
    write(async (tx) => [(await read(tx, 'x'))?.n, (await read(tx, 'y'))?.n]),
    write(async (tx) => {
      await change(tx, 'x'); // Goes out with the change of z, which was asked for before the read.
      await change(tx, 'y');
    }),
  ]);
  assert.deepEqual(seen[0], 1);
});

test('of 64 rows in one statement one is refused, and the others are still one transaction', async () => {
  await write((tx) => add(tx, 'refused-7'));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) => write((tx) => add(tx, `refused-${n}`, n))),
  );
  const refused = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  assert.deepEqual(refused, [7]);
  // That of before, and one for all others.
  assert.deepEqual(await made('refused-'), { rows: 64, transactions: 2 });
});

test('one that throws after it wrote leaves nothing behind, and the others are there', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) =>
      write(async (tx) => {
        await add(tx, `mate-${n}`);
        if (n === 20) throw new Error('no');
      }),
    ),
  );
  const failed = results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  assert.deepEqual(failed, [20]);
  assert.deepEqual(await made('mate-'), { rows: 63, transactions: 1 });
});

test('a statement that fails undoes its own write alone', async () => {
  await write((tx) => add(tx, 'taken-7'));
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) =>
      write(async (tx) => {
        await add(tx, `before-${n}`);
        await add(tx, n === 7 ? 'taken-7' : `taken-${n}`);
      }),
    ),
  );
  const failed = results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  assert.deepEqual(failed, [7]);
  assert.equal((await made('before-')).rows, 63);
  assert.equal((await made('taken-')).rows, 64);
});

const ADD_WITH = adds('idempotency_keys', 'idempotency_key = :key')`INSERT INTO idempotency_keys
  (store_id, idempotency_key, request_hash, status, body, created_at)
  VALUES (:store_id, :key, 'y', :status, :body, 0)`;
const CHANGE_WITH = changes('idempotency_keys', 'idempotency_key = :key')`
  UPDATE idempotency_keys SET status = :status, body = :body
  WHERE store_id = :store_id AND idempotency_key = :key AND created_at = :n`;
const READ = reads('idempotency_keys', 'idempotency_key = :key')`
  SELECT k.status, k.body FROM idempotency_keys k
  WHERE k.store_id = :store_id AND k.idempotency_key = :key`;

test('what is added and changed with one statement is each as it was asked for', async () => {
  const texts = [
    null,
    '',
    'NULL',
    `"{1,\\NULL}\n'$1 :a 🦊`,
    '\u0001\u007fß',
    'long 🦊 '.repeat(20_000),
  ];
  const numbers = [null, 0, -1, 7, 2 ** 31, -(2 ** 32), 2 ** 32 + 5, 2 ** 53 - 1, 1 - 2 ** 53];
  const text = (n: number) => texts[n % texts.length] ?? null;
  const status = (n: number) => numbers[n % numbers.length] ?? null;
  const key = (n: number) => `with-${n}-"\\,`;
  const read = (tx: Tx, n: number) => tx.maybe(READ, { key: key(n) });
  const answers = await many((n) =>
    write(async (tx) => {
      await tx.run(ADD_WITH, { key: key(n), status: status(n), body: text(n) });
      const before = await read(tx, n);
      const values = { key: key(n), status: status(n + 1), body: text(n + 1) };
      // One row in four is not as it is asked for.
      const changed = await tx.run(CHANGE_WITH, { ...values, n: n % 4 === 0 ? 1 : 0 });
      return { before, changed, after: await read(tx, n) };
    }),
  );
  const expected = Array.from({ length: 64 }, (_, n) => {
    const before = { status: status(n), body: text(n) };
    if (n % 4 === 0) return { before, changed: 0, after: before };
    return { before, changed: 1, after: { status: status(n + 1), body: text(n + 1) } };
  });
  assert.deepEqual(answers, expected);
  assert.deepEqual(await made('with-'), { rows: 64, transactions: 1 });
});

test('changes of one row that are asked for together are made one after the other', async () => {
  await write((tx) => add(tx, 'twice'));
  const change = async (tx: Tx, n: number) => tx.run(CHANGE, { key: 'twice', n });
  const counts = await write((tx) => Promise.all([change(tx, 1), change(tx, 2), change(tx, 3)]));
  assert.deepEqual(counts, [1, 1, 1]);
  assert.equal(await numberOf('twice'), 3);
});

test('of 64 that make the same row one does, whoever comes later finds it', async () => {
  const made_it = await many(() =>
    write(async (tx) => {
      if (await tx.maybe(LOCK, { key: 'same' })) return false;
      await add(tx, 'same');
      return true;
    }),
  );
  assert.equal(made_it.filter(Boolean).length, 1);
});

test('a row that another program has locked holds up its own write, not the others', async () => {
  await write((tx) => add(tx, 'elsewhere'));
  await sql.query('BEGIN');
  await sql.query(`SELECT 1 FROM idempotency_keys WHERE idempotency_key = 'elsewhere' FOR UPDATE`);
  let is_through = false;
  const waiting = write(async (tx) => {
    await tx.maybe(LOCK, { key: 'elsewhere' });
    await tx.run(CHANGE, { key: 'elsewhere', n: 1 });
  }).then(() => {
    is_through = true;
  });
  await many((n) => write((tx) => add(tx, `beside-${n}`)));
  assert.equal(is_through, false);
  await sql.query('COMMIT');
  await waiting;
  assert.equal(await numberOf('elsewhere'), 1);
});

test('events and audit entries of one transaction have no gap, and whoever waited comes later', async () => {
  const { must } = await shop.openStore();
  const made = await many((n) => must('POST /create-customer', { customer_id: `many-${n}` }));
  assert.equal(made.length, 64);
  const { rows } = await sql.query(
    `SELECT e.sequence::int, e.xmin::text AS made_by, a.sequence::int AS entry
     FROM events e JOIN audit_entries a ON a.store_id = e.store_id AND a.first_event = e.sequence
     WHERE e.data LIKE '%"many-%' ORDER BY e.sequence`,
  );
  assert.equal(rows.length, 64);
  assert.ok(new Set(rows.map(({ made_by }) => made_by)).size < 32, 'they shared transactions');
  for (const [at, row] of rows.entries()) {
    assert.equal(row.sequence, rows[0].sequence + at);
    assert.equal(row.entry, rows[0].entry + at);
  }
});

test('64 invoices of one turn have the numbers that follow, without a gap', async () => {
  const { store_id, must, product } = await shop.openStore();
  const product_id = await product();
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
  await many(async (n) => {
    const wanted = { product_id, quantity: 1, guest: true };
    const { checkout_session_id } = await must('POST /create-checkout', wanted);
    const address = {
      line1: `${n} Main Street`,
      city: 'Berlin',
      postal_code: '10115',
      country: 'DE',
    };
    const billing = {
      email: `buyer-${n}@example.com`,
      name: 'Ada',
      company: `Company ${n}`,
      address,
    };
    await must('POST /complete-checkout', { checkout_session_id, payment_method: card, billing });
  });
  const { rows } = await sql.query(
    'SELECT position::int, xmin::text FROM invoices WHERE store_id = $1 ORDER BY position',
    [store_id],
  );
  assert.deepEqual(
    rows.map(({ position }) => position),
    Array.from({ length: 64 }, (_, at) => at + 1),
  );
  assert.ok(new Set(rows.map(({ xmin }) => xmin)).size < 32, 'they shared transactions');
});

test('64 who change what belongs to one customer each, and read it, are one transaction', async () => {
  const names = Array.from({ length: 64 }, (_, n) => `billed-${n}`);
  const { store_id, must } = await shop.openStore();
  for (const customer_id of names) await must('POST /create-customer', { customer_id });
  const answers = await many((n) =>
    shop.db.write({ store_id }, async (tx) => {
      const customer_id = `billed-${n}`;
      const company = `Company ${n}`;
      const nothing = { email: null, name: null, phone: null, tax_id: null, address: null };
      const times = { created_at: 0, updated_at: 0, vies_due_at: null };
      const billing_id = newId('bill', 0);
      const row = { customer_id, company, billing_id, ...nothing, ...times, tax_number: null };
      await saveBilling(tx, row);
      return (await findCustomer(tx, customer_id))?.billing?.company;
    }),
  );
  assert.deepEqual(
    answers,
    names.map((_, n) => `Company ${n}`),
  );
  const { rows } = await sql.query(
    `SELECT COUNT(DISTINCT xmin::text)::int AS transactions FROM customer_billings
     WHERE customer_id LIKE 'billed-%'`,
  );
  assert.deepEqual(rows, [{ transactions: 1 }]);
});

test('short lists of one turn are asked together: each gets its own rows, in order', async () => {
  const LIST = `SELECT k.idempotency_key AS key FROM idempotency_keys k
    WHERE k.store_id = :store_id AND k.request_hash = 'x' AND k.created_at = :n
    ORDER BY k.idempotency_key DESC LIMIT 3`;
  await many((n) => write((tx) => add(tx, `list-${String(n).padStart(2, '0')}`, 900 + (n % 8))));
  const reader = shop.db.reader(scope());
  const lists = await Promise.all(
    Array.from({ length: 9 }, (_, n) => reader.all<{ key: string }>(LIST, { n: 900 + n })),
  );
  for (const [n, rows] of lists.entries()) {
    const keys = n === 8 ? [] : [56, 48, 40].map((at) => `list-${String(at + n).padStart(2, '0')}`);
    assert.deepEqual(
      rows.map(({ key }) => key),
      keys,
    );
  }
});

test('rows that are locked and then read are read as another program has left them', async () => {
  const keys = Array.from({ length: 9 }, (_, n) => `spent-${n}`);
  await write(async (tx) => {
    for (const key of keys) await add(tx, key);
  });
  await sql.query('BEGIN');
  await sql.query(
    `UPDATE idempotency_keys SET created_at = CAST(right(idempotency_key, 1) AS bigint)
     WHERE idempotency_key LIKE 'spent-%'`,
  );
  // It asks as they do, before they do, and waits for nobody.
  const reading = write(async (tx) => tx.maybe(FIND, { key: 'counter' }));
  const locking = keys.map((key) =>
    write(async (tx) => tx.maybeLocked<{ n: number }>(LOCK, FIND, { key })),
  );
  await setTimeout(20); // Less than a batch waits for a lock.
  await sql.query('COMMIT');
  await reading;
  assert.deepEqual(
    await Promise.all(locking),
    keys.map((_, n) => ({ n })),
  );
});
