import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { openSecrets } from '../../../src/platform/machine/secret.ts';
import { partsOf } from '../../harness/cast.ts';
import { MAIN } from '../../harness/program.ts';
import { everythingKept, LicenseClient, many } from '../../harness/sales/license-clients.ts';
import { type Shop, START, startShop } from '../../harness/shop.ts';

// What an application without a network believes, read with a library that is not ours: what we
// signed, and nothing else.

const DAY_S = 86_400;
const START_S = START / 1000;

let shop: Shop;
let client: LicenseClient;
before(async () => {
  shop = await startShop();
  client = new LicenseClient(shop);
});

const published = () => shop.send({ method: 'GET', path: '/.well-known/jwks.json' });

async function certify(license_key: string, more: object = {}): Promise<string> {
  const { status, text, body } = await client.activate(license_key, more);
  assert.equal(status, 200, text);
  return body.certificate;
}

/** As an application has it: the keys it was shipped with, and its own clock. */
async function reader() {
  const keys = createLocalJWKSet((await published()).body);
  return (certificate: string, at = START) => {
    const currentDate = new Date(at);
    return jwtVerify(certificate, keys, { issuer: shop.app.base_url, currentDate });
  };
}

async function assertNoneVerifies(forged: string[]): Promise<void> {
  const verify = await reader();
  for (let from = 0; from < forged.length; from += 100) {
    const some = forged.slice(from, from + 100);
    const asked = await Promise.allSettled(some.map((certificate) => verify(certificate)));
    const believed = some.filter((_, at) => asked[at]?.status !== 'rejected');
    assert.deepEqual(believed, []);
  }
}

const encoded = (value: object | Buffer): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

/** Of every kind of license one, and the `exp` that its certificate must have. */
async function genuine(): Promise<{ certificate: string; claims: object; exp: number }[]> {
  const month_s = 30 * DAY_S; // From 14 November to 14 December.
  const ten_years = START_S + 3650 * DAY_S;
  const monthly = { interval: 'month', certificate_days: 60 } as const;
  const kinds = [
    { offer: {}, more: {}, exp: START_S + 30 * DAY_S },
    { offer: { certificate_days: 3650 }, more: { fingerprint: 'größer 🂡' }, exp: ten_years },
    { offer: { valid_days: 12 }, more: { fingerprint: 'a' }, exp: START_S + 12 * DAY_S },
    { offer: { interval: 'year' }, more: {}, exp: START_S + 30 * DAY_S },
    { offer: monthly, more: {}, exp: START_S + month_s + 22 * DAY_S },
    { offer: monthly, more: {}, exp: START_S + month_s, is_ending: true },
    { offer: { interval: 'week', valid_days: 9 }, more: {}, exp: START_S + 29 * DAY_S },
  ] as const;
  const made = [];
  for (const { offer, more, exp, ...kind } of kinds) {
    const { license_key, license_id, product_id, customer_id, subscription_id } =
      await client.buy(offer);
    if ('is_ending' in kind) {
      const how = { subscription_id, cancel_at_period_end: true };
      await client.must('POST /cancel-subscription', how);
    }
    const { body } = await client.activate(license_key, more);
    const { instance_id, fingerprint } = body.instance;
    const claims = {
      iss: shop.app.base_url,
      sub: license_id,
      iat: START_S,
      exp,
      license_id,
      product_id,
      customer_id,
      instance_id,
      fingerprint,
      store_id: shop.store_id,
      mode: 'test',
    };
    made.push({ certificate: body.certificate as string, claims, exp });
  }
  return made;
}

test('a certificate of every kind of license is believed, with exactly the documented claims, until its end', async () => {
  const verify = await reader();
  const { keys } = (await published()).body;
  for (const { certificate, claims, exp } of await genuine()) {
    const { payload, protectedHeader } = await verify(certificate);
    assert.deepEqual(payload, claims);
    assert.deepEqual(protectedHeader, { alg: 'EdDSA', typ: 'JWT', kid: keys[0].kid });
    await verify(certificate, exp * 1000 - 1000);
    await assert.rejects(verify(certificate, exp * 1000), { code: 'ERR_JWT_EXPIRED' });
  }
});

