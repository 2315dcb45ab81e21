import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { AT_START, errorOf, mistyped, partsOf, UNKNOWN_KEY } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /validate-license';

const shop = await startShop();

test('200: the whole answer, before and after it is activated; nothing is stored or told', async () => {
  const { sell, buy, activate, must, validate } = await shop.openStore();
  const product_id = await sell({ activation_limit: 2, valid_days: 30 });
  const { transaction_id, license_keys } = await buy(product_id, { quantity: 2 });
  const [license_key] = license_keys;
  const { data } = await must('GET /list-licenses');
  const license = {
    license_id: data[0].license_id,
    object: 'license',
    license_key,
    status: 'inactive',
    product_id,
    customer_id: 'ada',
    transaction_id,
    subscription_id: null,
    activation_limit: 4,
    activation_usage: 0,
    instances: [],
    expires_at: '2026-12-14T09:30:00.000Z',
    created_at: AT_START,
    updated_at: AT_START,
  };
  assert.match(license.license_id, /^lic_[0-9a-hjkmnp-tv-z]{28}$/);
  const nobody = { instance: null, certificate: null };
  const unused = { license, ...nobody };
  assert.deepEqual(await validate(license_key), { valid: true, code: 'valid', ...unused });
  for (const named of [{ instance_id: 'inst_nothing' }, { fingerprint: '9f2c61d0' }]) {
    const no = { valid: false, code: 'not_activated', ...unused };
    assert.deepEqual(await validate(license_key, named), no);
  }

  const { instance } = await activate(license_key, "Ada's laptop", '9f2c61d0');
  const used = { ...license, status: 'active', activation_usage: 1, instances: [instance] };
  const stored = await shop.everything();
  const good = { valid: true, code: 'valid', license: used };
  assert.deepEqual(await validate(license_key), { ...good, ...nobody });
  const { instance_id } = instance;
  for (const named of [{ instance_id }, { fingerprint: '9f2c61d0' }]) {
    assert.deepEqual(await validate(license_key, named), { ...good, instance, certificate: null });
  }
  assert.equal(await shop.everything(), stored);
});

test('200: a key is read as people type it, and answered as we write it', async () => {
  const { newKey, validate } = await shop.openStore();
  const license_key = await newKey();
  const plain = license_key.replace('KASSA-', '').replaceAll('-', '');
  const look_alike = plain.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('V', 'u');
  for (const typed of [license_key.toLowerCase(), plain, ` ${license_key}\n`, look_alike]) {
    assert.equal((await validate(typed)).license.license_key, license_key);
  }
});

test('200: no is an answer: disabled before expired before not_activated before instance_unknown', async () => {
  const { newKey, activate, deactivate, validate, licenseOf, must, advance } =
    await shop.openStore();
  const license_key = await newKey({ activation_limit: 2, valid_days: 30 });
  const { license_id } = await licenseOf(license_key);
  const named = { instance_id: 'inst_nothing' };
  /** The code without an instance, and with one that there is not. */
  const assertCodes = async (code: string, named_code: string, status: string) => {
    const answers = [await validate(license_key), await validate(license_key, named)];
    assert.deepEqual(
      answers.map(({ code }) => code),
      [code, named_code],
    );
    for (const answer of answers) {
      assert.equal(answer.valid, answer.code === 'valid');
      assert.deepEqual([answer.license.status, answer.instance], [status, null]);
    }
  };
  await assertCodes('valid', 'not_activated', 'inactive');
  const { instance } = await activate(license_key);
  await assertCodes('valid', 'instance_unknown', 'active');
  await deactivate(license_key, instance.instance_id);
  await assertCodes('valid', 'instance_unknown', 'active');
  const gone = await validate(license_key, { instance_id: instance.instance_id });
  assert.deepEqual([gone.code, gone.instance], ['instance_unknown', null]);
  await activate(license_key);
  await must('POST /disable-license', { license_id });
  await assertCodes('disabled', 'disabled', 'disabled');
  await advance('P30D');
  await assertCodes('disabled', 'disabled', 'disabled');
  await must('POST /enable-license', { license_id });
  await assertCodes('expired', 'expired', 'expired');
});

