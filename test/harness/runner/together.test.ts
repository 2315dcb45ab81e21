import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../copies.ts';

const TOGETHER = fileURLToPath(new URL('together.ts', import.meta.url));

const FILE = `
import { test as it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
await delay(1);
it('passes', () => delay(1));
it('throws later', async ({ signal }) => {
  setTimeout(() => { throw new Error('later'); }, 1);
  await delay(60_000, undefined, { signal });
});
it('rejects unseen', async ({ signal }) => {
  Promise.resolve().then(() => delay(1)).then(() => { throw new Error('unseen'); });
  await delay(60_000, undefined, { signal });
});
it('holds', async () => {
  await delay(1);
  await it('inner', () => { throw new Error('inner'); });
});
`;

test('whatever a test has started fails that test, and an inner one the outer one', async () => {
  const file = join(newFolder(), 'sample.test.ts');
  writeFileSync(file, FILE);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--disable-warning=ExperimentalWarning', '--test-reporter=spec', TOGETHER, file];
  const [code, output] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, args, { env }, (error, out) => resolve([error?.code, out]));
  });
  assert.equal(code, 1, output);
  const [listed = ''] = output.split('failing tests:');
  const found = [...listed.matchAll(/^ +([✔✖]) (.+) \(/gm)].map(
    ([, sign, name]) => `${sign} ${name}`,
  );
  assert.deepEqual(found, [
    '✔ passes',
    '✖ throws later',
    '✖ rejects unseen',
    '✖ inner',
    '✖ holds',
    '✖ has',
  ]);
});
