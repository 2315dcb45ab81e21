import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { eventsSince, newestCursor } from './events.ts';

interface Kept {
  id: string;
  created: number;
}

/** A list of events as Stripe's is: the newest second first, in any order within one. */
function listOf(kept: Kept[]) {
  let calls = 0;
  const list = async (asked: {
    limit: number;
    starting_after?: string;
    created?: { gte: number; lt?: number };
  }) => {
    calls += 1;
    const { gte = 0, lt = Number.MAX_SAFE_INTEGER } = asked.created ?? {};
    const all = kept
      .filter(({ created }) => created >= gte && created < lt)
      .toSorted((a, b) => b.created - a.created || a.id.localeCompare(b.id));
    const start = all.findIndex(({ id }) => id === asked.starting_after) + 1;
    const data = all.slice(start, start + asked.limit);
    return { data, has_more: start + asked.limit < all.length };
  };
  const stripe = { events: { list } } as unknown as Stripe;
  return { stripe, calls: () => calls };
}

/** Reads on until nothing is new. */
async function readOn(stripe: Stripe, cursor: string): Promise<{ told: string[]; cursor: string }> {
  const told: string[] = [];
  for (let turn = 0; turn < 500; turn++) {
    const { events, next_cursor } = await eventsSince(stripe, cursor);
    told.push(...events.map(({ id }) => id));
    if (next_cursor === cursor) return { told, cursor };
    cursor = next_cursor;
  }
  return assert.fail('it has no end');
}

const T = 1_700_000_000;
const events = (count: number, created: (at: number) => number, name = 'e'): Kept[] =>
  Array.from({ length: count }, (_, at) => ({ id: `evt_${name}${at}`, created: created(at) }));

test('whatever the order within a second, and if one appears late: each event is told exactly once', async () => {
  const burst = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { maxLength: 8 }), async (bursts) => {
      const kept: Kept[] = [];
      const { stripe } = listOf(kept);
      let cursor = String(T);
      const told: string[] = [];
      for (const [turn, seconds] of bursts.entries()) {
        // Up to 20 seconds later than the newest of the last turn, or as much earlier.
        const base = T + turn * 15;
        for (const [at, offset] of seconds.entries()) {
          kept.push({ id: `evt_${turn}x${at}x${offset}`, created: base + offset });
        }
        const read = await readOn(stripe, cursor);
        told.push(...read.told);
        cursor = read.cursor;
      }
      assert.deepEqual(told.toSorted(), kept.map(({ id }) => id).toSorted());
    }),
    { numRuns: 200 },
  );
});

test('a long absence is caught up with, the oldest first, in bounded steps', async () => {
  const kept = events(5000, (at) => T + at * 7);
  const { stripe, calls } = listOf(kept);
  const first = await eventsSince(stripe, String(T));
  assert(first.events.length > 0 && first.events.length <= 500);
  assert.equal(first.events[0]?.id, 'evt_e0');
  const { told } = await readOn(stripe, first.next_cursor);
  const all = new Set([...first.events.map(({ id }) => id), ...told]);
  assert.equal(all.size, 5000);
  assert(calls() < 300, `${calls()} calls`);
});

test('thousands within one second are told too, and the cursor stays short afterwards', async () => {
  const kept = [...events(3000, () => T + 5), ...events(3, () => T + 200, 'later')];
  const { stripe } = listOf(kept);
  const { told, cursor } = await readOn(stripe, String(T));
  assert.equal(new Set(told).size, 3003);
  assert(cursor.length < 200);
});

test('from now on: what is there already is not told, what appears in the same second is', async () => {
  const kept = events(30, (at) => T + at);
  const { stripe } = listOf(kept);
  const cursor = await newestCursor(stripe);
  assert.deepEqual((await readOn(stripe, cursor)).told, []);
  kept.push({ id: 'evt_new', created: T + 29 }, { id: 'evt_late', created: T + 25 });
  assert.deepEqual((await readOn(stripe, cursor)).told.toSorted(), ['evt_late', 'evt_new']);
});
