import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { cards, partsOf } from '../../harness/cast.ts';
import { onDataOf, kassa as runKassa } from '../../harness/kassa-command.ts';
import { assertRefused, startShop } from '../../harness/shop.ts';

const shop = await startShop({ clock: Date.now });

/** Runs the command as its own process, on the data of the server that runs here. */
const kassa = (...args: string[]) => kassaWith({}, ...args);

const kassaWith = (settings: Record<string, string>, ...args: string[]) =>
  runKassa(args, { ...onDataOf(shop), ...settings });

const json = async (...args: string[]) => JSON.parse((await kassa(...args, '--json')).out);
const status = async (key: string) => (await shop.call('GET /search-products', {}, { key })).status;

test('keys create: the key is printed once and works while the server runs', async () => {
  const made = await json('keys', 'create');
  assert.match(made.api_key, /^kassa_test_[0-9a-z]{39}$/);
  assert.deepEqual(
    [made.scope, made.mode, made.expires_at, made.store_id],
    ['full', 'test', null, shop.store_id],
  );
  assert.equal(await status(made.api_key), 200);
  const listed = await kassa('keys', 'list', '--json');
  assert.ok(!listed.out.includes(made.api_key));
  assert.ok(listed.out.includes(made.key_id));
});

test('keys create whose --scope npm has taken makes no key', async () => {
  const before = (await kassa('keys', 'list', '--json')).out;
  const swallowed = { npm_lifecycle_event: 'kassa', npm_config_scope: 'read' };
  const { code, err } = await kassaWith(swallowed, 'keys', 'create');
  assert.equal(code, 1);
  assert.match(err, /^npm has taken --scope read for itself, so nothing was done\./);
  assert.equal((await kassa('keys', 'list', '--json')).out, before);
});

test('keys create without --json is for people: the key on a line of its own', async () => {
  const { out, code } = await kassa('keys', 'create');
  assert.equal(code, 0);
  assert.match(out.split('\n')[0] ?? '', /^kassa_test_[0-9a-z]{39}$/);
  assert.match(out, /shown only now/);
});

test('keys revoke: refused within a second, and shown as revoked', async () => {
  const { api_key, key_id } = await json('keys', 'create');
  assert.equal(await status(api_key), 200);
  assert.deepEqual(await json('keys', 'revoke', key_id), { key_id, revoked: true });
  await setTimeout(1_000);
  assertRefused(
    await shop.call('GET /search-products', {}, { key: api_key }),
    403,
    'api_key_invalid',
  );
  const { keys } = await json('keys', 'list');
  assert.equal(keys.find((key: { key_id: string }) => key.key_id === key_id).status, 'revoked');
});

