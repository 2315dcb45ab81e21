import assert from 'node:assert/strict';
import { test } from 'node:test';
// Loaded only where a domain is given.
import '../../start/certificates/acme-certificate.sql.ts';
import { startShop } from '../../../test/harness/shop.ts';
import type { Tx } from './database.ts';
import { declared_tables, table } from './table.ts';

interface BookRow {
  book_id: string;
  title: string;
  price_minor: number;
  loans: number;
  author: string | null;
}

const declare = () =>
  table<BookRow>(
    'books',
    'b',
    {
      book_id: 'key',
      title: 'fixed',
      price_minor: 'changes',
      loans: 'separate',
      author: { computed: '(SELECT 1)' },
    },
    { unread: ['lent_until'] },
  );

/** Remembers the statements it was to run. */
function recorder() {
  const ran: string[] = [];
  const run = (sql: string) => ran.push(sql.replace(/\s+/g, ' '));
  return { ran, tx: { run, change: run } as unknown as Tx };
}

test('one declaration makes the texts of SELECT, INSERT and UPDATE', () => {
  const books = declare();
  const { tx, ran } = recorder();
  const row = { book_id: 'a', title: 'A', price_minor: 1, loans: 0, author: null };
  books.insert(tx, row);
  books.update(tx, row);
  // As it is stored, and with a price that is different.
  assert.equal(books.update(tx, row, { ...row }), 1);
  books.update(tx, { ...row, price_minor: 2 }, row);
  books.save(tx, row);
  const INSERT =
    'INSERT INTO books (store_id, book_id, title, price_minor, loans) ' +
    'VALUES (:store_id, :book_id, :title, :price_minor, :loans)';
  const UPDATE =
    'UPDATE books SET price_minor = :price_minor WHERE store_id = :store_id AND book_id = :book_id';
  assert.deepEqual(ran, [
    INSERT,
    UPDATE,
    UPDATE,
    `${INSERT} ON CONFLICT (store_id, book_id) DO UPDATE SET price_minor = excluded.price_minor`,
  ]);
  const columns = 'b.book_id, b.title, b.price_minor, b.loans, (SELECT 1) AS author';
  assert.equal(books.columns, columns);
  assert.equal(books.select, `SELECT ${columns} FROM books b WHERE b.store_id = :store_id`);
  assert.equal(books.changes, 'price_minor = :price_minor');
  assert.equal(books.names, 'book_id, title, price_minor, loans');
  declared_tables.delete('books');
});

// Checked by the compiler: where an error is missing, the type check fails.
test('a forgotten or unknown column does not compile, nor does a row without one', () => {
  const { tx, ran } = recorder();
  // @ts-expect-error a column of the row is missing
  table<{ a: string; b: string }>('t', 't', { a: 'key' });
  // @ts-expect-error the row has no such column
  table<{ a: string }>('t', 't', { a: 'key', b: 'fixed' });
  // @ts-expect-error a date is no value of a column
  table<{ a: Date }>('t', 't', { a: 'key' });
  // @ts-expect-error b is said to change
  table<{ a: string; b: string }, 'b'>('t', 't', { a: 'key', b: 'fixed' });
  // @ts-expect-error b is not said to change
  table<{ a: string; b: string }, 'a'>('t', 't', { a: 'changes', b: 'changes' });
  const pairs = table<{ a: string; b: string }, 'b'>('t', 't', { a: 'key', b: 'changes' });
  // @ts-expect-error b is missing
  pairs.insert(tx, { a: '' });
  // @ts-expect-error b is missing
  pairs.update(tx, { a: '' });
  assert.equal(ran.length, 2);
  declared_tables.delete('t');
});

/** Counted or claimed by statements of their own, which name every column once. */
const UNDECLARED = [
  'audit_heads',
  'backup_schedule',
  'cohort_months',
  'customer_balances',
  'customer_sales',
  'customer_standings',
  'discount_uses',
  'ended_instances',
  'event_counters',
  'event_leaps',
  'guest_addresses',
  'idempotency_keys',
  'known_devices',
  'migrations',
  'moves',
  'notification_feeds',
  'notifications_sent',
  'portal_sign_ins',
  'record_numbers',
  'recovery_codes',
  'sales_days',
  'sales_origin_days',
  'sign_in_failures',
  'store_files',
  'subscription_days',
  'tax_days',
  'trials',
  'used_challenges',
];

test('every declared table has exactly the columns that the database has, and no table is forgotten', async () => {
  const shop = await startShop();
  for (const [name, columns] of declared_tables) {
    const COLUMNS = `SELECT t.* FROM (SELECT 1) AS one LEFT JOIN ${name} t ON 1 = 0`;
    const empty = await shop.db.reader(null).maybe<object>(COLUMNS);
    assert.deepEqual(columns.toSorted(), Object.keys(empty ?? {}).toSorted(), name);
  }
  const tables = (await shop.place.tables(shop.db)).filter((name) => !/^search_texts/.test(name));
  assert.deepEqual(tables.toSorted(), [...declared_tables.keys(), ...UNDECLARED].toSorted());
});
