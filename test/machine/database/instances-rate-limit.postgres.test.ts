import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEndOfFile } from '../../harness/endings.ts';
import { assertRefused, Shop, START, startShop } from '../../harness/shop.ts';

// docs/scaling.md: each machine counts for itself, so N of them let through up to N times the limit.
// All have the same clock, which stands still unless it is moved: how fast this runs says nothing.

const MACHINES = 3;
const LIMIT = { rate_per_second: 4, burst: 10 };

let now = START;
const options = { clock: () => now, rate_limit: LIMIT };

async function openBeside(shop: Shop): Promise<Shop> {
  const beside = new Shop(options, shop.place);
  await beside.open();
  atEndOfFile(async () => {
    beside.agent.destroy();
    await beside.app.close();
  });
  return beside;
}

test('three machines let a key through three times as often as the limit says, and not once more; one alone is exact', async () => {
  const shop = await startShop(options);
  const machines = [shop];
  while (machines.length < MACHINES) machines.push(await openBeside(shop));
  const key = shop.api_key;
  const ask = async (at: Shop): Promise<number> => {
    const answer = await at.call('GET /search-products', {}, { key });
    if (answer.status !== 200) assertRefused(answer, 429, 'rate_limited');
    return answer.status;
  };
  /** Asks each machine in turn, as a balancer does, for more than all of them allow. */
  async function letThrough(most_each: number): Promise<number[]> {
    const through = machines.map(() => 0);
    for (let round = 0; round < most_each + 3; round++) {
      for (const [at, machine] of machines.entries()) {
        if ((await ask(machine)) === 200) through[at] = (through[at] ?? 0) + 1;
      }
    }
    return through;
  }
  const each = (count: number) => machines.map(() => count);
  assert.deepEqual(await letThrough(LIMIT.burst), each(LIMIT.burst), 'the burst, of each');
  now += 1_000;
  const { rate_per_second } = LIMIT;
  assert.deepEqual(await letThrough(rate_per_second), each(rate_per_second), 'a second later');
  now += 60_000;
  assert.deepEqual(
    await letThrough(LIMIT.burst),
    each(LIMIT.burst),
    'no more than a burst is saved',
  );

  // A balancer that keeps a client at one machine: the plain limit, whatever the others have left.
  now += 60_000;
  let through = 0;
  for (let second = 0; second < 5; second++) {
    for (let count = 0; count < LIMIT.burst + 3; count++) {
      if ((await ask(shop)) === 200) through += 1;
    }
    now += 1_000;
  }
  assert.equal(through, LIMIT.burst + 4 * rate_per_second);
});
