import { CASES } from './cases.ts';
import { fill, type Sample } from './fill.ts';
import { ask } from './load.ts';
import { makePages, type PagePaths } from './pages.ts';
import { makeFolder, type Running, startKassa, stop } from './processes.ts';

/** A filled database, and what a client needs to use it. */
export interface Shop {
  rows: number;
  data_dir: string;
  api_key: string;
  sample: Sample & { pages: PagePaths };
}

/** The first start makes the store, the key and the certificate; then the shop is filled. */
export async function makeShop(rows: number): Promise<Shop> {
  const data_dir = makeFolder();
  const first = await startKassa(data_dir, { is_first: true });
  await stop(first);
  const { api_key } = first;
  const sample = await fill(data_dir, rows);
  const server = await startKassa(data_dir);
  const pages = await makePages(server, { api_key, product_ids: sample.product_ids });
  await stop(server);
  return { rows, data_dir, api_key, sample: { ...sample, pages } };
}

/** The answer to one request of the first case, a look-up. */
export function lookUp(server: Running, { sample, api_key }: Shop): Promise<string> {
  const [getProduct] = CASES;
  return ask(server, getProduct?.requests(sample, api_key)() ?? '');
}

/** The time from starting the process to the first answer. */
export async function startUpMs(shop: Shop): Promise<number> {
  const started = performance.now();
  const server = await startKassa(shop.data_dir);
  await lookUp(server, shop);
  const duration_ms = performance.now() - started;
  await stop(server);
  return duration_ms;
}
