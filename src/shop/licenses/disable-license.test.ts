import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, NEXT_DAY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /disable-license';

const shop = await startShop();

test('200: from now on the answer is disabled; the record, the exact event, instances stay', async () => {
  const { newKey, activate, advance, must, validate, told, kept } = await shop.openStore();
  const license_key = await newKey();
  const { license } = await activate(license_key);
  await advance('P1D');
  await told();
  const { license_id } = license;
  const body = await must(OP, { license_id });
  assert.deepEqual(body, { ...license, status: 'disabled', updated_at: NEXT_DAY });
  assert.deepEqual(await told(), [{ type: 'license.disabled', data: await kept(body) }]);
  const no = { valid: false, code: 'disabled', license: body, instance: null, certificate: null };
  assert.deepEqual(await validate(license_key), no);
});

test('200: again is the same record, and nothing is stored or told', async () => {
  const { newKey, licenseOf, advance, must } = await shop.openStore();
  const { license_id } = await licenseOf(await newKey());
  const first = await must(OP, { license_id });
  await advance('P1D');
  const before = await shop.everything();
  assert.deepEqual(await must(OP, { license_id }), first);
  assert.equal(await shop.everything(), before);
});

test('200: with the same Idempotency-Key the first answer is given again', async () => {
  const { newKey, licenseOf, must, ask, toldTypes } = await shop.openStore();
  const { license_id } = await licenseOf(await newKey());
  await toldTypes();
  const headers = { 'idempotency-key': 'disable-1' };
  const first = await ask(OP, { license_id }, headers);
  await must('POST /enable-license', { license_id });
  const again = await ask(OP, { license_id }, headers);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(await toldTypes(), ['license.disabled', 'license.enabled']);
});

test('200: one that is over, or whose subscription is paused, can be disabled too', async () => {
  const { newKey, licensedPlan, buy, licenseOf, advance, must, toldTypes } = await shop.openStore();
  const dated = await licenseOf(await newKey({ activation_limit: 1, valid_days: 1 }));
  const { license_keys, subscription_id } = await buy(await licensedPlan());
  const [license_key] = license_keys;
  await advance('P1D');
  await must('POST /pause-subscription', { subscription_id });
  await toldTypes();
  const { license_id } = await licenseOf(license_key);
  for (const one of [dated.license_id, license_id]) {
    assert.equal((await must(OP, { license_id: one })).status, 'disabled');
  }
  assert.deepEqual(await toldTypes(), ['license.disabled', 'license.disabled']);
  await must('POST /resume-subscription', { subscription_id });
  assert.equal((await licenseOf(license_key)).status, 'disabled');
});

test('200: of a plan without licenses, it stays disabled with the next plan, until it is enabled', async () => {
  const { licensedPlan, buy, licenseOf, must, update, toldTypes } = await shop.openStore();
  const with_license = await licensedPlan();
  const { license_keys, subscription_id } = await buy(with_license);
  await update(subscription_id, { plan_id: await licensedPlan(null, { price: 10 }) });
  await toldTypes();
  const license = await licenseOf(license_keys[0]);
  const { license_id } = license;
  assert.deepEqual(await must(OP, { license_id }), license);
  assert.deepEqual(await toldTypes(), []);
  await update(subscription_id, { plan_id: with_license });
  assert.equal((await licenseOf(license_keys[0])).status, 'disabled');
  assert.equal((await must('POST /enable-license', { license_id })).status, 'inactive');
});

test('404 license_not_found: unknown, or of another store, which is answered the same', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const { license_id } = await other.licenseOf(await other.newKey());
  const before = await shop.everything();
  const missing = await ask(OP, { license_id: 'lic_nothing' });
  assertRefused(missing, 404, 'license_not_found', []);
  assert.deepEqual(errorOf(await ask(OP, { license_id })), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or of another type is named', async () => {
  const { ask } = await shop.openStore();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['license_id']);
  for (const license_id of [7, null, ['lic']]) {
    assertRefused(await ask(OP, { license_id }), 400, 'invalid_parameters', ['license_id']);
  }
  const unknown = await ask(OP, { license_id: 'lic_one', reason: 'abuse' });
  assertRefused(unknown, 400, 'unknown_parameter', ['reason']);
});

test('403 api_key_scope: a key that may only read disables nothing', async () => {
  const { licenseOf, newKey } = await shop.openStore(shop);
  const { license_id } = await licenseOf(await newKey());
  const { api_key: key } = await shop.makeKey('read');
  const before = await shop.everything();
  assertRefused(await shop.call(OP, { license_id }, { key }), 403, 'api_key_scope');
  assert.equal(await shop.everything(), before);
});