test('a fresh certificate after a renewal is good for the new period; the old one ends with the old', async () => {
  const own = new LicenseClient(shop, await shop.makeStore('test'));
  const { license_key } = await own.buy({ interval: 'week' });
  const { certificate, instance } = (await own.activate(license_key)).body;
  assert.equal(partsOf(certificate).claims.exp, START_S + (7 + 22) * DAY_S);
  await own.must('POST /advance-clock', { by: 'P20D' });
  const { instance_id } = instance;
  const fresh = (await own.validate(license_key, { instance_id, certificate: true })).body;
  const at = START + 20 * DAY_S * 1000;
  const { payload } = await (await reader())(fresh.certificate, at);
  assert.deepEqual([payload.iat, payload.exp], [at / 1000, START_S + (21 + 22) * DAY_S]);
  assert.equal(payload.instance_id, instance_id);
  await own.must('POST /deactivate-license', { license_key, instance_id });
  const after = (await own.validate(license_key, { instance_id, certificate: true })).body;
  assert.deepEqual([after.valid, after.certificate], [false, null]);
});

test('every single bit of header, claims and signature counts: flipped, it is not believed', async () => {
  const forged: string[] = [];
  for (const { certificate } of await genuine()) {
    const parts = certificate.split('.');
    for (const [at, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        forged.push(parts.with(at, encoded(flipped)).join('.'));
      }
    }
  }
  console.log(`${forged.length} certificates with one bit flipped`);
  assert.ok(forged.length > 22_000);
  await assertNoneVerifies(forged);
});

test('parts of different certificates, other keys, other algorithms and other forms are not believed', async () => {
  const certificates = (await genuine()).map(({ certificate }) => certificate);
  const real = new Set(certificates);
  const forged = new Set<string>();
  for (const one of certificates) {
    for (const other of certificates) {
      const [header = '', claims = '', signature = ''] = one.split('.');
      const [, other_claims = '', other_signature = ''] = other.split('.');
      forged.add([header, other_claims, signature].join('.'));
      forged.add([header, claims, other_signature].join('.'));
      forged.add([header, other_claims, other_signature].join('.'));
    }
  }
  const [first = ''] = certificates;
  const { header, claims } = partsOf(first);
  const [, text = '', signature = ''] = first.split('.');
  const { keys } = (await published()).body;
  const mallory = generateKeyPairSync('ed25519');
  const her_jwk = mallory.publicKey.export({ format: 'jwk' });
  const kids = [...keys.map(({ kid }: { kid: string }) => kid), 'sign_0', '', undefined, null];
  for (const kid of kids) {
    for (const more of [{}, { jwk: her_jwk }, { jku: 'https://mallory.example/jwks.json' }]) {
      const signed = `${encoded({ ...header, kid, ...more })}.${text}`;
      forged.add(`${signed}.${encoded(sign(null, Buffer.from(signed), mallory.privateKey))}`);
      if (kid !== header.kid || 'jwk' in more) forged.add(`${signed}.${signature}`);
    }
  }
  for (const jwk of keys) {
    const object = createPublicKey({ key: jwk, format: 'jwk' });
    const secrets = [
      Buffer.from(jwk.x, 'base64url'),
      Buffer.from(jwk.x),
      Buffer.from(JSON.stringify(jwk)),
      Buffer.from(object.export({ type: 'spki', format: 'pem' })),
      object.export({ type: 'spki', format: 'der' }),
    ];
    for (const secret of secrets) {
      for (const bits of ['256', '384', '512']) {
        const signed = `${encoded({ ...header, alg: `HS${bits}` })}.${text}`;
        const mac = createHmac(`sha${bits}`, secret).update(signed).digest('base64url');
        forged.add(`${signed}.${mac}`);
      }
    }
  }
  for (const alg of ['none', 'None', 'NONE', '', null, 'HS256', 'ES256', 'RS256', 'Ed448']) {
    const start = encoded({ ...header, alg });
    for (const end of ['', signature]) forged.add(`${start}.${text}.${end}`);
  }
  forged.add(`${encoded({ ...header, crit: ['exp'] })}.${text}.${signature}`);
  const longer = encoded({ ...claims, exp: START_S + 1e9, customer_id: 'mallory' });
  for (const end of [signature, '', 'AAAA', encoded(Buffer.alloc(64))]) {
    forged.add(`${first.split('.')[0]}.${longer}.${end}`);
  }
  for (let cut = 0; cut < first.length; cut++) forged.add(first.slice(0, cut));
  for (const odd of [`${first}.`, `.${first}`, `${first}.${signature}`, `${first}AAAA`]) {
    forged.add(odd);
  }
  for (const certificate of real) forged.delete(certificate);
  console.log(`${forged.size} certificates put together or signed by others`);
  assert.ok(forged.size > 700);
  await assertNoneVerifies([...forged]);
  const verify = await reader();
  for (const certificate of real) await verify(certificate);
});

