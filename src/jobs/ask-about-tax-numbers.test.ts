import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START, startShop } from '../../test/harness/shop.ts';
import { NUMBERS, startVies } from '../../test/stand-ins/vies.ts';

const vies = await startVies();
const shop = await startShop({ vies_url: vies.vies_url });
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REGISTERED = { country: 'DE', registrations: [{ country: 'DE', since: '2020-01-01' }] };

const check = async (must: Must, customer_id: string) =>
  (await must('GET /get-customer', { customer_id })).billing.tax_id_check;
type Must = Awaited<ReturnType<typeof shop.openStore>>['must'];

/** Runs the job at a time after the start; returns how often VIES was asked. */
async function runAfter(ms: number): Promise<number> {
  const before = vies.asked().length;
  shop.now = START + ms;
  await shop.runJob('tax-numbers');
  return vies.asked().length - before;
}

test('while VIES is down, a run gives up after three numbers and asks about the others later', async () => {
  const { must } = await shop.openStore();
  const numbers = ['IT00743110157', 'ATU12345675', 'BE0411905847', 'DK13585628', 'SE556188840401'];
  for (const [at, tax_id] of numbers.entries()) {
    await must('POST /create-customer-billing', { customer_id: `c${at}`, tax_id });
  }
  await must('POST /update-tax-settings', REGISTERED);
  assert.equal(await runAfter(0), 3);
  assert.equal(await runAfter(1_000), 2);
  assert.equal(await runAfter(2_000), 0);
  await must('POST /update-tax-settings', { registrations: [] });
  assert.equal(await runAfter(DAY_MS), 0, 'without a registration they do not matter any more');
  shop.now = START;
});

test('a number that VIES did not answer for is asked about again, with growing pauses, and told once', async () => {
  const { must, eventCount, eventsSince } = await shop.openStore();
  await must('POST /update-tax-settings', REGISTERED);
  const details = { customer_id: 'ada', tax_id: NUMBERS.unanswered };
  await must('POST /create-customer-billing', details);
  const count = await eventCount();
  assert.equal(await runAfter(9 * MINUTE_MS), 0);
  assert.equal(await runAfter(10 * MINUTE_MS), 1);
  assert.equal(await runAfter(19 * MINUTE_MS), 0);
  assert.equal(await runAfter(20 * MINUTE_MS), 1);
  assert.equal(await runAfter(39 * MINUTE_MS), 0, 'as long as it has waited already');
  assert.equal(await runAfter(40 * MINUTE_MS), 1);
  assert.deepEqual(await eventsSince(count), [], 'nothing is new');
  vies.says.set(NUMBERS.unanswered, 'valid');
  assert.equal(await runAfter(DAY_MS), 1);
  assert.equal((await check(must, 'ada')).status, 'valid');
  const told = await eventsSince(count);
  assert.deepEqual(
    told.map(({ type, data }) => [type, data]),
    [['customer.updated', await must('GET /get-customer', { customer_id: 'ada' })]],
  );
  vies.says.delete(NUMBERS.unanswered);
  assert.equal(await runAfter(30 * DAY_MS), 0);
  assert.equal(await runAfter(32 * DAY_MS), 1, 'a month later it is asked again');
  assert.equal((await check(must, 'ada')).status, 'valid', 'no answer does not replace a yes');
  vies.says.set(NUMBERS.unanswered, 'invalid');
  assert.equal(await runAfter(33 * DAY_MS), 1);
  assert.equal((await check(must, 'ada')).status, 'invalid');
  vies.says.delete(NUMBERS.unanswered);
  shop.now = START;
});

test('a number that was changed or taken away is not asked about, and its answer is dropped', async () => {
  const { must } = await shop.openStore();
  await must('POST /update-tax-settings', REGISTERED);
  const bill = (tax_id: string | null) =>
    must('POST /create-customer-billing', { customer_id: 'eve', tax_id, name: 'Eve' });
  await bill(NUMBERS.unanswered);
  await bill(NUMBERS.valid);
  assert.equal((await check(must, 'eve')).status, 'valid');
  await bill(NUMBERS.unanswered);
  assert.equal((await check(must, 'eve')).status, 'unverified');
  await bill(null);
  assert.equal(await runAfter(2 * DAY_MS), 0);
  assert.equal(await check(must, 'eve'), null);
  shop.now = START;
});
