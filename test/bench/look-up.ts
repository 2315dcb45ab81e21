import { caseOf } from './cases.ts';
import { ask } from './load.ts';
import { type Running, startKassa, stop } from './processes.ts';
import type { Shop } from './shop.ts';

/** The answer to a look-up. */
export const lookUp = (server: Running, shop: Shop): Promise<string> => ask(server, lookUpOf(shop));

const lookUpOf = ({ sample, api_key }: Shop): string =>
  caseOf('get-product').requests(sample, api_key)();

/** The time from starting the process to the first answer. */
export async function startUpMs(shop: Shop): Promise<number> {
  const request = lookUpOf(shop); // Made before: of a hundred thousand to choose from it takes a while.
  const started = performance.now();
  const server = await startKassa(shop.data_dir);
  await ask(server, request);
  const duration_ms = performance.now() - started;
  await stop(server);
  return duration_ms;
}
