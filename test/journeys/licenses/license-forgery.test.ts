import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { createSecrets } from '../../../src/platform/core/secrets.ts';
import { findLicenseByKey } from '../../../src/shop/licenses/license.sql.ts';
import {
  createRevealKey,
  hashLicenseKey,
  parseLicenseKey,
} from '../../../src/shop/licenses/license-key.rules.ts';
import type { Answer } from '../../harness/answer.ts';
import {
  everythingKept,
  kindOf,
  LicenseClient,
  many,
} from '../../harness/sales/license-clients.ts';
import { times } from '../../harness/seed.ts';
import { type Shop, startShop } from '../../harness/shop.ts';

// Keys that nobody was given open nothing, however near they are to real ones. (Certificates:
// license-certificates.test.ts.)

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REAL_KEYS = 12;
const RANDOM_KEYS = times('FORGED_KEYS', 10_000, 200_000);
const OVER_THE_WIRE = times('FORGED_REQUESTS', 2_000, 20_000);
const AT_ONCE = 64;

interface Seeded {
  license_id: string;
  key_seed: string;
  key_hash: string;
}

let shop: Shop;
let client: LicenseClient;
let keys: string[] = [];
let foreign_keys: string[] = [];
let rows: Seeded[] = [];
let instance_id = '';
before(async () => {
  shop = await startShop();
  client = new LicenseClient(shop);
  const buy = async (at: LicenseClient) => (await at.buy()).license_key;
  keys = await Promise.all(many(REAL_KEYS, () => buy(client)));
  const other = new LicenseClient(shop, await shop.makeStore('test'));
  foreign_keys = await Promise.all(many(REAL_KEYS, () => buy(other)));
  const [first = ''] = keys;
  const activated = await client.activate(first, { fingerprint: 'red' }, 'kept-sealed');
  instance_id = activated.body.instance.instance_id;
  const sql = 'SELECT license_id, key_seed, key_hash FROM licenses WHERE store_id = :store_id';
  rows = await shop.db.reader({ store_id: shop.store_id }).all<Seeded>(sql);
});

const bare = (key: string): string => key.replaceAll('-', '').slice('KASSA'.length);
const replaced = (text: string, at: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + 1);
const randomSymbols = (count: number): string =>
  Array.from(randomBytes(count), (byte) => SYMBOLS.charAt(byte % 32)).join('');

/** The one key that begins with these 24 symbols and has a check symbol that fits. */
function withCheck(symbols: string): string {
  const fitting = [...SYMBOLS].filter((symbol) => parseLicenseKey(symbols + symbol) !== undefined);
  assert.equal(fitting.length, 1, `one check symbol fits ${symbols}`);
  return symbols + fitting[0];
}

/** Whether the store knows it: the way that validate-license goes, without the wire. */
async function isFound(typed: string): Promise<boolean> {
  const key = parseLicenseKey(typed);
  const reader = shop.db.reader({ store_id: shop.store_id });
  return key !== undefined && (await findLicenseByKey(reader, hashLicenseKey(key))) !== undefined;
}

test('every real key with one wrong symbol, two swapped, one lost or one too many is told as mistyped', () => {
  let tried = 0;
  for (const key of keys) {
    const symbols = bare(key);
    assert.equal(parseLicenseKey(symbols), key);
    const wrong = new Set<string>();
    for (let at = 0; at < symbols.length; at++) {
      wrong.add(symbols.slice(0, at) + symbols.slice(at + 1));
      for (const symbol of SYMBOLS) {
        wrong.add(replaced(symbols, at, symbol));
        wrong.add(symbols.slice(0, at) + symbol + symbols.slice(at));
      }
      for (let other = at + 1; other < symbols.length; other++) {
        const swapped = replaced(symbols, at, symbols.charAt(other));
        wrong.add(replaced(swapped, other, symbols.charAt(at)));
      }
    }
    wrong.delete(symbols);
    for (const typed of wrong)
      assert.equal(parseLicenseKey(typed), undefined, `${typed} for ${key}`);
    tried += wrong.size;
  }
  console.log(`${tried} mistyped keys`);
  assert.ok(tried > REAL_KEYS * 1_500);
});

test(`${RANDOM_KEYS} keys with a fitting check symbol find nothing; the real ones are found`, async () => {
  for (const key of keys) assert.ok(await isFound(key));
  for (const key of foreign_keys) assert.equal(await isFound(key), false, 'of another store');
  for (let tried = 0; tried < RANDOM_KEYS; tried += 100) {
    const forged = many(100, (at) => {
      // Half of them are a real key with two symbols exchanged and the check symbol made to fit.
      if (at % 2 === 0) return randomSymbols(24);
      const real = bare(keys[at % REAL_KEYS] ?? '').slice(0, 24);
      const [first = 0, second = 0] = randomBytes(2);
      const once = replaced(real, first % 24, SYMBOLS.charAt(second % 32));
      return replaced(once, second % 24, SYMBOLS.charAt(first % 32));
    }).filter((symbols) => !keys.some((key) => bare(key).startsWith(symbols)));
    const found = await Promise.all(forged.map((symbols) => isFound(withCheck(symbols))));
    assert.ok(!found.includes(true));
  }
});

test('what the database holds of a key is no key, nor does it give one without the secret', async () => {
  const elsewhere = createRevealKey(createSecrets(randomBytes(32)));
  for (const { key_seed, key_hash } of rows) {
    const seed = key_seed.toUpperCase();
    const forged = [key_seed, key_hash, withCheck(seed.slice(0, 24)), elsewhere(key_seed)];
    const hash = Buffer.from(key_hash, 'base64url');
    const of_hash = Array.from(hash, (byte) => SYMBOLS.charAt(byte % 32)).join('');
    forged.push(withCheck(of_hash.slice(0, 24)), hash.toString('hex'), hash.toString('base64'));
    for (const typed of forged) assert.equal(await isFound(typed), false, typed);
  }
});