test('--scope, --expires and --store', async () => {
  const read = await json('keys', 'create', '--scope', 'read', '--expires', 'P30D');
  assert.equal(read.scope, 'read');
  const days = (Date.parse(read.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30);
  assertRefused(
    await shop.call('POST /create-customer', {}, { key: read.api_key }),
    403,
    'api_key_scope',
  );
  const store = await json('stores', 'create', '--name', 'Real shop', '--mode', 'live');
  assert.deepEqual([store.name, store.mode], ['Real shop', 'live']);
  for (const named of [store.store_id, 'Real shop']) {
    const key = await json('keys', 'create', '--store', named, '--expires', '2099-12-31');
    assert.match(key.api_key, /^kassa_live_/);
    assert.equal(key.store_id, store.store_id);
    assert.equal(key.expires_at, '2099-12-31T23:59:59.999Z');
  }
  const { stores } = await json('stores', 'list');
  assert.deepEqual(
    stores.map((one: { mode: string }) => one.mode),
    ['test', 'live'],
  );
});

test('mistakes are one sentence and exit code 1', async () => {
  const mistakes: [string[], RegExp][] = [
    [['keys', 'create', '--scope', 'admin'], /--scope must be one of full, read, license/],
    [['keys', 'create', '--expires', 'yesterday'], /--expires must be/],
    [['keys', 'create', '--expires', '2001-01-01'], /in the future/],
    [['keys', 'create', '--store', 'nowhere'], /no store "nowhere"/],
    [['keys', 'revoke', 'key_x'], /no key "key_x"/],
    [['keys', 'frobnicate'], /no command "keys frobnicate"/],
    [['stores', 'create'], /--name is missing/],
    [['stores', 'create', '--name', 'x', '--mode', 'maybe'], /--mode must be test or live/],
    [['serve', '--bogus'], /--bogus/],
  ];
  for (const [args, sentence] of mistakes) {
    const { code, err } = await kassa(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, sentence);
    assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
  }
});

test('--help names every command', async () => {
  const { out, code } = await kassa('--help');
  assert.equal(code, 0);
  for (const word of [
    'serve',
    'keys create',
    'keys list',
    'keys revoke',
    'stores create',
    'stores go-live',
    'stores list',
    'signing-keys rotate',
    'signing-keys list',
    'listen',
    '--forward-to',
    'trigger',
    'verify',
    'backup',
    '--noted',
    'openapi',
    '--json',
    '--scope',
    '--expires',
    '--mode',
  ]) {
    assert.ok(out.includes(word), word);
  }
});

test('verify: says what it checked, and exits with 1 when something is wrong', async () => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const { product_id } = (await shop.call('POST /create-product', product)).body;
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await shop.call('POST /create-checkout', session)).body;
  const payment_method = cards.pays;
  await shop.call('POST /complete-checkout', { checkout_session_id, payment_method });
  const good = await kassa('verify');
  assert.equal(good.code, 0, good.out);
  assert.match(good.out, /^ok {4}the gateway has the same record \(1\)$/m);
  assert.match(good.out, /\nEverything is as it must be\.\n$/);
  assert.equal((await json('verify')).ok, true);

  const spoil = (amount: number) =>
    shop.db.write(null, async (tx) =>
      tx.run('UPDATE test_gateway_charges SET amount_minor = :amount', { amount }),
    );
  await spoil(1999);
  const bad = await kassa('verify');
  assert.equal(bad.code, 1);
  assert.match(bad.out, /^WRONG the gateway has the same record \(1\)$/m);
  assert.match(bad.out, /txn_[0-9a-z]{28}: the gateway has 1999, we have 2000/);
  const { ok, violations } = await json('verify');
  assert.deepEqual([ok, violations > 1], [false, true]);
  assert.ok(bad.out.endsWith(`\n${violations} violations.\n`), bad.out);
  await spoil(2000);
  const { out } = await kassa('verify', '--audit-head', '0'.repeat(64));
  assert.match(out, /\n1 violation\.\n$/);
});

const published = async (): Promise<string[]> => {
  const { body } = await shop.send({ path: '/.well-known/jwks.json' });
  return body.keys.map(({ kid }: { kid: string }) => kid);
};

test('signing-keys rotate: the server takes the new key, and what the old one signed stays good', async () => {
  const { newKey, activate, validate } = await shop.openStore(shop);
  const license_key = await newKey();
  const { instance, certificate } = await activate(license_key);
  const [old_key = ''] = await published();
  assert.equal(partsOf(certificate).header.kid, old_key);

  const { key_id } = await json('signing-keys', 'rotate');
  assert.match(key_id, /^sign_[0-9a-z]{28}$/);
  assert.deepEqual(await published(), [key_id, old_key]);
  const input = { instance_id: instance.instance_id, certificate: true };
  const kid = async () => partsOf((await validate(license_key, input)).certificate).header.kid;
  await shop.runJob('signing-keys');
  assert.equal(await kid(), key_id);
});

test('dashboard link: a link for the first owner, for one of them later, and for nobody else', async () => {
  const { url, owner, expires_at } = await json('dashboard', 'link');
  assert.match(url, /^https:\/\/\S+\/account\/setup\/[0-9a-z]{32}$/);
  assert.equal(owner, null);
  assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000) < 600_000);
  const { code, err } = await kassa('dashboard', 'link', '--email', 'nobody@example.com');
  assert.equal(code, 1);
  assert.match(err, /There is no owner with the address "nobody@example\.com"/);
});

