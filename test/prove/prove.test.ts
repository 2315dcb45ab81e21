import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '../harness/seed.ts';
import type { Engine } from './step.ts';
import { STEPS } from './steps.ts';

// The short version of every step of `npm run prove`, on the database that this process has.

const SEED = seed('PROVE_SEED');
const engine: Engine = process.env.KASSA_TEST_DATABASE_URL === undefined ? 'sqlite' : 'postgres';

for (const step of STEPS.filter(({ engines }) => engines.includes(engine))) {
  test(`${step.name}: ${step.shows}`, async (t) => {
    const say = (text: string) => t.diagnostic(text);
    const setting = { size: 'short', engine, seed: SEED, part: undefined, say } as const;
    const { figures, findings, left_out } = await step.run(setting);
    t.diagnostic(JSON.stringify(figures));
    assert.deepEqual(findings, [], `npm run prove -- --short --only ${step.name} --seed ${SEED}`);
    if (left_out === undefined) return;
    // `npm test` shows it in its last line; `npm run prove` ends with 1.
    console.error(`!!! ${step.name} DID NOT RUN: ${left_out}`);
    t.skip(left_out);
  });
}
