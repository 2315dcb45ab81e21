import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'GET /get-license';
const shop = await startShop();

test('200: the license as validate shows it, and the machines on which it was used before', async () => {
  const { newKey, activate, licenseOf, must } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 2 });
  const { instance: first } = await activate(license_key, 'Old laptop', 'print');
  await activate(license_key, 'Laptop');
  await must('POST /deactivate-license', { license_key, instance_id: first.instance_id });
  const { license_id, ...license } = await licenseOf(license_key);
  const before = await shop.everything();
  const { ended_instances, ...found } = await must(OP, { license_id });
  assert.deepEqual(found, { license_id, ...license });
  const [{ deactivated_at, ...ended }, ...more] = ended_instances;
  assert.deepEqual([ended, more], [first, []]);
  assert.match(deactivated_at, /^\d{4}-/);
  assert.equal(await shop.everything(), before);
});

test('404 license_not_found: nothing is known of it', async () => {
  const { ask } = await shop.openStore();
  assertRefused(await ask(OP, { license_id: 'lic_nothing' }), 404, 'license_not_found');
});
