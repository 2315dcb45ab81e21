import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Agent } from 'node:https';
import { test } from 'node:test';
import { makePlace } from './harness.ts';
import { childrenOf, connectToEach } from './many-processes.ts';
import { ProcessShop } from './process-shop.ts';
import { until } from './until.ts';

// Several processes on SQLite, of which the one that writes can store nothing for a while.

const PROCESSES = 2;
const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };
const NUMBERS = Array.from({ length: PROCESSES }, (_, at) => at + 1);

test('every process says why nothing can be stored, also one that begins meanwhile, and when all is well', async () => {
  const shop = await ProcessShop.make(await makePlace('sqlite'));
  await shop.start({ KASSA_PROCESSES: String(PROCESSES), KASSA_LOG_LEVEL: 'off' });
  let each = await connectToEach(shop, PROCESSES);
  const at = (number: number): Agent | undefined => each.get(number);
  const [writer, reader] = childrenOf(shop.pid);
  const limit = (size: string) =>
    execFileSync('prlimit', ['--pid', String(writer), `--fsize=${size}:`]);
  const warning = async (number: number): Promise<string | undefined> =>
    (await shop.get('/readyz', {}, at(number))).body.warning;
  const told = (number: number) =>
    until(async () => (await warning(number)) !== undefined, `process ${number} says so`);

  limit('1');
  for (const number of NUMBERS) {
    const { status, body } = await shop.call('/create-product', PRODUCT, {}, at(number));
    assert.equal(status, 500);
    assert.match(body.error.message, /^Kassa cannot store anything at the moment/);
    await told(number);
  }
  assert.equal(await warning(2), await warning(1));
  for (const number of NUMBERS) {
    const { body } = await shop.get('/metrics', {}, at(number));
    assert.match(body, /^kassa_storage_writable 0$/m);
  }

  process.kill(Number(reader), 'SIGKILL');
  await until(
    async () => childrenOf(shop.pid).some((pid) => ![writer, reader].includes(pid)),
    'another begins',
  );
  each = await connectToEach(shop, PROCESSES);
  await told(2);

  limit('unlimited');
  for (const number of NUMBERS) {
    await until(async () => (await warning(number)) === undefined, `process ${number} is well`);
    assert.equal((await shop.call('/create-product', PRODUCT, {}, at(number))).status, 200);
  }
});