test('signing-keys list: newest first, the newest signs, and no private key is shown', async () => {
  const { out } = await kassa('signing-keys', 'rotate');
  const key_id = /^sign_[0-9a-z]{28}/.exec(out)?.[0] ?? out;
  const { signing_keys } = await json('signing-keys', 'list');
  const keys = await published();
  assert.equal(keys[0], key_id);
  assert.deepEqual(
    signing_keys.map((key: { key_id: string; signs: string }) => [key.key_id, key.signs]),
    keys.map((key, at) => [key, at === 0 ? 'yes' : 'no']),
  );
  for (const key of signing_keys) {
    assert.deepEqual(Object.keys(key), ['key_id', 'signs', 'created_at']);
    assert.ok(Math.abs(Date.parse(key.created_at) - Date.now()) < 3_600_000);
  }
});

test('signing-keys revoke: its public key is gone, and the server signs with another at once', async () => {
  const { newKey, activate, validate } = await shop.openStore(shop);
  const license_key = await newKey();
  const { instance } = await activate(license_key);
  const input = { instance_id: instance.instance_id, certificate: true };
  const kid = async () => partsOf((await validate(license_key, input)).certificate).header.kid;
  const [signing = '', earlier = ''] = await published();
  const unused = await json('signing-keys', 'revoke', earlier);
  assert.deepEqual(unused, { key_id: earlier, revoked: true, new_key_id: null });
  assert.ok(!(await published()).includes(earlier));

  const { new_key_id } = await json('signing-keys', 'revoke', signing);
  const keys = await published();
  assert.equal(keys[0], new_key_id);
  assert.ok(!keys.includes(signing));
  await shop.runJob('signing-keys');
  assert.equal(await kid(), new_key_id, 'a revoked key signs no longer');
  for (const name of [signing, 'sign_x', '']) {
    const { code, err } = await kassa('signing-keys', 'revoke', name);
    assert.equal(code, 1);
    assert.match(err, /^There is no signing key /);
  }
});

test('signing-keys revoke: the last one is replaced', async () => {
  for (const key of (await published()).slice(1)) await kassa('signing-keys', 'revoke', key);
  const [last = ''] = await published();
  const { out } = await kassa('signing-keys', 'revoke', last);
  assert.match(out, /^sign_\w+ is revoked: .*\nsign_\w+ signs in its place/);
  const left = await published();
  assert.deepEqual([left.length, left.includes(last)], [1, false]);
});

test('with another secret a process neither serves nor signs: one sentence, and nothing is made', async () => {
  const other = { KASSA_SECRET: '0'.repeat(64), KASSA_PORT: '0' };
  const before = await published();
  for (const args of [['serve'], ['signing-keys', 'rotate']]) {
    const { code, err } = await kassaWith(other, ...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /^This database was begun with another secret/);
    assert.doesNotMatch(err, /\n\s+at |000000/, 'no stack trace, and not the secret');
  }
  assert.deepEqual(await published(), before);
  const secret = readFileSync(join(shop.place.data_dir, 'secret'), 'utf8').trim();
  const { code } = await kassaWith({ KASSA_SECRET: secret }, 'signing-keys', 'rotate');
  assert.equal(code, 0, 'with the same one, given in another way, it signs');
  assert.equal((await published()).length, before.length + 1);
});

test('mails: a table of what was sent, waits or is kept, and one of them as it is read', async () => {
  const sent = (await shop.call('POST /send-test-mail', { to: 'ada@example.com' })).body;
  const { mails } = await json('mails', '--store', shop.store_id);
  assert.equal(mails[0].mail_id, sent.mail_id);
  assert.deepEqual([mails[0].status, mails[0].kind, mails[0].to], ['kept', 'test', sent.to]);
  const { out } = await kassa('mails', 'show', sent.mail_id, '--store', shop.store_id);
  assert.match(out, /^To {7}ada@example\.com\nSubject {2}\S.*\nStatus {3}kept\n\n\S/);
  const missing = await kassa('mails', 'show', 'mail_nobody', '--store', shop.store_id);
  assert.equal(missing.code, 1);
  assert.match(missing.err, /^There is no mail mail_nobody in this store/);
  assert.match((await kassa('mails', 'show')).err, /^Which mail\?/);
});

test('charges hold: without a provider nothing is held, and nothing is to be compared', async () => {
  const { code, out } = await kassa('charges', 'hold', '--since', '2026-11-01');
  assert.equal(code, 0);
  assert.match(out, /^No store was ever connected .*: there is nothing to hold\.\n/);
  assert.doesNotMatch(out, /compare/);
});