test('200: an instance is shown also when the answer is no for another reason', async () => {
  const { newKey, activate, validate, must } = await shop.openStore();
  const license_key = await newKey();
  const { instance, license } = await activate(license_key);
  await must('POST /disable-license', { license_id: license.license_id });
  const { instance_id } = instance;
  const answer = await validate(license_key, { instance_id, certificate: true });
  assert.deepEqual(
    [answer.valid, answer.code, answer.instance, answer.certificate],
    [false, 'disabled', instance, null],
  );
});

test('200: instance_id and fingerprint must belong together, and to this license', async () => {
  const { newKey, activate, validate } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 5 });
  const other_key = await newKey();
  const one = (await activate(license_key, 'One', 'print-1')).instance.instance_id;
  const two = (await activate(license_key, 'Two', 'print-2')).instance.instance_id;
  const bare = (await activate(license_key, 'Bare')).instance.instance_id;
  const foreign = (await activate(other_key, 'Foreign', 'print-f')).instance.instance_id;
  const table: [named: object, code: string, found: string | undefined][] = [
    [{ instance_id: one, fingerprint: 'print-1' }, 'valid', one],
    [{ instance_id: two, fingerprint: 'print-2' }, 'valid', two],
    [{ instance_id: one, fingerprint: 'print-2' }, 'instance_unknown', undefined],
    [{ instance_id: one, fingerprint: 'print-9' }, 'instance_unknown', undefined],
    [{ fingerprint: 'print-9' }, 'instance_unknown', undefined],
    [{ fingerprint: 'PRINT-1' }, 'instance_unknown', undefined],
    [{ instance_id: bare }, 'valid', bare],
    // It was activated without one: there is nothing to compare.
    [{ instance_id: bare, fingerprint: 'print-9' }, 'valid', bare],
    [{ instance_id: foreign }, 'instance_unknown', undefined],
    [{ instance_id: foreign, fingerprint: 'print-f' }, 'instance_unknown', undefined],
    [{ fingerprint: 'print-f' }, 'instance_unknown', undefined],
  ];
  for (const [named, code, found] of table) {
    const answer = await validate(license_key, named);
    assert.deepEqual([answer.code, answer.instance?.instance_id], [code, found]);
  }
});

test('200: of more than 10 instances the newest 10 are shown, and each is found', async () => {
  const { newKey, activate, deactivate, validate } = await shop.openStore();
  const license_key = await newKey({ activation_limit: null });
  const made: string[] = [];
  const idsOf = (of: { instances: { instance_id: string }[] }) =>
    of.instances.map(({ instance_id }) => instance_id);
  for (let n = 1; n <= 12; n++) {
    const { license, instance } = await activate(license_key, `Machine ${n}`, `print-${n}`);
    made.push(instance.instance_id);
    assert.deepEqual(idsOf(license), made.toReversed().slice(0, 10));
  }
  for (const n of [1, 11]) {
    const again = await activate(license_key, `Renamed ${n}`, `print-${n}`);
    assert.equal(again.instance.instance_id, made[n - 1]);
    assert.deepEqual(again.license.instances, (await validate(license_key)).license.instances);
  }
  const [first = '', second = ''] = made;
  const foreign = (await activate(await newKey(), 'Foreign', 'print-f')).instance.instance_id;
  const { license } = await validate(license_key);
  assert.deepEqual([license.activation_usage, license.activation_limit], [12, null]);
  assert.deepEqual(idsOf(license), made.toReversed().slice(0, 10));
  const table: [named: object, code: string][] = [
    [{ instance_id: first }, 'valid'],
    [{ fingerprint: 'print-1' }, 'valid'],
    [{ instance_id: first, fingerprint: 'print-1' }, 'valid'],
    [{ instance_id: first, fingerprint: 'print-2' }, 'instance_unknown'],
    [{ fingerprint: 'print-12' }, 'valid'],
    [{ fingerprint: 'print-13' }, 'instance_unknown'],
    [{ instance_id: 'inst_nothing' }, 'instance_unknown'],
    [{ instance_id: foreign }, 'instance_unknown'],
    [{ fingerprint: 'print-f' }, 'instance_unknown'],
  ];
  for (const [named, code] of table) {
    assert.equal((await validate(license_key, named)).code, code, JSON.stringify(named));
  }
  await deactivate(license_key, second);
  assert.equal((await validate(license_key, { instance_id: second })).code, 'instance_unknown');
  assert.equal((await validate(license_key, { fingerprint: 'print-2' })).code, 'instance_unknown');
});

