import assert from 'node:assert/strict';
import { newId } from '../../src/platform/core/ids.ts';
import { DAY_MS } from '../../src/platform/core/time.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { type StoreTx, storeWork } from '../../src/platform/operation/work.ts';
import { pending_defaults } from '../../src/shop/money/transactions/pending-transaction.rules.ts';
import { insertTransaction } from '../../src/shop/money/transactions/transaction.sql.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { type Latency, latency } from './load.ts';
import { startKassa, stop } from './processes.ts';
import { FILLING, servicesOf } from './services.ts';
import { makeShop, type Shop } from './shop.ts';

export interface MetricsFound {
  transactions: number;
  /** For comparison: a product that is looked up, in the same way. */
  look_up: Latency;
  days: Latency;
  months: Latency;
  product: Latency;
  cohorts: Latency;
}

/** No answer may take longer than this. */
export const METRICS_P99_MAX_MS = 20;

const BATCH = 5_000;
const PRODUCTS = 20;
const DAYS = 3 * 365;
/** One in so many transactions begins a subscription, which stays for half a year. */
const SUBSCRIBES = 20;
const STAYS_DAYS = 180;

/** Measures how long figures take in a store with so many transactions in three years. */
export async function measureMetrics(transactions: number): Promise<MetricsFound> {
  const shop = await makeShop(PRODUCTS);
  await fill(shop, transactions);
  const server = await startKassa(shop.data_dir);
  const [product_id = ''] = shop.sample.product_ids;
  const timed = (target: string) =>
    latency(
      server,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${shop.api_key}\r\n\r\n`,
    );
  await timed('/get-metrics');
  const found = {
    transactions,
    look_up: await timed(`/get-product?product_id=${product_id}`),
    days: await timed('/get-metrics'),
    months: await timed('/get-metrics?interval=month'),
    product: await timed(`/get-metrics?product_id=${product_id}`),
    cohorts: await timed('/get-cohorts'),
  };
  await stop(server);
  return found;
}

/** Adds paid transactions and what is counted of them, many in one database transaction. */
async function fill({ data_dir, sample }: Shop, count: number): Promise<void> {
  const db = await openDatabase({ data_dir, database_url: undefined });
  const [store] = await listStores(db.reader(null));
  assert(store);
  const now = Date.now();
  const services = await servicesOf(db, data_dir);
  const { write } = storeWork(db, { ...FILLING, store, now, services });
  for (let from = 0; from < count; from += BATCH) {
    await write(async (inside) => {
      for (let at = from; at < Math.min(from + BATCH, count); at++) {
        const product_id = sample.product_ids[at % PRODUCTS];
        assert(product_id !== undefined);
        const paid_at = Math.floor(now - ((count - at) / count) * DAYS * DAY_MS);
        await addPayment(inside, { product_id, at, paid_at });
      }
    });
  }
  await db.close();
}

async function addPayment(
  { tx, addFigures, now }: StoreTx,
  { product_id, at, paid_at }: { product_id: string; at: number; paid_at: number },
): Promise<void> {
  const customer_id = `known_${at % 1_000}`;
  const currency = at % 3 === 0 ? 'EUR' : 'USD';
  const total = { subtotal_minor: 1999, discount_minor: 0, tax_minor: 0, total_minor: 1999 };
  await insertTransaction(tx, {
    ...pending_defaults,
    ...total,
    ...{ transaction_id: newId('txn', paid_at), type: 'purchase', status: 'paid' },
    ...{ customer_id, product_id, checkout_session_id: null, quantity: 1, currency },
    ...{ lines: '[]', metadata: '{}', request_key: null, next_attempt_at: null },
    ...{ created_at: paid_at, settled_at: paid_at },
  });
  const sums = { gross_minor: 1999, payments: 1, checkouts_opened: 1, checkouts_paid: 1 };
  addFigures({ at: paid_at, currency, product_id, sums });
  if (at % SUBSCRIBES > 0) return;
  const subscription_id = newId('sub', paid_at);
  const plan = { subscription_id, customer_id, currency, product_id };
  const began = { ...plan, state: 'active', mrr_minor: 999 } as const;
  addFigures({ at: paid_at, standing: began, is_first: true });
  const left_at = paid_at + STAYS_DAYS * DAY_MS;
  const ended = { ...plan, state: 'ended', mrr_minor: 0 } as const;
  if (left_at < now) addFigures({ at: left_at, standing: ended, is_first: false });
}
