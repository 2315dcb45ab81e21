import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, NEXT_DAY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /update-license';

const shop = await startShop();

/** A license for a year on two machines. */
async function open() {
  const store = await shop.openStore();
  const license_key = await store.newKey({ activation_limit: 2, valid_days: 365 });
  const license = await store.licenseOf(license_key);
  const { license_id } = license;
  const change = (more: object) => store.ask(OP, { license_id, ...more });
  return { ...store, license_key, license_id, license, change };
}

test('200: a later end and more machines; the record and the exact event; again: nothing', async () => {
  const { must, advance, activate, told, toldTypes, kept, ...made } = await open();
  const { license, license_id, license_key, validate, ask } = made;
  for (const name of ['a', 'b']) await activate(license_key, name, name);
  const full = { license_key, instance_name: 'c', fingerprint: 'c' };
  assertRefused(await ask('POST /activate-license', full), 400, 'activation_limit_reached');
  await advance('P1D');
  await told();
  const terms = { expires_at: '2028-06-30', activation_limit: 3 };
  const body = await must(OP, { license_id, ...terms });
  const now = { ...(await validate(license_key)).license };
  assert.deepEqual(body, now);
  const { expires_at, activation_limit, updated_at, created_at } = body;
  assert.deepEqual(
    { expires_at, activation_limit, updated_at, created_at },
    {
      ...{ expires_at: '2028-06-30T23:59:59.999Z', activation_limit: 3 },
      ...{ updated_at: NEXT_DAY, created_at: license.created_at },
    },
  );
  assert.deepEqual(await told(), [{ type: 'license.updated', data: await kept(body) }]);
  assert.deepEqual(await must(OP, { license_id, ...terms }), body);
  assert.deepEqual(await must(OP, { license_id }), body);
  assert.deepEqual(await toldTypes(), []);
  assert.equal((await activate(license_key, 'c', 'c')).license.activation_usage, 3);
  assertRefused(
    await ask('POST /activate-license', { ...full, fingerprint: 'd' }),
    400,
    'activation_limit_reached',
  );
});

test('200: one that is over works again, null is for ever, and a certificate lasts as long', async () => {
  const { advance, activate, validate, change, license_key } = await open();
  await activate(license_key, 'a', 'print');
  await advance('P366D');
  assert.equal((await validate(license_key)).code, 'expired');
  assert.equal((await change({ expires_at: '2027-11-20T00:00:00Z' })).body.status, 'active');
  const asked = { fingerprint: 'print', certificate: true };
  const { valid, certificate } = await validate(license_key, asked);
  const [, claims = ''] = certificate.split('.');
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.deepEqual([valid, exp], [true, Date.parse('2027-11-20T00:00:00Z') / 1000]);
  assert.equal((await change({ expires_at: null })).body.expires_at, null);
});

test('200: what was added stays with another quantity and plan, and never becomes a purchase', async () => {
  const { licensedPlan, buy, update, must, licenseOf, get } = await shop.openStore();
  const [small, large] = [
    await licensedPlan({ activation_limit: 2 }),
    await licensedPlan({ activation_limit: 5 }, { price: 50 }),
  ];
  const { subscription_id, license_keys } = await buy(small);
  const [key] = license_keys;
  const { license_id } = await licenseOf(key);
  await must(OP, { license_id, activation_limit: 3 });
  const limits: number[] = [];
  for (const change of [{ quantity: 4 }, { quantity: 1 }, { plan_id: large }, { plan_id: small }]) {
    await update(subscription_id, change);
    limits.push((await licenseOf(key)).activation_limit);
  }
  assert.deepEqual(limits, [9, 3, 6, 3]);
  assert.equal((await get(subscription_id)).quantity, 1);
  assert.equal((await must(OP, { license_id, activation_limit: 2 })).activation_limit, 2);
  await shop.assertRight();
});

test('200: fewer than were added: the newest machines are over the limit, as with a smaller quantity', async () => {
  const { must, activate, validate, license_key, license_id } = await open();
  await must(OP, { license_id, activation_limit: 3 });
  for (const name of ['a', 'b', 'c']) await activate(license_key, name, name);
  await must(OP, { license_id, activation_limit: 2 });
  const codes: string[] = [];
  for (const fingerprint of ['a', 'b', 'c']) {
    codes.push((await validate(license_key, { fingerprint })).code);
  }
  assert.deepEqual(codes, ['valid', 'valid', 'over_limit']);
});

test('400 license_disabled: what was refunded or disabled gets nothing, and stays disabled', async () => {
  const { ask, change, refund, license, must, licenseOf, license_key, eventCount } = await open();
  await refund(license.transaction_id);
  const before = [await licenseOf(license_key), await eventCount()];
  assertRefused(await change({ expires_at: null }), 400, 'license_disabled', []);
  assertRefused(await change({ activation_limit: 100 }), 400, 'license_disabled', []);
  assert.deepEqual([await licenseOf(license_key), await eventCount()], before);
  assert.equal((await licenseOf(license_key)).status, 'disabled');
  const { license_id } = license;
  await must('POST /enable-license', { license_id });
  assert.equal((await ask(OP, { license_id, activation_limit: 3 })).status, 200);
});

test('400 invalid_parameters: a past end, a hundred years, fewer than bought, what is of a subscription', async () => {
  const { change, must, licensedPlan, buy, newKey, licenseOf, ask } = await open();
  const { license_keys } = await buy(await licensedPlan());
  const ofSubscription = (await licenseOf(license_keys[0])).license_id;
  const unlimited = (await licenseOf(await newKey({ activation_limit: null }))).license_id;
  const before = await shop.everything();
  for (const expires_at of ['2026-11-13', '2026-11-14T09:30:00Z', '2226-01-01', 'soon', 7]) {
    assertRefused(await change({ expires_at }), 400, 'invalid_parameters', ['expires_at']);
  }
  for (const activation_limit of [1, 0, 1.5, 1_000_001, '3']) {
    const answer = await change({ activation_limit });
    assertRefused(answer, 400, 'invalid_parameters', ['activation_limit']);
  }
  const dated = await ask(OP, { license_id: ofSubscription, expires_at: '2030-01-01' });
  assertRefused(dated, 400, 'invalid_parameters', ['expires_at']);
  const limited = await ask(OP, { license_id: unlimited, activation_limit: 5 });
  assertRefused(limited, 400, 'invalid_parameters', ['activation_limit']);
  assert.equal(await shop.everything(), before);
  const same = await must(OP, { license_id: ofSubscription, expires_at: null });
  assert.equal(same.expires_at, null);
});

test('404 license_not_found: unknown, or of another store, which is answered the same', async () => {
  const { ask } = await shop.openStore();
  const { license_id } = await open();
  const missing = await ask(OP, { license_id: 'lic_nothing', activation_limit: 9 });
  assertRefused(missing, 404, 'license_not_found', []);
  assert.deepEqual(errorOf(await ask(OP, { license_id, activation_limit: 9 })), errorOf(missing));
});
