import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, mistyped, NEXT_DAY, partsOf, UNKNOWN_KEY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /activate-license';

const shop = await startShop();

test('200: takes a seat; the whole answer, the exact event, and what validate says then', async () => {
  const { newKey, licenseOf, advance, must, validate, told, kept, store_id } =
    await shop.openStore();
  const license_key = await newKey();
  const before = await licenseOf(license_key);
  await advance('P1D');
  await told();
  const input = { license_key, instance_name: "Ada's laptop", fingerprint: '9f2c61d0' };
  const answer = await must(OP, input);
  const { instance_id } = answer.instance;
  assert.match(instance_id, /^inst_[0-9a-hjkmnp-tv-z]{28}$/);
  const instance = {
    instance_id,
    instance_name: "Ada's laptop",
    fingerprint: '9f2c61d0',
    activated_at: NEXT_DAY,
    last_validated_at: NEXT_DAY,
  };
  const license = {
    ...before,
    status: 'active',
    activation_usage: 1,
    instances: [instance],
    updated_at: NEXT_DAY,
  };
  const { certificate } = answer;
  assert.deepEqual(answer, { activated: true, license, instance, certificate });
  const { license_id, product_id } = license;
  assert.deepEqual(partsOf(certificate).claims, {
    iss: shop.app.base_url,
    sub: license_id,
    iat: Date.parse(NEXT_DAY) / 1000,
    exp: Date.parse(NEXT_DAY) / 1000 + 30 * 86_400,
    license_id,
    product_id,
    customer_id: 'ada',
    instance_id,
    fingerprint: '9f2c61d0',
    store_id,
    mode: 'test',
  });
  assert.deepEqual(await told(), [{ type: 'license.activated', data: await kept(license) }]);
  const good = { valid: true, code: 'valid', license, instance: null, certificate: null };
  assert.deepEqual(await validate(license_key), good);
});

test('200: the certificate ends after 30 days or as many as the product says, but with the license', async () => {
  const { newKey, licensedPlan, buy, activate, must } = await shop.openStore();
  const end = async (license_key: string) => {
    const { certificate } = await activate(license_key);
    return new Date(partsOf(certificate).claims.exp * 1000).toISOString();
  };
  assert.equal(await end(await newKey({ activation_limit: 1 })), '2026-12-14T09:30:00.000Z');
  assert.equal(await end(await newKey({ certificate_days: 3650 })), '2036-11-11T09:30:00.000Z');
  assert.equal(await end(await newKey({ valid_days: 10 })), '2026-11-24T09:30:00.000Z');
  const yearly = { billing_interval: 'year' };
  const short = await buy(await licensedPlan({ activation_limit: 2 }, yearly));
  assert.equal(await end(short.license_keys[0]), '2026-12-14T09:30:00.000Z');
  // The end of what is paid, and the time of retries.
  const { license_keys, subscription_id } = await buy(
    await licensedPlan({ certificate_days: 400 }),
  );
  assert.equal(await end(license_keys[0]), '2027-01-05T09:30:00.000Z');
  await must('POST /cancel-subscription', { subscription_id, cancel_at_period_end: true });
  assert.equal(await end(license_keys[0]), '2026-12-14T09:30:00.000Z');
});

test('200: the same fingerprint is the same instance: it takes no second seat and tells nothing', async () => {
  const { newKey, activate, advance, toldTypes } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 1 });
  const first = await activate(license_key, 'Laptop', 'print');
  await advance('P1D');
  await toldTypes();
  const again = await activate(license_key, 'Renamed', 'print');
  const renamed = { ...first.instance, instance_name: 'Renamed', last_validated_at: NEXT_DAY };
  assert.deepEqual(again.instance, renamed);
  assert.deepEqual(again.license, { ...first.license, instances: [renamed] });
  assert.equal(partsOf(again.certificate).claims.instance_id, first.instance.instance_id);
  assert.deepEqual(await toldTypes(), []);
});

test('200: without a fingerprint, or with another, every call is another instance, newest first', async () => {
  const { newKey, activate } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 4 });
  await activate(license_key, 'Laptop');
  await activate(license_key, 'Laptop');
  await activate(license_key, 'Laptop', 'print');
  const { license } = await activate(license_key, 'Laptop', 'Print');
  assert.equal(license.activation_usage, 4);
  const prints = license.instances.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  assert.deepEqual(prints, ['Print', 'print', null, null]);
});

test('200: a machine that was given up comes back as another instance', async () => {
  const { newKey, activate, deactivate } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 1 });
  const first = await activate(license_key, 'Laptop', 'print');
  await deactivate(license_key, first.instance.instance_id);
  const { instance, license } = await activate(license_key, 'Laptop', 'print');
  assert.notEqual(instance.instance_id, first.instance.instance_id);
  assert.deepEqual([license.activation_usage, license.instances], [1, [instance]]);
});

test('200: the fingerprint of one license is nothing to another', async () => {
  const { newKey, activate } = await shop.openStore();
  const [one, two] = [await newKey(), await newKey()];
  const first = await activate(one, 'Laptop', 'print');
  const second = await activate(two, 'Laptop', 'print');
  assert.notEqual(first.instance.instance_id, second.instance.instance_id);
  assert.deepEqual([first.license.activation_usage, second.license.activation_usage], [1, 1]);
});

