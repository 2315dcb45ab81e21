import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import {
  checkCertificate,
  type ExpectedCertificate,
  Licenses,
} from '../../packages/sdk/src/license.ts';
import { openSecrets } from '../../src/platform/machine/secret.ts';
import { makeSigningKey } from '../../src/shop/licenses/signing-keys.ts';
import { START } from '../harness/shop.ts';
import { addressOf, startTrustedShop } from './trusting.ts';

const shop = await startTrustedShop();
const store = await shop.openStore(shop);
const { api_key } = await shop.makeKey('license');
const licenses = new Licenses({ api_key, base_url: addressOf(shop) });
const product_id = await store.sell({ activation_limit: 2, certificate_days: 30 });
const bought = await store.buy(product_id);
const license_key: string = bought.license_keys[0];
const fingerprint = '9f2c61d0';
const DAY_MS = 86_400_000;

test('a license is activated, validated, checked without a network, and given up', async () => {
  const activated = await licenses.activate({ license_key, instance_name: 'Laptop', fingerprint });
  const { instance_id } = activated.instance;
  const keys = await licenses.signingKeys();
  const expected = {
    keys,
    product_id,
    fingerprint,
    instance_id,
    mode: 'test',
    now: START,
  } as const;
  const check = await checkCertificate(activated.certificate, expected);
  assert.ok(check.valid);
  assert.deepEqual(Object.keys(check.claims).toSorted(), CLAIMS.toSorted());
  assert.equal(check.claims.license_id, activated.license.license_id);

  const table: [more: Partial<ExpectedCertificate>, code: string][] = [
    [{ product_id: 'prod_other' }, 'product_id'],
    [{ fingerprint: 'another' }, 'fingerprint'],
    [{ instance_id: 'inst_other' }, 'instance_id'],
    [{ mode: 'live' }, 'mode'],
    [{ now: START + 30 * DAY_MS }, 'expired'],
    [{ keys: { keys: [] } }, 'unknown_key'],
  ];
  for (const [more, code] of table) {
    const no = await checkCertificate(activated.certificate, { ...expected, ...more });
    assert.deepEqual(no, { valid: false, code });
  }
  const last_moment = { ...expected, now: START + 30 * DAY_MS - 1 };
  assert.equal((await checkCertificate(`${activated.certificate}\n`, last_moment)).valid, true);

  const asked = await licenses.validate({ license_key, instance_id, certificate: true });
  assert.equal(asked.code, 'valid');
  assert.ok((await checkCertificate(asked.certificate ?? '', expected)).valid);
  assert.equal((await licenses.deactivate({ license_key, instance_id })).deactivated, true);
  assert.equal((await licenses.validate({ license_key, instance_id })).valid, false);
  const mistyped = licenses.validate({ license_key: 'KASSA-1' });
  await assert.rejects(mistyped, { code: 'license_key_mistyped', status: 404 });
});

const CLAIMS = ['iss', 'sub', 'iat', 'exp', 'license_id', 'product_id', 'customer_id'].concat([
  'instance_id',
  'fingerprint',
  'store_id',
  'mode',
]);

test('after a change of the signing key, certificates of both keys are good', async () => {
  const machine = { license_key, instance_name: 'Desktop', fingerprint: '11aa' };
  const before = (await licenses.activate(machine)).certificate;
  const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });
  await makeSigningKey(shop.db, secrets, { now: START, command: 'signing-keys rotate' });
  await shop.restart();
  const again = new Licenses({ api_key, base_url: addressOf(shop) });
  const after = (await again.activate(machine)).certificate;
  const keys = await again.signingKeys();
  assert.equal(keys.keys.length, 2);
  for (const certificate of [before, after]) {
    const expected = { keys, product_id, fingerprint: '11aa', now: START };
    assert.equal((await checkCertificate(certificate, expected)).valid, true);
  }
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mine = generateKeyPairSync('ed25519');
const keys = {
  keys: [{ ...mine.publicKey.export({ format: 'jwk' }), kid: 'sign_one', use: 'sig' }],
};
const HEADER = { alg: 'EdDSA', typ: 'JWT', kid: 'sign_one' };
const CLAIMED = { product_id: 'prod_one', fingerprint, exp: START / 1000 + 60 };

function forge({
  header = HEADER as object,
  claims = CLAIMED as object,
  key = mine.privateKey as KeyObject,
}) {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

test('what was not signed by the named key is never believed', async () => {
  const expected = { keys, product_id: 'prod_one', fingerprint, now: START };
  const check = async (certificate: string) => {
    const told = await checkCertificate(certificate, expected);
    return told.valid ? 'valid' : told.code;
  };
  const good = forge({});
  const [header, , signature] = good.split('.');
  const longer = encoded({ ...CLAIMED, exp: 9_999_999_999 });
  const table: [certificate: string, told: string][] = [
    [good, 'valid'],
    [forge({ key: generateKeyPairSync('ed25519').privateKey }), 'forged'],
    [`${header}.${longer}.${signature}`, 'forged'],
    [`${header}.${longer}.`, 'forged'],
    [forge({ header: { alg: 'none', kid: 'sign_one' } }), 'malformed'],
    [forge({ header: { alg: 'HS256', kid: 'sign_one' } }), 'malformed'],
    [forge({ header: { ...HEADER, kid: 'sign_two' } }), 'unknown_key'],
    [forge({ header: { ...HEADER, kid: undefined } }), 'unknown_key'],
    [forge({ claims: { ...CLAIMED, exp: undefined } }), 'expired'],
    [forge({ claims: { ...CLAIMED, exp: 'never' } }), 'expired'],
    ['', 'malformed'],
    ['a.b.c', 'malformed'],
    ['..', 'malformed'],
    [`${good}%`, 'malformed'],
  ];
  for (const [certificate, told] of table)
    assert.equal(await check(certificate), told, certificate);
});
