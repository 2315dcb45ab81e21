import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';
import { instancesOverLimit } from './license.rules.ts';

// A smaller quantity leaves places to the machines that were activated first.

const shop = await startShop();

/** A subscription with one place for each seat, all of them taken, oldest first. */
async function seats(quantity: number) {
  const store = await shop.openStore();
  const bought = await store.buy(await store.licensedPlan({ activation_limit: 1 }), { quantity });
  const { subscription_id, license_keys } = bought;
  const license_key: string = license_keys[0];
  const machines: string[] = [];
  for (let at = 0; at < quantity; at++) {
    const { instance } = await store.activate(license_key, `Seat ${at}`, `print-${at}`);
    machines.push(instance.instance_id);
  }
  const resize = (quantity: number) =>
    store.must('POST /update-subscription', { subscription_id, quantity });
  /** What each machine is told, in the order of their activation. */
  const codes = async (): Promise<string[]> => {
    const asked = machines.map((instance_id) => store.validate(license_key, { instance_id }));
    return (await Promise.all(asked)).map(({ code }) => code);
  };
  const again = (at: number) => {
    const machine = { instance_name: `Seat ${at}`, fingerprint: `print-${at}` };
    return store.ask('POST /activate-license', { license_key, ...machine });
  };
  return { ...store, license_key, machines, resize, codes, again };
}

const times = (count: number, code: string): string[] => Array(count).fill(code);

test('200: over_limit for all machines but the oldest once 40 seats become 1; none gets a certificate', async () => {
  const { license_key, machines, resize, codes, validate } = await seats(40);
  assert.deepEqual(await codes(), times(40, 'valid'));
  await resize(1);
  assert.deepEqual(await codes(), ['valid', ...times(39, 'over_limit')]);
  for (const [at, instance_id] of machines.entries()) {
    for (const named of [{ instance_id }, { fingerprint: `print-${at}` }]) {
      const answer = await validate(license_key, { ...named, certificate: true });
      const { valid, certificate, instance, license } = answer;
      assert.deepEqual([valid, certificate !== null], [at === 0, at === 0]);
      assert.equal(instance.instance_id, instance_id);
      assert.deepEqual([license.activation_usage, license.activation_limit], [40, 1]);
    }
  }
  assert.equal((await validate(license_key)).code, 'valid', 'the key alone is good');
});

test('200: good again, without another activation, as soon as the quantity is larger', async () => {
  const { resize, codes } = await seats(4);
  await resize(1);
  assert.deepEqual(await codes(), ['valid', ...times(3, 'over_limit')]);
  await resize(3);
  assert.deepEqual(await codes(), ['valid', 'valid', 'valid', 'over_limit']);
  await resize(5);
  assert.deepEqual(await codes(), times(4, 'valid'));
});

test('200: who gives up an old machine makes the next oldest good', async () => {
  const { license_key, machines, resize, codes, deactivate } = await seats(4);
  await resize(2);
  await deactivate(license_key, machines[0] ?? '');
  assert.deepEqual(await codes(), ['instance_unknown', 'valid', 'valid', 'over_limit']);
  await deactivate(license_key, machines[3] ?? '');
  assert.deepEqual(await codes(), ['instance_unknown', 'valid', 'valid', 'instance_unknown']);
});

test('200: a plan with a smaller limit for each seat counts the same, and one without a limit frees all', async () => {
  const store = await shop.openStore();
  const { licensedPlan, buy, activate, validate, must } = store;
  const [wide, narrow, endless] = [
    await licensedPlan({ activation_limit: 3 }),
    await licensedPlan({ activation_limit: 2 }),
    await licensedPlan({ activation_limit: null }),
  ];
  const { subscription_id, license_keys } = await buy(wide);
  const [license_key] = license_keys;
  for (const print of ['a', 'b', 'c']) await activate(license_key, print, print);
  const codes = async () => {
    const asked = ['a', 'b', 'c'].map((fingerprint) => validate(license_key, { fingerprint }));
    return (await Promise.all(asked)).map(({ code }) => code);
  };
  await must('POST /update-subscription', { subscription_id, plan_id: narrow });
  assert.deepEqual(await codes(), ['valid', 'valid', 'over_limit']);
  await must('POST /update-subscription', { subscription_id, plan_id: endless });
  assert.deepEqual(await codes(), ['valid', 'valid', 'valid']);
});

test('400 activation_limit_reached: a machine over the limit is not activated again; nothing is stored', async () => {
  const { resize, again } = await seats(3);
  await resize(2);
  assert.equal((await again(1)).status, 200);
  const before = await shop.everything();
  const refused = await again(2);
  assertRefused(refused, 400, 'activation_limit_reached', ['license_key']);
  assert.match(refused.body.error.message, /is in use on 3 devices and allows 2\. Deactivate one/);
  assert.equal(await shop.everything(), before);
  await resize(3);
  assert.equal((await again(2)).status, 200);
});

test('200: a machine over the limit is not noted as seen', async () => {
  const { resize, advance, validate, license_key, machines } = await seats(2);
  await resize(1);
  await advance('P1D');
  const [old, fresh] = await Promise.all(
    machines.map((instance_id) => validate(license_key, { instance_id })),
  );
  assert.equal(old.instance.last_validated_at, '2026-11-15T09:30:00.000Z');
  assert.equal(fresh.instance.last_validated_at, '2026-11-14T09:30:00.000Z');
});

test('200: with more machines than a record shows, exactly the newest are over the limit', async () => {
  const { resize, codes } = await seats(130);
  for (const limit of [129, 66, 65, 64, 2]) {
    await resize(limit);
    const wanted = [...times(limit, 'valid'), ...times(130 - limit, 'over_limit')];
    assert.deepEqual(await codes(), wanted);
  }
});

test('as many are beyond the limit as use it too many', () => {
  const table: [usage: number, limit: number | null, beyond: number][] = [
    [0, 1, 0],
    [1, 1, 0],
    [2, 1, 1],
    [40, 1, 39],
    [7, null, 0],
    [3, 1_000_000, 0],
  ];
  for (const [activation_usage, activation_limit, beyond] of table) {
    assert.equal(instancesOverLimit({ activation_usage, activation_limit }), beyond);
  }
});
