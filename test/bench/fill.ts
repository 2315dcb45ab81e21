import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/platform/core/ids.ts';
import { DAY_MS } from '../../src/platform/core/time.ts';
import type { Tx } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { storeWork } from '../../src/platform/operation/work.ts';
import {
  newProduct,
  productText,
  showProduct,
} from '../../src/shop/catalogue/products/product.rules.ts';
import { insertProduct } from '../../src/shop/catalogue/products/product.sql.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { addCustomers, addLicense } from './fill-licenses.ts';
import { FILLING, servicesOf } from './services.ts';
import { createTexts, type Text } from './vocabulary.ts';

const BATCH = 5_000;
const SAMPLES_MAX = 100_000;
const MACHINES = 5_000;
const LINE_EVERY_MS = 10_000;
const QUIET_MS = 1_100; // A little longer than the database waits before it compacts.

/** A part of the data of a filled shop, for requests. */
export interface Sample {
  product_ids: string[];
  frequent_queries: string[];
  rare_queries: string[];
  articles: string[];
  /** In use on a machine that was seen lately, or not for a day. */
  license_keys: string[];
  unseen_license_keys: string[];
  /** In use on thousands of machines. */
  crowded_license_key: string;
}

/** Makes `count` products with a license each, as the operations do, but many in one transaction. */
export async function fill(
  { data_dir, database_url }: { data_dir: string; database_url: string | undefined },
  count: number,
): Promise<Sample> {
  const db = await openDatabase({ data_dir, database_url });
  const [store] = await listStores(db.reader(null));
  assert(store, 'the first start has made a store');
  const texts = createTexts(2);
  const sample: Sample = {
    product_ids: [],
    frequent_queries: texts.frequent,
    rare_queries: [],
    articles: [],
    license_keys: [],
    unseen_license_keys: [],
    crowded_license_key: '',
  };
  const every = Math.ceil(count / SAMPLES_MAX);
  const progress = createProgress(count);
  const started_at = Date.now();
  const services = await servicesOf(db, data_dir);
  const { write } = storeWork(db, { ...FILLING, store, now: started_at, services });

  for (let from = 0; from < count; from += BATCH) {
    await write(async (inside) => {
      const { tx, emit } = inside;
      if (from === 0) await addCustomers(inside);
      for (let at = from; at < Math.min(from + BATCH, count); at++) {
        const text = texts.next();
        // A product a second, up to now.
        const now = started_at - (count - at) * 1000;
        const record = await addProduct(tx, store.number, text, now);
        emit('product.created', record);
        const { product_id } = record;
        const license_key = await addLicense(
          { ...inside, now },
          { product_id, at, seen_at: isUnseen(at / every) ? started_at - DAY_MS : started_at },
        );
        if (at % every !== 0) continue;
        sample.product_ids.push(product_id);
        if (isUnseen(at / every)) sample.unseen_license_keys.push(license_key);
        else sample.license_keys.push(license_key);
        sample.rare_queries.push(texts.rarest(text));
        sample.articles.push(text.article);
      }
    });
    progress(Math.min(from + BATCH, count));
  }
  await write(async (inside) => {
    const [product_id = ''] = sample.product_ids;
    const about = { product_id, at: 0, seen_at: started_at, machines: MACHINES };
    sample.crowded_license_key = await addLicense(inside, about);
  });
  // The service does this too when it is idle.
  await sleep(QUIET_MS);
  while (await db.compact());
  await db.close();
  return sample;
}

/** Every second license in the sample was not seen for a day. */
const isUnseen = (at: number): boolean => at % 2 === 1;

async function addProduct(tx: Tx, store_number: number, text: Text, now: number) {
  const { name, description } = text;
  const terms = { price: 19.99, currency: 'USD', billing_type: 'one_time' } as const;
  const input = { name, description, ...terms };
  const product = newProduct(input, { product_id: newId('prod', now), now });
  const search_entry = await tx.index(productText(product, store_number));
  await insertProduct(tx, { ...product, search_entry });
  return showProduct(product, '');
}

/** Prints progress: on a terminal in one line, elsewhere a new line now and then. */
function createProgress(count: number): (done: number) => void {
  const started = performance.now();
  let said = started;
  return (done) => {
    const now = performance.now();
    const is_last = done === count;
    if (!process.stderr.isTTY && !is_last && now - said < LINE_EVERY_MS) return;
    said = now;
    const rate = done / ((now - started) / 1000);
    const left = is_last ? '' : `, ${Math.ceil((count - done) / rate)} s left`;
    const line = `${number(done)} of ${number(count)} products, ${number(rate)}/s${left}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}${is_last ? '\n' : ''}`);
    else process.stderr.write(`${line}\n`);
  };
}

const number = (value: number): string => Math.round(value).toLocaleString('en');
