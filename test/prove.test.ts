import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { markedProcesses } from './leftovers.ts';
import type { Engine } from './prove/step.ts';
import { STEPS } from './prove/steps.ts';
import { seed } from './seed.ts';
import { until } from './until.ts';

// The short version of every step of `npm run prove`, on the database that this process has.

const ROOT = join(import.meta.dirname, '..');
const SEED = seed('PROVE_SEED');
const engine: Engine = process.env.KASSA_TEST_DATABASE_URL === undefined ? 'sqlite' : 'postgres';

for (const step of STEPS.filter(({ engines }) => engines.includes(engine))) {
  test(`${step.name}: ${step.shows}`, async (t) => {
    const say = (text: string) => t.diagnostic(text);
    const setting = { size: 'short', engine, seed: SEED, part: undefined, say } as const;
    const { figures, findings, left_out } = await step.run(setting);
    t.diagnostic(JSON.stringify(figures));
    if (left_out !== undefined) console.error(`!!! ${step.name} DID NOT RUN: ${left_out}`);
    assert.deepEqual(findings, [], `npm run prove -- --short --only ${step.name} --seed ${SEED}`);
  });
}

test('a signal ends it, and all that it has started', async () => {
  const args = ['--disable-warning=ExperimentalWarning', 'test/prove/run.ts'];
  const chosen = ['--only', 'kills', '--engine', 'sqlite'];
  const child = spawn(process.execPath, [...args, ...chosen], { cwd: ROOT });
  const pid = child.pid ?? 0;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const ended = once(child, 'exit');
  await until(() => output.includes('kills on sqlite'), 'it begins');
  // The stand-in for Stripe, the receiver, the service.
  await until(async () => markedProcesses(pid).length >= 3, 'it has started something');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [143, null]);
  assert.match(output, /\nInterrupted\.\n$/);
  await until(async () => markedProcesses(pid).length === 0, 'nothing is left');
});
