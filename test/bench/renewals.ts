import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/platform/core/ids.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { storeWork } from '../../src/platform/operation/work.ts';
import {
  newProduct,
  productText,
  showProduct,
} from '../../src/shop/catalogue/products/product.rules.ts';
import { insertProduct } from '../../src/shop/catalogue/products/product.sql.ts';
import { newCheckout } from '../../src/shop/checkout/checkout.rules.ts';
import { insertCheckout } from '../../src/shop/checkout/checkout.sql.ts';
import { calculatePrice } from '../../src/shop/checkout/price.rules.ts';
import { addCustomer } from '../../src/shop/customers/add-customer.ts';
import { newCustomer } from '../../src/shop/customers/customer.rules.ts';
import { tokenOf } from '../../src/shop/money/payments/test-card.rules.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { startSubscription } from '../../src/shop/subscriptions/start-subscription.ts';
import { NO_TAX } from '../../src/shop/tax/decide-tax.rules.ts';
import { ask, percentile } from './load.ts';
import { type Running, startKassa, stop } from './processes.ts';
import { FILLING, servicesOf } from './services.ts';
import { makeShop } from './shop.ts';

export interface Renewals {
  subscriptions: number;
  per_second: number;
  /** Time of a look-up while they are billed, and afterwards. */
  p50_ms: number;
  p99_ms: number;
  quiet_p99_ms: number;
}

const BATCH = 1_000;
const MONTH_MS = 31 * 86_400_000;
const PAUSE_MS = 10;

/** Measures how fast subscriptions that are due at once are billed, and how it slows requests. */
export async function measureRenewals(subscriptions: number): Promise<Renewals> {
  const shop = await makeShop(1);
  const now = Date.now();
  await fill(shop.data_dir, subscriptions, now);
  const db = await openDatabase({ data_dir: shop.data_dir, database_url: undefined });
  const due = async () => {
    const sql = 'SELECT COUNT(*) AS due FROM subscriptions WHERE next_action_at <= :now';
    return (await db.reader(null).maybe<{ due: number }>(sql, { now: Date.now() }))?.due ?? 0;
  };
  const server = await startKassa(shop.data_dir); // Billing begins with it.
  const started = performance.now();
  const before = await due();
  const [product_id = ''] = shop.sample.product_ids;
  const request = `GET /get-product?product_id=${product_id} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${shop.api_key}\r\n\r\n`;
  const busy: number[] = [];
  let left = before;
  while (left > 0) {
    for (let at = 0; at < 50; at++) busy.push(await probe(server, request));
    left = await due();
  }
  const per_second = before / ((performance.now() - started) / 1000);
  const quiet: number[] = [];
  for (let at = 0; at < 200; at++) quiet.push(await probe(server, request));
  await stop(server);
  await db.close();
  return {
    subscriptions,
    per_second,
    p50_ms: percentile(busy, 50),
    p99_ms: percentile(busy, 99),
    quiet_p99_ms: percentile(quiet, 99),
  };
}

async function probe(server: Running, request: string): Promise<number> {
  await sleep(PAUSE_MS);
  const started = performance.now();
  await ask(server, request);
  return performance.now() - started;
}

/** Makes subscriptions that began a month ago, as a checkout does, but many in a transaction. */
async function fill(data_dir: string, count: number, now: number): Promise<void> {
  const db = await openDatabase({ data_dir, database_url: undefined });
  const [store] = await listStores(db.reader(null));
  assert(store);
  const began = now - MONTH_MS;
  const services = await servicesOf(db, data_dir);
  const { write } = storeWork(db, { ...FILLING, store, now: began, services });
  const terms = { name: 'Plan', description: '', price: 9.99, currency: 'USD' } as const;
  const recurring = { ...terms, billing_type: 'recurring' } as const;
  const product = newProduct(recurring, { product_id: newId('prod', began), now: began });
  const { product_id: plan_id, billing_interval, billing_interval_count } = product;
  assert(billing_interval !== null && billing_interval_count !== null);
  const plan = { plan_id, plan_name: 'Plan', price_minor: 999, currency: 'USD' };
  const interval = { billing_interval, billing_interval_count };
  await write(async ({ tx, emit }) => {
    const search_entry = await tx.index(productText(product, store.number));
    await insertProduct(tx, { ...product, search_entry });
    emit('product.created', showProduct(product, ''));
  });
  for (let from = 0; from < count; from += BATCH) {
    await write(async (inside) => {
      const { tx } = inside;
      for (let at = from; at < Math.min(from + BATCH, count); at++) {
        const customer_id = `c${at}`;
        const fresh = newCustomer({}, { customer_id, now: began });
        await addCustomer(inside, fresh);
        const made = {
          checkout_session_id: newId('cs', began),
          ...{ charge_min_minor: 1, charge_step_minor: 1 },
          has_trial: false,
          balance_minor: 0,
          ...{ includes_tax: true, tax: null },
          now: began,
        };
        const input = { quantity: 1, customer_id, expires_in_minutes: 1440 };
        const session = newCheckout({ ...product, search_entry: 0, revision: 1 }, input, made);
        await insertCheckout(tx, {
          ...session,
          ...calculatePrice(session, undefined, began),
          status: 'expired',
        });
        const card = {
          provider: 'test',
          card_token: tokenOf(String(at), 'pays'),
          card_brand: 'visa',
          card_last_four: '4242',
          exp_month: 12,
          exp_year: 2099,
          card_country: null,
        };
        const { checkout_session_id } = made;
        const none = {
          discount_id: null,
          coupon_code: null,
          percent_bps: null,
          coupon_duration: null,
          coupon_amount_minor: null,
          coupon_product_ids: null,
        };
        const bought = { checkout_session_id, customer_id, quantity: 1, metadata: '{}', ...none };
        const paid = {
          paid_minor: product.price_minor,
          paid_at: began,
          balance_minor: 0,
          ...{ includes_tax: true, tax: null },
          tax: NO_TAX,
        };
        const first = { coupon_months: null, trial_days: 0, transaction_id: `txn_${at}`, card };
        await startSubscription(inside, {
          ...bought,
          ...first,
          ...paid,
          plan: { ...plan, ...interval, includes_tax: 1, tax_category: 'digital' },
        });
      }
    });
    if (from % 10_000 === 0) process.stderr.write(`${from} of ${count} subscriptions\n`);
  }
  await db.close();
}