/** The command, as a process of its own beside the running shop. */
async function rotate(): Promise<string> {
  const env = {
    ...process.env,
    KASSA_DATA_DIR: shop.place.data_dir,
    DATABASE_URL: shop.place.database_url ?? '',
  };
  const command = [MAIN, 'signing-keys', 'rotate', '--json'];
  const node = ['--disable-warning=ExperimentalWarning', ...command];
  const { stdout } = await promisify(execFile)(process.execPath, node, { env });
  return JSON.parse(stdout).key_id;
}

const kidOf = (certificate: string): string => partsOf(certificate).header.kid;

test('after `signing-keys rotate` the running shop signs with the new key; old certificates stay good', async () => {
  const { license_key } = await client.buy();
  const old = await certify(license_key);
  const once = { 'idempotency-key': 'activated-once' };
  const machine = { license_key, instance_name: 'Kept', fingerprint: 'kept' };
  const activate = async () =>
    (await shop.call('POST /activate-license', machine, { headers: once })).body.certificate;
  const kept = await activate();
  const kid = await rotate();
  assert.notEqual(kidOf(old), kid);
  await shop.runJob('signing-keys');
  const fresh = await certify(license_key);
  assert.equal(kidOf(fresh), kid);
  const again = await activate();
  assert.deepEqual([kidOf(kept), kidOf(again)], [kidOf(old), kid], 'as kept, signed anew');
  assert.deepEqual(partsOf(again).claims, partsOf(kept).claims);
  const last = await rotate();
  await shop.restart();
  const newest = await certify(license_key);
  assert.equal(kidOf(newest), last, 'a start signs with the newest');
  const keys = createLocalJWKSet((await published()).body);
  const currentDate = new Date(START);
  for (const good of [old, fresh, newest, kept, again])
    await jwtVerify(good, keys, { currentDate });
  const { body } = await published();
  assert.equal(new Set(body.keys.map((one: { kid: string }) => one.kid)).size, 3);
  // A certificate under the name of another key that is published, too.
  const [, claims, signature] = old.split('.');
  for (const other of [kid, last]) {
    const forged = [encoded({ ...partsOf(old).header, kid: other }), claims, signature].join('.');
    await assert.rejects(jwtVerify(forged, keys, { currentDate }));
  }
});

test('what is published is a JWK Set as RFC 7517 wants it, without a private part', async () => {
  const { status, headers, body, text } = await published();
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^application\/(jwk-set\+)?json/);
  assert.deepEqual(Object.keys(body), ['keys']);
  for (const key of body.keys) {
    const { x, kid, ...rest } = key;
    assert.deepEqual(rest, { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    assert.equal(Buffer.from(x, 'base64url').length, 32);
    assert.match(kid, /^sign_[0-9a-z]{28}$/);
  }
  assert.ok(!/"d"|PRIVATE/.test(text));
});

test('no private key is in the database, its files or the log: only sealed, and bound to the secret', async () => {
  const { data_dir } = shop.place;
  const secrets = openSecrets({ secret: undefined, data_dir });
  const sql = 'SELECT key_id, sealed_private_key FROM signing_keys';
  const rows = await shop.db.reader(null).all<{ key_id: string; sealed_private_key: string }>(sql);
  assert.equal(rows.length, 3);
  const texts = await everythingKept(shop);
  for (const { key_id, sealed_private_key } of rows) {
    const pem = secrets.open(sealed_private_key, ['signing key', key_id]) ?? '';
    const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
    const raw = Buffer.from(d, 'base64url');
    const lines = pem.trim().split('\n').slice(1, -1);
    assert.ok(raw.length === 32 && lines.length > 0);
    const traces = ['PRIVATE KEY', d, raw.toString('hex'), raw.toString('latin1'), ...lines];
    for (const text of texts) {
      for (const trace of traces) assert.ok(!text.includes(trace), 'a private key is kept nowhere');
    }
    for (const at of many(sealed_private_key.length, (n) => n)) {
      const other = sealed_private_key.charAt(at) === 'A' ? 'z' : 'A';
      const altered = sealed_private_key.slice(0, at) + other + sealed_private_key.slice(at + 1);
      const opened = secrets.open(altered, ['signing key', key_id]);
      assert.equal(opened, undefined, 'altered, it does not open');
    }
  }
});
