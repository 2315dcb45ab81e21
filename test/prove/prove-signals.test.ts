import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { markedProcesses } from '../harness/runner/leftovers.ts';
import { until } from '../harness/until.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a signal ends `npm run prove`, and all that it has started', async () => {
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
