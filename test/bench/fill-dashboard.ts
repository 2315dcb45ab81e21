import assert from 'node:assert/strict';
import { newId } from '../../src/platform/core/ids.ts';
import { DAY_MS } from '../../src/platform/core/time.ts';
import type { Database, Reader, Tx } from '../../src/platform/db/database.ts';
import { storeWork } from '../../src/platform/operation/work.ts';
import { addCustomer } from '../../src/shop/customers/add-customer.ts';
import { newCustomer } from '../../src/shop/customers/customer.rules.ts';
import type { StoreRow } from '../../src/shop/store/store.sql.ts';
import { FILLING, servicesOf } from './services.ts';
import { createTexts } from './vocabulary.ts';

const BATCH = 10_000;
const YEARS_MS = 2 * 365 * DAY_MS;
/** A customer with 50 purchases, as makePages makes one. */
export const COLLECTOR = 'collector';

/** Copies of real purchases by other customers, over two years, with the sums of their days. */
export async function copySales(db: Database, store: StoreRow, count: number): Promise<void> {
  const now = Date.now();
  const reader = db.reader(store);
  const copy = await copier(reader, 'transactions', {
    own: ['transaction_id', 'customer_id', 'created_at', 'settled_at'],
    alone: ['checkout_session_id', 'request_key', 'provider_reference'],
  });
  const templates = await reader.all<{ transaction_id: string }>(
    `SELECT transaction_id FROM transactions WHERE store_id = :store_id AND type = 'purchase'`,
  );
  const CUSTOMER = `SELECT customer_id FROM customers WHERE store_id = :store_id
    AND customer_id <> '${COLLECTOR}' LIMIT 1`;
  const other = await reader.maybe<{ customer_id: string }>(CUSTOMER);
  assert(other, 'somebody has opened a checkout');
  for (let from = 0; from < count; from += BATCH) {
    await db.write(store, async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, count); at++) {
        const made_at = Math.round(now - YEARS_MS + (at / count) * YEARS_MS);
        await copy(tx, templates[at % templates.length]?.transaction_id ?? '', {
          transaction_id: newId('txn', made_at),
          customer_id: other.customer_id,
          created_at: made_at,
          settled_at: made_at,
        });
      }
    });
    if (from % (10 * BATCH) === 0) process.stderr.write(`${from} of ${count} transactions\n`);
  }
  await db.write(store, async (tx) => {
    for (const sums of [...SUMS, ...ORIGINS]) await tx.run(sums);
  });
}

const SUMS = [
  `INSERT INTO sales_days (store_id, product_id, currency, day, month, gross_minor, payments)
  SELECT store_id, '', currency, settled_at / 86400000, 0, SUM(total_minor), COUNT(*)
  FROM transactions WHERE store_id = :store_id
  GROUP BY store_id, currency, settled_at / 86400000
  ON CONFLICT (store_id, product_id, currency, day) DO NOTHING`,
  `INSERT INTO tax_days (store_id, day, currency, country, region, kind, scheme, tax, rate_ppm,
    rate_type, corrects, net_minor, entries)
  SELECT store_id, settled_at / 86400000, currency, '', '', 'not_registered', '', '', 0, '', '',
    SUM(total_minor), COUNT(*)
  FROM transactions WHERE store_id = :store_id
  GROUP BY store_id, currency, settled_at / 86400000
  ON CONFLICT DO NOTHING`,
];

/** As if on each day something was sold to sixty countries, of which a letter each is made up. */
const ORIGINS = [
  `INSERT INTO sales_origin_days (store_id, product_id, currency, dimension, day, origin, gross_minor,
    payments)
  WITH RECURSIVE countries (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM countries
    WHERE number < 60)
  SELECT d.store_id, '', d.currency, 'country', d.day, 'C' || c.number, d.gross_minor / 60,
    d.payments / 60
  FROM sales_days d, countries c WHERE d.store_id = :store_id AND d.product_id = ''
  ON CONFLICT DO NOTHING`,
  `INSERT INTO sales_origin_days (store_id, product_id, currency, dimension, day, origin, gross_minor,
    payments)
  SELECT store_id, '', currency, 'product', settled_at / 86400000, product_id, SUM(total_minor),
    COUNT(*)
  FROM transactions WHERE store_id = :store_id
  GROUP BY store_id, currency, settled_at / 86400000, product_id ON CONFLICT DO NOTHING`,
];

const STATES = ['active', 'past_due', 'trialing'];

/** Customers with names, each with a copy of the newest subscription. */
export async function copySubscribers(
  db: Database,
  store: StoreRow,
  { count, data_dir }: { count: number; data_dir: string },
): Promise<void> {
  const now = Date.now();
  const reader = db.reader(store);
  const copySession = await copier(reader, 'checkouts', {
    own: ['checkout_session_id', 'customer_id', 'created_at'],
    alone: ['request_key'],
  });
  const copy = await copier(reader, 'subscriptions', {
    own: [
      ...['subscription_id', 'checkout_session_id', 'customer_id', 'status', 'next_action_at'],
      'created_at',
    ],
    alone: ['payment_token'],
  });
  const template = await reader.maybe<{ subscription_id: string; checkout_session_id: string }>(
    `SELECT subscription_id, checkout_session_id FROM subscriptions
     WHERE store_id = :store_id LIMIT 1`,
  );
  assert(template, 'somebody has subscribed');
  const texts = createTexts(3);
  const services = await servicesOf(db, data_dir);
  const { write } = storeWork(db, { ...FILLING, store, now, services });
  for (let from = 0; from < count; from += BATCH) {
    await write(async (inside) => {
      for (let at = from; at < Math.min(from + BATCH, count); at++) {
        const created_at = Math.round(now - YEARS_MS + (at / count) * YEARS_MS);
        const customer_id = `subscriber_${at}`;
        const { name } = texts.next();
        const email = `${name.replaceAll(/\W+/g, '.')}.${at}@example.com`;
        await addCustomer(inside, newCustomer({ name, email }, { customer_id, now: created_at }));
        const checkout_session_id = newId('cs', created_at);
        const session = { checkout_session_id, customer_id, created_at };
        await copySession(inside.tx, template.checkout_session_id, session);
        await copy(inside.tx, template.subscription_id, {
          subscription_id: newId('sub', created_at),
          checkout_session_id,
          customer_id,
          status: STATES[at % STATES.length] ?? '',
          next_action_at: now + YEARS_MS,
          created_at,
        });
      }
    });
    process.stderr.write(`${from} of ${count} customers\n`);
  }
}

/** Copies a row of a table, with its own values of some columns, and nothing in others. */
async function copier(
  reader: Reader,
  table: string,
  { own, alone }: { own: readonly string[]; alone: readonly string[] },
) {
  const [columns] = await reader.all<Record<string, unknown>>(
    `SELECT * FROM ${table} WHERE store_id = :store_id LIMIT 1`,
  );
  const names = Object.keys(columns ?? {});
  const values = names.map((name) =>
    own.includes(name) ? `:${name}` : alone.includes(name) ? 'NULL' : name,
  );
  const COPY = `INSERT INTO ${table} (${names.join(', ')})
    SELECT ${values.join(', ')} FROM ${table}
    WHERE store_id = :store_id AND ${own[0]} = :template`;
  return (tx: Tx, template: string, row: Record<string, string | number>) =>
    tx.run(COPY, { ...row, template });
}
