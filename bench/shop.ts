import { CASES } from './cases.ts';
import { fill, type Sample } from './fill.ts';
import { ask } from './load.ts';
import { makePages, type PagePaths } from './pages.ts';
import { makeFolder, type Running, startKassa, stop } from './processes.ts';

/** A filled database, and what a client needs to use it. */
export interface Shop {
  rows: number;
  data_dir: string;
  /** Of a shop on PostgreSQL. */
  database_url?: string | undefined;
  api_key: string;
  sample: Sample & { pages: PagePaths };
}

/** The first start makes the store, the key and the certificate; then the shop is filled. */
export async function makeShop(rows: number, database_url?: string): Promise<Shop> {
  const data_dir = makeFolder();
  const first = await startKassa(data_dir, { is_first: true, ...onDatabase(database_url) });
  await stop(first);
  const { api_key } = first;
  const sample = await fill({ data_dir, database_url }, rows);
  const server = await startKassa(data_dir, onDatabase(database_url));
  const pages = await makePages(server, { api_key, product_ids: sample.product_ids });
  await stop(server);
  return { rows, data_dir, database_url, api_key, sample: { ...sample, pages } };
}

/** Starts Kassa on a shop. */
export const serve = ({ data_dir, database_url }: Shop): Promise<Running> =>
  startKassa(data_dir, onDatabase(database_url));

const onDatabase = (database_url: string | undefined) =>
  database_url === undefined ? {} : { settings: { DATABASE_URL: database_url } };

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
