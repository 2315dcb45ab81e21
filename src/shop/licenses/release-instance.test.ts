import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, NEXT_DAY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /release-instance';

const shop = await startShop();

test('200: frees the place as deactivate-license does: the whole answer, the exact event', async () => {
  const { newKey, activate, advance, must, validate, told, kept } = await shop.openStore();
  const license_key = await newKey();
  const { instance: stays } = await activate(license_key, 'Laptop');
  const { instance, license } = await activate(license_key, 'Desktop');
  await advance('P1D');
  await told();
  const { instance_id } = instance;
  const after = { ...license, activation_usage: 1, instances: [stays], updated_at: NEXT_DAY };
  const { license_id } = license;
  assert.deepEqual(await must(OP, { license_id, instance_id }), after);
  assert.deepEqual(await told(), [{ type: 'license.deactivated', data: await kept(after) }]);
  assert.equal((await validate(license_key, { instance_id })).code, 'instance_unknown');
});

test('200: again is the same 200, also after deactivate-license: no second place is freed', async () => {
  const { newKey, activate, deactivate, must } = await shop.openStore();
  const license_key = await newKey();
  const { instance, license } = await activate(license_key, 'Laptop');
  await activate(license_key, 'Desktop');
  const { instance_id } = instance;
  const first = await deactivate(license_key, instance_id);
  const before = await shop.everything();
  const { license_id } = license;
  assert.deepEqual(await must(OP, { license_id, instance_id }), first.license);
  assert.equal(await shop.everything(), before);
});

test('404 instance_not_found: unknown, or of another license, which is the same', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const { license } = await activate(await newKey());
  const neighbour = (await activate(await newKey())).instance.instance_id;
  const { license_id } = license;
  const before = await shop.everything();
  const missing = await ask(OP, { license_id, instance_id: 'inst_nothing' });
  assertRefused(missing, 404, 'instance_not_found', []);
  const other = await ask(OP, { license_id, instance_id: neighbour });
  assert.deepEqual(errorOf(other), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('404 license_not_found: unknown, or of another store, which is the same', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const { license, instance } = await other.activate(await other.newKey());
  const { instance_id } = instance;
  const before = await shop.everything();
  const missing = await ask(OP, { license_id: 'lic_nothing', instance_id });
  assertRefused(missing, 404, 'license_not_found', []);
  const foreign = await ask(OP, { license_id: license.license_id, instance_id });
  assert.deepEqual(errorOf(foreign), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: both are named, and a key is none of them', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const license_key = await newKey();
  const { license, instance } = await activate(license_key);
  const { license_id } = license;
  const { instance_id } = instance;
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['license_id', 'instance_id']);
  const keyed = await ask(OP, { license_id, license_key, instance_id });
  assertRefused(keyed, 400, 'unknown_parameter', ['license_key']);
});
