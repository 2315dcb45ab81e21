import { readFileSync } from 'node:fs';
import type { Agent } from 'node:https';
import type { ProcessShop } from './process-shop.ts';
import { until } from './until.ts';

/** The serving processes of a shop that runs several, in the order in which they were started. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** A connection to each of the processes, by their number. */
export async function connectToEach(shop: ProcessShop, count: number): Promise<Map<number, Agent>> {
  const found = new Map<number, Agent>();
  await until(async () => {
    // At the same time: one by one, the same process might take them all.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const agent = shop.connection();
        const answer = await shop.get('/healthz', {}, agent).catch(() => undefined);
        const { process: number } = answer?.body ?? {};
        if (number === undefined || found.has(number)) agent.destroy();
        else found.set(number, agent);
      }),
    );
    return found.size === count;
  }, `${count} processes accept connections`);
  return found;
}