/** Thousands of requests, a few at a time, over connections that stay. */
async function askAll(asked: { operation: string; input: object }[]): Promise<Answer[]> {
  const waiting = asked.entries();
  const answers: Answer[] = [];
  const work = async () => {
    for (const [at, { operation, input }] of waiting) {
      answers[at] = await client.call(`POST /${operation}`, input);
    }
  };
  await Promise.all(many(AT_ONCE, work));
  return answers;
}

/** What is sent as a key over the wire, by turns. */
const FORGERIES: ((at: number) => unknown)[] = [
  () => withCheck(randomSymbols(24)),
  () => `KASSA-${withCheck(randomSymbols(24)).match(/.{5}/g)?.join('-')}`,
  () => randomSymbols(25),
  (at) => replaced(bare(keys[at % REAL_KEYS] ?? ''), at % 25, SYMBOLS.charAt((at * 7) % 32)),
  (at) => keys[at % REAL_KEYS]?.slice(0, at % 35),
  (at) => foreign_keys[at % REAL_KEYS],
  (at) => rows[at % REAL_KEYS]?.key_seed,
  (at) => rows[at % REAL_KEYS]?.key_hash,
  (at) => withCheck((rows[at % REAL_KEYS]?.key_seed ?? '').toUpperCase().slice(0, 24)),
  (at) => String.fromCodePoint(0x20 + ((at * 7919) % 0xd000)).repeat(1 + (at % 60)),
  (at) => `${keys[at % REAL_KEYS]}${'\u0000\ud800\u202e\u0301🂡'.charAt(at % 6)}x`,
  (at) => `${keys[at % REAL_KEYS]}' OR '1'='1`,
  () => randomBytes(150).toString('latin1'),
  () => 'A'.repeat(10_000),
  (at) => [null, 7, {}, [], true, ''][at % 6],
  (at) => [keys[at % REAL_KEYS]],
];

test(`${OVER_THE_WIRE} forged keys over the wire: 404 or 400, never 200 and never 500`, async () => {
  const before_all = await shop.everything();
  const operations = [
    ['validate-license', {}],
    ['validate-license', { instance_id, fingerprint: 'red', certificate: true }],
    ['activate-license', { instance_name: 'Mallory' }],
    ['deactivate-license', { instance_id }],
  ] as const;
  const real = new Set(keys.map(bare));
  const asked = many(OVER_THE_WIRE, (at) => {
    const [operation, more] = operations[at % 4] ?? operations[0];
    const license_key = FORGERIES[Math.floor(at / 4) % FORGERIES.length]?.(at);
    return { operation, input: { license_key, ...more } };
  }).filter(({ input }) => !real.has(String(input.license_key)));
  const counts: Record<string, number> = {};
  for (const [at, answer] of (await askAll(asked)).entries()) {
    const kind = `${answer.status} ${kindOf(answer)}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const allowed =
      /^(404 license_not_found|404 license_key_mistyped|400 (invalid_(parameters|json)|body_too_large))$/;
    assert.match(kind, allowed, JSON.stringify(asked[at]));
  }
  console.log(JSON.stringify(counts));
  assert.deepEqual(Object.keys(counts).length >= 3, true);
  assert.equal(await shop.everything(), before_all, 'nothing was changed by them');
});

test('a real key with forged instances and fingerprints: no other machine is taken for this one', async () => {
  const [license_key = '', second = ''] = keys;
  const theirs = (await client.activate(second)).body.instance.instance_id;
  const before_all = await shop.everything();
  const forged = [
    '',
    'x',
    theirs,
    `${instance_id} `,
    instance_id.toUpperCase(),
    '\u0000',
    '\ud800',
  ];
  forged.push(instance_id.slice(0, -1), `${instance_id}0`, "' OR 1=1", '%', 'é'.repeat(100));
  for (const wrong of forged) {
    const named = { license_key, instance_id: wrong };
    const validated = await client.validate(license_key, { instance_id: wrong });
    const told = validated.status === 200 ? validated.body.code : `${validated.status}`;
    assert.match(told, /^(instance_unknown|400)$/, `${JSON.stringify(wrong)} ${validated.text}`);
    const ended = await client.call('POST /deactivate-license', named);
    assert.match(kindOf(ended), /^(instance_not_found|invalid_(parameters|json))$/, ended.text);
    const fingerprint = wrong === 'x' ? 'Red' : `red${wrong}x`;
    const by_machine = await client.validate(license_key, { fingerprint });
    const said = by_machine.status === 200 ? by_machine.body.code : `${by_machine.status}`;
    assert.match(said, /^(instance_unknown|400)$/, by_machine.text);
  }
  assert.equal(await shop.everything(), before_all);
  assert.equal((await client.validate(license_key, { instance_id })).body.valid, true);
});

test('no key is in the database, its files, the events or the log: only what cannot give it', async () => {
  const texts = await everythingKept(shop);
  for (const key of [...keys, ...foreign_keys]) {
    const symbols = bare(key);
    const sha = createHash('sha256').update(symbols).digest('hex');
    for (const text of texts) {
      for (const trace of [key, symbols, symbols.toLowerCase(), sha]) {
        assert.ok(!text.includes(trace), 'a key is kept nowhere');
      }
    }
  }
});