test('200: the limit counts for each copy, and null is none', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const three_by_two = await newKey({ activation_limit: 2 }, { quantity: 3 });
  for (let n = 1; n <= 6; n++) {
    const { license } = await activate(three_by_two);
    assert.deepEqual([license.activation_usage, license.activation_limit], [n, 6]);
  }
  const input = { license_key: three_by_two, instance_name: 'Seventh' };
  assertRefused(await ask(OP, input), 400, 'activation_limit_reached');
  const endless = await newKey({ activation_limit: null }, { quantity: 3 });
  for (let n = 1; n <= 8; n++) {
    assert.equal((await activate(endless)).license.activation_limit, null);
  }
});

test('200: with the same Idempotency-Key one seat is taken, and the answer is given again', async () => {
  const { newKey, ask, licenseOf, toldTypes } = await shop.openStore();
  const license_key = await newKey();
  await toldTypes();
  const input = { license_key, instance_name: 'Laptop' };
  const headers = { 'idempotency-key': 'activate-1' };
  const first = await ask(OP, input, headers);
  const again = await ask(OP, input, headers);
  assert.equal(first.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal((await licenseOf(license_key)).activation_usage, 1);
  assert.deepEqual(await toldTypes(), ['license.activated']);
  const other = await ask(OP, { ...input, instance_name: 'Desktop' }, headers);
  assertRefused(other, 400, 'idempotency_key_reused');
});

test('200: of many machines at once, as many get a seat as there are', async () => {
  const { newKey, ask, licenseOf } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 3 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ask(OP, { license_key, instance_name: `Machine ${n}`, fingerprint: `print-${n % 6}` }),
    ),
  );
  const codes = new Set(answers.map(({ status, body }) => body.error?.code ?? status));
  assert.deepEqual(codes, new Set([200, 'activation_limit_reached']));
  const license = await licenseOf(license_key);
  assert.deepEqual([license.activation_usage, license.instances.length], [3, 3]);
});

test('400 license_expired: its date is over, or its subscription has ended; nothing is stored', async () => {
  const { newKey, licensedPlan, buy, must, advance, ask } = await shop.openStore();
  const dated = await newKey({ activation_limit: 2, valid_days: 1 });
  const { license_keys, subscription_id } = await buy(await licensedPlan());
  await must('POST /cancel-subscription', { subscription_id });
  await advance('P1D');
  const before = await shop.everything();
  for (const license_key of [dated, license_keys[0]]) {
    const answer = await ask(OP, { license_key, instance_name: 'Laptop' });
    assertRefused(answer, 400, 'license_expired', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 license_disabled: by the seller, or with a paused subscription; nothing is stored', async () => {
  const { newKey, licensedPlan, buy, must, licenseOf, activate, ask } = await shop.openStore();
  const disabled = await newKey();
  await activate(disabled, 'Laptop', 'print');
  const { license_id } = await licenseOf(disabled);
  await must('POST /disable-license', { license_id });
  const { license_keys, subscription_id } = await buy(await licensedPlan());
  await must('POST /pause-subscription', { subscription_id });
  const before = await shop.everything();
  for (const license_key of [disabled, license_keys[0]]) {
    const input = { license_key, instance_name: 'Laptop', fingerprint: 'print' };
    assertRefused(await ask(OP, input), 400, 'license_disabled', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 license_key_mistyped: the check symbol does not fit, and nothing is stored', async () => {
  const { newKey, ask } = await shop.openStore();
  const license_key = await newKey();
  const before = await shop.everything();
  for (const typed of [mistyped(license_key), 'hello']) {
    const answer = await ask(OP, { license_key: typed, instance_name: 'Laptop' });
    assertRefused(answer, 404, 'license_key_mistyped', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 license_not_found: a key that nobody has, or of another store, which is the same', async () => {
  const { ask } = await shop.openStore();
  const license_key = await (await shop.openStore()).newKey();
  const before = await shop.everything();
  const missing = await ask(OP, { license_key: UNKNOWN_KEY, instance_name: 'Laptop' });
  assertRefused(missing, 404, 'license_not_found', []);
  const foreign = await ask(OP, { license_key, instance_name: 'Laptop' });
  assert.deepEqual(errorOf(foreign), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or of another type is named, and nothing happens', async () => {
  const { newKey, ask } = await shop.openStore();
  const license_key = await newKey();
  const before = await shop.everything();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['license_key', 'instance_name']);
  const wrong: [name: string, values: unknown[]][] = [
    ['license_key', [7, null, ['K']]],
    ['instance_name', ['', ' ', 'a\nb', 7, null, 'x'.repeat(201)]],
    ['fingerprint', ['', ' ', 'a\nb', 7, 'x'.repeat(256)]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { license_key, instance_name: 'Laptop', [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  const unknown = await ask(OP, { license_key, instance_name: 'Laptop', certificate: true });
  assertRefused(unknown, 400, 'unknown_parameter', ['certificate']);
  assert.equal(await shop.everything(), before);
});
