import { setTimeout } from 'node:timers/promises';
import { ProcessShop } from '../harness/process-shop.ts';
import { random } from '../harness/sales/license-clients.ts';
import { assertSameBooks, testTill } from '../harness/sales/till.ts';
import { counterOfProcess } from '../harness/sales/till-shop.ts';
import { until } from '../harness/until.ts';
import { RACES } from './race-kinds.ts';
import { RaceStore } from './race-store.ts';
import { Findings, type Step, sized } from './step.ts';

export const races: Step = {
  name: 'races',
  shows:
    '64 callers who do the same or opposite things at the same instant leave what some order of ' +
    'them would have left: no limit is exceeded, nothing is charged twice, no number is missing',
  engines: ['sqlite', 'postgres'],
  async run({ size, seed, part, say }) {
    const kinds = RACES.filter(({ name }) => part === undefined || name === part);
    if (kinds.length === 0) throw new Error(`there is no race called ${part}`);
    const found = new Findings();
    const below = random(seed);
    const shop = await ProcessShop.make();
    await shop.start();
    const instances = [shop, await shop.startBeside()];
    await warmUp(instances);
    const rounds = sized(size, [1, 6, 200]);
    let requests = 0;
    for (const { name, promise, run } of kinds) {
      for (let round = 0; round < rounds; round++) {
        const own = await shop.makeStore();
        const store = new RaceStore(shop, instances, own, below);
        await untilKnown(instances, own.api_key);
        const state = (text: string) => `${name}, round ${round}: ${text} (${promise})`;
        try {
          await run(store, {
            check: (is_so, text) => found.check(is_so, state(text)),
            equal: (one, other, text) => found.equal(one, other, state(text)),
          });
        } catch (error) {
          found.add(state(error instanceof Error ? error.message : String(error)));
        }
        for (const text of store.odd) found.add(state(text));
        const till = testTill({ ...own, db: shop.db, counter: counterOfProcess(shop, '') });
        await untilSettled(shop, own.store_id);
        await found.assertion(() => assertSameBooks(shop.db, own.store_id, till), state('books'));
        requests += store.requests;
      }
      say(`${name}: ${promise}`);
    }
    await found.verified(shop);
    for (const one of instances) await one.kill();
    const figures = { kinds: kinds.length, rounds, requests, processes: new Set(instances).size };
    return { figures: { ...figures, 'callers at once': 64 }, findings: found.texts };
  },
};

/** So that the callers need not wait for their connections. */
async function warmUp(instances: ProcessShop[]): Promise<void> {
  const calls = Array.from({ length: 64 }, (_, at) => instances[at % 2]?.get('/get-store'));
  await Promise.all(calls);
}

/** What the callers race for is never the store itself. */
async function untilKnown(instances: ProcessShop[], api_key: string): Promise<void> {
  for (const one of instances) {
    const isKnown = async () =>
      (await one.get('/get-store', { 'x-api-key': api_key })).status === 200;
    await until(isKnown, 'the key of a new store is known');
  }
}

async function untilSettled(shop: ProcessShop, store_id: string): Promise<void> {
  const sql = `SELECT status FROM transactions WHERE store_id = '${store_id}'
    AND status = 'pending'`;
  for (let looks = 0; looks < 1_000 && (await shop.rows(sql)).length > 0; looks++) {
    await setTimeout(30);
  }
}
