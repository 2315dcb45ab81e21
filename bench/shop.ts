import { CASES } from './cases.ts';
import { fill, type Sample } from './fill.ts';
import { ask } from './load.ts';
import { makeFolder, type Running, startKassa, stop } from './processes.ts';

/** A filled database, and what a client needs to use it. */
export interface Shop {
  rows: number;
  data_dir: string;
  api_key: string;
  sample: Sample;
}

/** The first start makes the store, the key and the certificate; then the shop is filled. */
export async function makeShop(rows: number): Promise<Shop> {
  const data_dir = makeFolder();
  const first = await startKassa(data_dir, { is_first: true });
  await stop(first);
  return { rows, data_dir, api_key: first.api_key, sample: await fill(data_dir, rows) };
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