test('200: an Idempotency-Key is ignored: the answer is the one of now, and nothing is kept', async () => {
  const { newKey, activate, ask } = await shop.openStore();
  const license_key = await newKey();
  const headers = { 'idempotency-key': 'validate-1' };
  const before = await shop.everything();
  const first = await ask(OP, { license_key }, headers);
  assert.equal(first.body.license.activation_usage, 0);
  assert.equal(await shop.everything(), before);
  await activate(license_key);
  const again = await ask(OP, { license_key }, headers);
  assert.equal(again.body.license.activation_usage, 1);
  assert.equal(again.headers['idempotent-replayed'], undefined);
  assert.equal((await ask(OP, { license_key, fingerprint: 'x' }, headers)).status, 200);
});

test('404 license_key_mistyped: the check symbol does not fit, or it is no key at all', async () => {
  const { newKey, ask } = await shop.openStore();
  const license_key = await newKey();
  const before = await shop.everything();
  const wrong = [mistyped(license_key), license_key.slice(0, -1), `${license_key}0`, 'hello', '  '];
  for (const typed of wrong) {
    assertRefused(await ask(OP, { license_key: typed }), 404, 'license_key_mistyped', []);
  }
  assert.equal(await shop.everything(), before);
});

test('404 license_not_found: a key that nobody has, or of another store, which is the same', async () => {
  const { ask } = await shop.openStore();
  const license_key = await (await shop.openStore()).newKey();
  const before = await shop.everything();
  const missing = await ask(OP, { license_key: UNKNOWN_KEY });
  assertRefused(missing, 404, 'license_not_found', []);
  const foreign = await ask(OP, { license_key });
  assert.deepEqual(errorOf(foreign), errorOf(missing));
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing or of another type is named', async () => {
  const { newKey, ask } = await shop.openStore();
  const license_key = await newKey();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['license_key']);
  const wrong: [name: string, values: unknown[]][] = [
    ['license_key', [7, null]],
    ['instance_id', [7]],
    ['fingerprint', [7]],
    ['certificate', ['true', 1]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { license_key, [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  const unknown = await ask(OP, { license_key, license_id: 'lic_one' });
  assertRefused(unknown, 400, 'unknown_parameter', ['license_id']);
});

test('200: certificate: true gives a fresh certificate, of a named instance that is valid only', async () => {
  const { newKey, activate, validate, licenseOf, advance, store_id } = await shop.openStore();
  const license_key = await newKey({ activation_limit: 2, valid_days: 30 });
  const certificate = true;
  assert.equal((await validate(license_key, { certificate })).certificate, null);
  const { instance } = await activate(license_key, 'Laptop', 'print');
  const { instance_id } = instance;
  assert.equal((await validate(license_key, { certificate })).certificate, null);
  const unknown = { instance_id: 'inst_nothing', certificate };
  assert.equal((await validate(license_key, unknown)).certificate, null);
  const not_asked = { instance_id, certificate: false };
  assert.equal((await validate(license_key, not_asked)).certificate, null);
  await advance('P1D');
  const answer = await validate(license_key, { instance_id, certificate });
  const { header, claims, signed, signature } = partsOf(answer.certificate);
  const { license_id, product_id } = await licenseOf(license_key);
  const now = Date.parse(AT_START) / 1000;
  assert.deepEqual(claims, {
    iss: shop.app.base_url,
    sub: license_id,
    iat: now + 86_400,
    exp: now + 30 * 86_400,
    license_id,
    product_id,
    customer_id: 'ada',
    instance_id,
    fingerprint: 'print',
    store_id,
    mode: 'test',
  });
  const { body } = await shop.send({ path: '/.well-known/jwks.json' });
  const jwk = body.keys.find(({ kid }: { kid: string }) => kid === header.kid);
  const key = createPublicKey({ format: 'jwk', key: jwk });
  const is_ours = verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
  assert.deepEqual([header.alg, header.typ, is_ours], ['EdDSA', 'JWT', true]);
});
