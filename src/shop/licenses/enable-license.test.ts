import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, NEXT_DAY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /enable-license';

const shop = await startShop();

test('200: takes back disable-license: the record as it was, the exact event, machines go on', async () => {
  const { newKey, activate, advance, must, validate, told, kept } = await shop.openStore();
  const license_key = await newKey();
  const { license } = await activate(license_key);
  const { license_id } = license;
  await must('POST /disable-license', { license_id });
  await advance('P1D');
  await told();
  const body = await must(OP, { license_id });
  assert.deepEqual(body, { ...license, updated_at: NEXT_DAY });
  assert.deepEqual(await told(), [{ type: 'license.enabled', data: await kept(body) }]);
  assert.equal((await validate(license_key)).code, 'valid');
});

test('200: takes back what a full refund did', async () => {
  const { sell, buy, must, licenseOf, toldTypes } = await shop.openStore();
  const { transaction_id, license_keys } = await buy(await sell());
  await must('POST /refund-transaction', { transaction_id });
  await toldTypes();
  const { license_id, status } = await licenseOf(license_keys[0]);
  assert.equal(status, 'disabled');
  assert.equal((await must(OP, { license_id })).status, 'inactive');
  assert.deepEqual(await toldTypes(), ['license.enabled']);
});

test('200: again, or of one that was never disabled, is the same record; nothing is stored', async () => {
  const { newKey, licenseOf, advance, must } = await shop.openStore();
  const license = await licenseOf(await newKey());
  const { license_id } = license;
  await advance('P1D');
  const before = await shop.everything();
  assert.deepEqual(await must(OP, { license_id }), license);
  assert.equal(await shop.everything(), before);
  await must('POST /disable-license', { license_id });
  const first = await must(OP, { license_id });
  await advance('P1D');
  const then = await shop.everything();
  assert.deepEqual(await must(OP, { license_id }), first);
  assert.equal(await shop.everything(), then);
});

test('200: what is over stays over, and what its subscription pauses stays paused', async () => {
  const { newKey, licensedPlan, buy, licenseOf, advance, must } = await shop.openStore();
  const { license_id } = await licenseOf(await newKey({ valid_days: 1 }));
  const { license_keys, subscription_id } = await buy(await licensedPlan());
  const paused = (await licenseOf(license_keys[0])).license_id;
  for (const one of [license_id, paused]) await must('POST /disable-license', { license_id: one });
  await must('POST /pause-subscription', { subscription_id });
  await advance('P1D');
  assert.equal((await must(OP, { license_id })).status, 'expired');
  assert.equal((await must(OP, { license_id: paused })).status, 'disabled');
  await must('POST /resume-subscription', { subscription_id });
  assert.equal((await licenseOf(license_keys[0])).status, 'inactive');
});

test('200: what a plan without a license did is not taken back', async () => {
  const { licensedPlan, buy, licenseOf, must } = await shop.openStore();
  const { license_keys, subscription_id } = await buy(await licensedPlan());
  const plan_id = await licensedPlan(null, { price: 50 });
  await must('POST /update-subscription', { subscription_id, plan_id });
  const { license_id, status } = await licenseOf(license_keys[0]);
  assert.equal(status, 'disabled');
  assert.equal((await must(OP, { license_id })).status, 'disabled');
});

test('200: a plan whose license terms were removed since does not keep it disabled', async () => {
  const { licensedPlan, buy, licenseOf, must } = await shop.openStore();
  const product_id = await licensedPlan();
  const { license_keys } = await buy(product_id);
  const { license_id } = await licenseOf(license_keys[0]);
  await must('POST /update-product', { product_id, license: null });
  await must('POST /disable-license', { license_id });
  assert.equal((await must(OP, { license_id })).status, 'inactive');
});

test('200: of a plan without licenses it stays disabled, and the next plan with them enables it', async () => {
  const { licensedPlan, buy, licenseOf, must, update, toldTypes } = await shop.openStore();
  const with_license = await licensedPlan();
  const { license_keys, subscription_id } = await buy(with_license);
  const { license_id } = await licenseOf(license_keys[0]);
  await must('POST /disable-license', { license_id });
  await update(subscription_id, { plan_id: await licensedPlan(null, { price: 10 }) });
  await toldTypes();
  assert.equal((await must(OP, { license_id })).status, 'disabled');
  assert.deepEqual(await toldTypes(), []);
  await update(subscription_id, { plan_id: with_license });
  assert.equal((await licenseOf(license_keys[0])).status, 'inactive');
});

test('200: with the same Idempotency-Key the first answer is given again', async () => {
  const { newKey, licenseOf, must, ask } = await shop.openStore();
  const { license_id } = await licenseOf(await newKey());
  await must('POST /disable-license', { license_id });
  const headers = { 'idempotency-key': 'enable-1' };
  const first = await ask(OP, { license_id }, headers);
  await must('POST /disable-license', { license_id });
  const again = await ask(OP, { license_id }, headers);
  assert.equal(first.body.status, 'inactive');
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
});

test('404 license_not_found: unknown, or of another store, which is answered the same', async () => {
  const { ask } = await shop.openStore();
  const other = await shop.openStore();
  const { license_id } = await other.licenseOf(await other.newKey());
  await other.must('POST /disable-license', { license_id });
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
});

test('403 api_key_scope: a key that may only read enables nothing', async () => {
  const { licenseOf, newKey, must } = await shop.openStore(shop);
  const { license_id } = await licenseOf(await newKey());
  await must('POST /disable-license', { license_id });
  const { api_key: key } = await shop.makeKey('read');
  const before = await shop.everything();
  assertRefused(await shop.call(OP, { license_id }, { key }), 403, 'api_key_scope');
  assert.equal(await shop.everything(), before);
});
