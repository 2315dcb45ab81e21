import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { ProcessShop } from '../harness/process-shop.ts';
import { seed, times } from '../harness/seed.ts';
import { type Answer, AT_ONCE, Endpoint, SKEWS_MS, type Step, seen } from './claiming-run.ts';

// Random runs of the real claiming (events, replays, retries, leases that run out, processes that
// die or whose clocks differ) beside a simple model of it: whatever waits is delivered in the end.
const RUNS = times('CLAIMING_RUNS', 12, 125);
const SEED = seed('CLAIMING_SEED');

const process_number = fc.nat({ max: SKEWS_MS.length - 1 });
const answer = fc.constantFrom<Answer>(
  ...(['delivered', 'delivered', 'delivered', 'failed', 'failed', 'gone'] as const),
);
const kind = <D extends string>(name: D) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: kind('events'),
    subjects: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 12 }),
  }),
  fc.record({ do: kind('make'), process: process_number }),
  fc.record({ do: kind('make'), process: process_number }),
  fc.record({ do: kind('replay'), event: fc.nat() }),
  fc.record({ do: kind('replay'), event: fc.nat({ max: 3 }) }),
  fc.record({
    do: kind('claim'),
    process: process_number,
    limit: fc.integer({ min: 1, max: AT_ONCE }),
  }),
  fc.record({
    do: kind('claim'),
    process: process_number,
    limit: fc.integer({ min: 1, max: AT_ONCE }),
  }),
  fc.record({ do: kind('settle'), process: process_number, which: fc.nat(), answer }),
  fc.record({ do: kind('settle'), process: process_number, which: fc.nat(), answer }),
  fc.record({ do: kind('everybody'), answer }),
  fc.record({ do: kind('die'), process: process_number }),
  fc.record({ do: kind('wait'), ms: fc.constantFrom(1, 900, 6_000, 31_000, 200_000) }),
  fc.record({ do: kind('enable') }),
);
const steps = fc.array(step, { minLength: 20, maxLength: 90, size: 'max' });

/** Chance may leave out what is rare, so one run has all of it: also a claim that is lost. */
const everything: Step[] = [
  { do: 'events', subjects: [0, 0, 1, 2] },
  { do: 'make', process: 0 },
  { do: 'claim', process: 0, limit: AT_ONCE },
  { do: 'wait', ms: 31_000 },
  { do: 'claim', process: 1, limit: AT_ONCE },
  { do: 'settle', process: 0, which: 0, answer: 'delivered' },
  { do: 'settle', process: 1, which: 0, answer: 'failed' },
  { do: 'replay', event: 0 },
  { do: 'settle', process: 1, which: 0, answer: 'delivered' },
  { do: 'settle', process: 1, which: 0, answer: 'gone' },
];

let shop: ProcessShop;
before(async () => {
  shop = await ProcessShop.make();
});

test(`${RUNS} random runs: each claim takes what the model takes, and all that waits is delivered in the end`, async () => {
  console.log(`seed ${SEED}: CLAIMING_SEED=${SEED} repeats these runs`);
  const runs = [everything, ...fc.sample(steps, { numRuns: RUNS, seed: SEED })];
  for (const [at, run] of runs.entries()) {
    const endpoint = await Endpoint.make(shop.db, at);
    try {
      for (const one of run) await endpoint.play(one);
      await endpoint.deliverTheRest();
    } catch (error) {
      console.log(`run ${at}: ${JSON.stringify(run)}`);
      throw error;
    }
  }
  console.log(JSON.stringify(seen));
  for (const what of [
    'claimed',
    'replay',
    'held up',
    'taken over',
    'lost its claim',
    'failed',
    'gone',
  ]) {
    assert.ok((seen[what] ?? 0) > 0, `${what} was among what happened`);
  }
});
