import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { kassa } from '../harness/kassa-command.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { subscribe } from '../harness/sales/stripe-journeys.ts';
import { connect, counterOfProcess } from '../harness/sales/till-shop.ts';
import { makePlace } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { spawnStripe } from '../stand-ins/stripe/stand-in.ts';

// A machine alone with SQLite goes by its own clock. If that is wrong, Stripe's is right.

const MINUTE_MS = 60_000;
const MONTHS_MS = 70 * 24 * 60 * MINUTE_MS;
const TICKS_MS = 2_500;

const place = await makePlace('sqlite');
const file = join(place.data_dir, 'shift');
const shift = (ms: number) => writeFileSync(file, String(ms));
shift(0);
const stand_in = await spawnStripe();
after(() => stand_in.stop());
const { control } = stand_in;
const shop = await ProcessShop.make(place);
const preload = new URL('../harness/shifted-clock.ts', import.meta.url).href;
const settings = {
  SHIFT_FILE: file,
  NODE_OPTIONS: `--import ${preload} --disable-warning=ExperimentalWarning`,
  KASSA_LOG_LEVEL: 'off',
  KASSA_STRIPE_API: stand_in.url,
};
const start = () => shop.start(settings);
await start();
const { store_id, api_key } = shop;
const counter = counterOfProcess(shop, api_key);
const at = await connect({ store_id, db: shop.db, counter }, stand_in);
const subscription_id = await subscribe(at);
const to_pause = await subscribe(at);
const get = async () =>
  (await counter.get(`/get-subscription?subscription_id=${subscription_id}`)).body;
const renewals = async () => {
  const { body } = await counter.get('/get-transactions?type=renewal');
  return body.data.map(({ status }: { status: string }) => status);
};

/** The shop asks Stripe what time it is, and has time to do something about it. */
async function asks(): Promise<void> {
  const hasAsked = async () =>
    (await control.calls()).some(({ call }) => call === 'GET /v1/account');
  await until(hasAsked, 'Stripe is asked what time it is');
  await setTimeout(TICKS_MS);
}

test('a clock that leaps by months charges nobody, and goes on when it is right again', async () => {
  const before = await get();
  await control.forgetCalls();
  shift(MONTHS_MS);
  await asks();
  assert.deepEqual(await renewals(), []);
  shift(0);
  await setTimeout(TICKS_MS);
  assert.deepEqual([await renewals(), await get()], [[], before]);
});

test('a machine that starts with such a clock charges nobody either, and doctor says why', async () => {
  await shop.kill('SIGTERM');
  await control.forgetCalls();
  shift(MONTHS_MS);
  await start();
  await asks();
  assert.deepEqual(await renewals(), []);
  const { out } = await kassa(['doctor', '--json'], {
    KASSA_DATA_DIR: place.data_dir,
    ...settings,
  });
  const { findings } = JSON.parse(out);
  assert.deepEqual(
    findings
      .filter(({ about, state }: Finding) => about === 'clock' && state === 'fail')
      .map(({ what, todo }: Finding) => [what.replace(/\d+/, 'so many'), todo]),
    [["differs from Stripe's by so many s", 'set it by the network: no subscription is charged']],
  );
  shift(0);
});

test('a clock that is set right while Stripe is being asked charges nobody either', async () => {
  await shop.kill('SIGTERM');
  const slow = { call: 'GET /v1/account', kind: 'slow_before', delay_ms: 60_000 } as const;
  await control.fault(slow);
  await control.forgetCalls();
  shift(MONTHS_MS);
  await start();
  const isAsking = async () => (await control.calls()).some(({ fault }) => fault !== null);
  await until(isAsking, 'Stripe is being asked what time it is');
  shift(0);
  await setTimeout(TICKS_MS);
  await control.hurry();
  await setTimeout(TICKS_MS);
  assert.deepEqual(await renewals(), []);
});

test('nor do requests: what charges nothing goes on, what might is refused', async () => {
  shift(MONTHS_MS);
  await setTimeout(TICKS_MS);
  const { body } = await counter.post('/update-subscription', { subscription_id, quantity: 2 });
  assert.equal(body.error.code, 'payment_unresolved');
  const pause = { subscription_id: to_pause, paused_by: 'customer' };
  assert.equal((await counter.post('/pause-subscription', pause)).status, 200);
  // To resume would begin a period now, and charge it.
  const resumed = await counter.post('/resume-subscription', { subscription_id: to_pause });
  assert.equal(resumed.body.error.code, 'payment_unresolved');
  assert.deepEqual(await renewals(), []);
  shift(0);
});

test('minutes do not matter: what is due is charged', async () => {
  await start();
  const { current_period_end } = await get();
  const left_ms = Date.parse(current_period_end) - Date.now() - 2 * MINUTE_MS;
  const { status } = await counter.post('/advance-clock', {
    by: `PT${Math.round(left_ms / 1000)}S`,
  });
  assert.equal(status, 200);
  assert.deepEqual(await renewals(), []);
  shift(4 * MINUTE_MS);
  await until(async () => (await renewals()).includes('paid'), 'it is charged');
  assert.deepEqual(await renewals(), ['paid']);
  shift(0);
  await shop.assertRight();
});

interface Finding {
  about: string;
  state: string;
  what: string;
  todo: string;
}
