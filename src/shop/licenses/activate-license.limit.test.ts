import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CastStore } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /activate-license';

const shop = await startShop();

/** A license on its two machines, the second activated an hour after the first. */
async function full() {
  const store = await shop.openStore();
  const license_key = await store.newKey({ activation_limit: 2 });
  const { instance: first } = await store.activate(license_key, 'First', 'print-1');
  await store.advance('PT1H');
  const { instance: second } = await store.activate(license_key, 'Second', 'print-2');
  return { ...store, license_key, first, second };
}

const third = ({ ask }: Pick<CastStore, 'ask'>, license_key: string) =>
  ask(OP, { license_key, instance_name: 'Third', fingerprint: 'print-3' });

const named = (name: string, instance_id: string, seen: string) =>
  'is in use on 2 devices, as many as it allows. Deactivate one first: ' +
  `"${name}" (${instance_id}) was seen longest ago, ${seen}`;

test('400 activation_limit_reached: names the instance seen longest ago; nothing is stored', async () => {
  const { ask, license_key, first } = await full();
  const before = await shop.everything();
  const answer = await third({ ask }, license_key);
  assertRefused(answer, 400, 'activation_limit_reached', ['license_key']);
  const message = named('First', first.instance_id, '2026-11-14T09:30:00.000Z');
  const { error } = answer.body;
  assert.deepEqual(error.details, [
    { param: 'license_key', code: 'activation_limit_reached', message },
  ]);
  assert.equal(error.message, `license_key ${message}`);
  assert.equal(await shop.everything(), before);
});

test('400 activation_limit_reached: what was validated meanwhile counts, written or not', async () => {
  const { ask, license_key, validate, advance, first, second } = await full();
  await advance('PT1H');
  await validate(license_key, { instance_id: first.instance_id });
  const message = async () => (await third({ ask }, license_key)).body.error.details[0].message;
  const unseen = named('Second', second.instance_id, '2026-11-14T10:30:00.000Z');
  assert.equal(await message(), unseen);
  await shop.restart();
  assert.equal(await message(), unseen);
});

test('400 activation_limit_reached: a machine that has a seat keeps it, and a freed one is taken', async () => {
  const { ask, license_key, activate, deactivate, first } = await full();
  assertRefused(await third({ ask }, license_key), 400, 'activation_limit_reached');
  const again = await activate(license_key, 'First', 'print-1');
  assert.equal(again.instance.instance_id, first.instance_id);
  await deactivate(license_key, first.instance_id);
  assert.equal((await third({ ask }, license_key)).status, 200);
});

test('400 activation_limit_reached: kept under its Idempotency-Key, as every refusal', async () => {
  const { ask, license_key, deactivate, first } = await full();
  const input = { license_key, instance_name: 'Third' };
  const headers = { 'idempotency-key': 'third-1' };
  const refused = await ask(OP, input, headers);
  assertRefused(refused, 400, 'activation_limit_reached');
  await deactivate(license_key, first.instance_id);
  const again = await ask(OP, input, headers);
  assert.deepEqual(again.body, refused.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
});

test('400 activation_limit_reached: one device is one device', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 1 });
  await activate(license_key);
  const { message } = (await third({ ask }, license_key)).body.error.details[0];
  assert.match(message, /^is in use on 1 device, as many as it allows\. Deactivate one first: /);
});

test('400 activation_limit_reached: with fewer seats than devices it says how many use it', async () => {
  const { licensedPlan, buy, activate, must, ask } = await shop.openStore();
  const { license_keys, subscription_id } = await buy(await licensedPlan({ activation_limit: 1 }), {
    quantity: 3,
  });
  const [license_key] = license_keys;
  for (const name of ['One', 'Two', 'Three']) await activate(license_key, name);
  await must('POST /update-subscription', { subscription_id, quantity: 1 });
  const answer = await third({ ask }, license_key);
  assertRefused(answer, 400, 'activation_limit_reached', ['license_key']);
  assert.match(answer.body.error.message, /in use on 3 devices/);
});
