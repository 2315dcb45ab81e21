import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, mistyped, NEXT_DAY, UNKNOWN_KEY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /deactivate-license';

const shop = await startShop();

test('200: frees its place; the whole answer, the exact event, and the instance is unknown then', async () => {
  const { newKey, activate, advance, must, validate, told, kept } = await shop.openStore();
  const license_key = await newKey();
  const { instance: stays } = await activate(license_key, 'Laptop', 'print-1');
  const { instance, license } = await activate(license_key, 'Desktop', 'print-2');
  await advance('P1D');
  await told();
  const { instance_id } = instance;
  const after = { ...license, activation_usage: 1, instances: [stays], updated_at: NEXT_DAY };
  const answer = await must(OP, { license_key, instance_id });
  assert.deepEqual(answer, { deactivated: true, license: after });
  assert.deepEqual(await told(), [{ type: 'license.deactivated', data: await kept(after) }]);
  for (const named of [{ instance_id }, { fingerprint: 'print-2' }]) {
    assert.equal((await validate(license_key, named)).code, 'instance_unknown');
  }
  assert.equal((await validate(license_key)).code, 'valid');
});

test('200: again is the same 200: no second place is freed and nothing is told', async () => {
  const { newKey, activate, deactivate, advance } = await shop.openStore();
  const license_key = await newKey();
  const { instance_id } = (await activate(license_key, 'Laptop')).instance;
  await activate(license_key, 'Desktop');
  const first = await deactivate(license_key, instance_id);
  await advance('P1D');
  const before = await shop.everything();
  assert.deepEqual(await deactivate(license_key, instance_id), first);
  assert.equal(await shop.everything(), before);
});

test('200: with the same Idempotency-Key the first answer is given again', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const license_key = await newKey();
  const { instance_id } = (await activate(license_key, 'Laptop')).instance;
  const headers = { 'idempotency-key': 'deactivate-1' };
  const first = await ask(OP, { license_key, instance_id }, headers);
  await activate(license_key, 'Desktop');
  const again = await ask(OP, { license_key, instance_id }, headers);
  assert.equal(first.body.license.activation_usage, 0);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
});

test('200: the last one leaves a license that was activated, on no machine', async () => {
  const { newKey, activate, deactivate, validate } = await shop.openStore();
  const license_key = await newKey();
  const { instance_id } = (await activate(license_key)).instance;
  const { license } = await deactivate(license_key, instance_id);
  assert.deepEqual([license.status, license.activation_usage], ['active', 0]);
  assert.equal((await validate(license_key)).code, 'valid');
  assert.equal((await validate(license_key, { instance_id })).code, 'instance_unknown');
});

test('200: a machine can be given up when the license is disabled or expired', async () => {
  const { newKey, activate, deactivate, must, advance } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 2, valid_days: 1 });
  const { instance: one } = await activate(license_key, 'One');
  const { instance: two, license } = await activate(license_key, 'Two');
  await must('POST /disable-license', { license_id: license.license_id });
  const disabled = (await deactivate(license_key, one.instance_id)).license;
  assert.deepEqual([disabled.status, disabled.instances], ['disabled', [two]]);
  await must('POST /enable-license', { license_id: license.license_id });
  await advance('P1D');
  const expired = (await deactivate(license_key, two.instance_id)).license;
  assert.deepEqual([expired.status, expired.instances], ['expired', []]);
});

test('200: of many that give up one machine at once, one frees the place', async () => {
  const { newKey, activate, ask, licenseOf, toldTypes } = await shop.openStore();
  const license_key = await newKey();
  await activate(license_key, 'Stays');
  const { instance_id } = (await activate(license_key, 'Goes')).instance;
  await toldTypes();
  const input = { license_key, instance_id };
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(OP, input)));
  for (const { status } of answers) assert.equal(status, 200);
  assert.equal((await licenseOf(license_key)).activation_usage, 1);
  assert.deepEqual(await toldTypes(), ['license.deactivated']);
});

test('404 instance_not_found: unknown, of another license or of another store; nothing is stored', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const other = await shop.openStore();
  const license_key = await newKey();
  await activate(license_key);
  const neighbour = (await activate(await newKey())).instance.instance_id;
  const foreign = (await other.activate(await other.newKey())).instance.instance_id;
  const before = await shop.everything();
  const missing = await ask(OP, { license_key, instance_id: 'inst_nothing' });
  assertRefused(missing, 404, 'instance_not_found', []);
  for (const instance_id of [neighbour, foreign]) {
    const answer = await ask(OP, { license_key, instance_id });
    assert.deepEqual(errorOf(answer), errorOf(missing));
  }
  assert.equal(await shop.everything(), before);
});

test('404 license_key_mistyped: the check symbol does not fit, and nothing is stored', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const license_key = await newKey();
  const { instance_id } = (await activate(license_key)).instance;
  const before = await shop.everything();
  for (const typed of [mistyped(license_key), 'hello']) {
    const answer = await ask(OP, { license_key: typed, instance_id });
    assertRefused(answer, 404, 'license_key_mistyped', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 license_not_found: a key that nobody has, or of another store, which is the same', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const license_key = await other.newKey();
  const { instance_id } = (await other.activate(license_key)).instance;
  const before = await shop.everything();
  const missing = await ask(OP, { license_key: UNKNOWN_KEY, instance_id });
  assertRefused(missing, 404, 'license_not_found', []);
  const foreign = await ask(OP, { license_key, instance_id });
  assert.deepEqual(errorOf(foreign), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or of another type is named, and nothing happens', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const license_key = await newKey();
  const { instance_id } = (await activate(license_key)).instance;
  const before = await shop.everything();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['license_key', 'instance_id']);
  const wrong: [name: string, values: unknown[]][] = [
    ['license_key', [7, null]],
    ['instance_id', [7, null]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { license_key, instance_id, [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  const unknown = await ask(OP, { license_key, instance_id, fingerprint: 'print' });
  assertRefused(unknown, 400, 'unknown_parameter', ['fingerprint']);
  assert.equal(await shop.everything(), before);
});
