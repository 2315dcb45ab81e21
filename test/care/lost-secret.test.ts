import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { verify } from '../../src/care/verify/verify.ts';
import { createOutput } from '../../src/commands/output.ts';
import { SEALED } from '../../src/commands/sealed.sql.ts';
import { replaceSecret, showSecret } from '../../src/commands/secret.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { takeServingLock } from '../../src/platform/db/serving-lock.ts';
import { openSecrets } from '../../src/platform/machine/secret.ts';
import { readSettings } from '../../src/platform/machine/settings.ts';
import { createRevealKey } from '../../src/shop/licenses/license-key.rules.ts';
import { backupsIn, newFolder } from '../harness/copies.ts';
import { kassa } from '../harness/kassa-command.ts';
import { type Shop, startShop } from '../harness/shop.ts';

// The file data/secret is gone, and there is no copy of it.

let shop: Shop;
const kept = { license_key: '', license_id: '', subscription_id: '', transaction_id: '' };
let product_id = '';
let public_keys: { kid: string }[] = [];
const PAY_ONCE = { 'idempotency-key': 'before-the-loss' };

const secretFile = () => join(shop.place.data_dir, 'secret');
const settings = () =>
  readSettings({ KASSA_DATA_DIR: shop.place.data_dir, DATABASE_URL: shop.place.database_url });

/** What a command prints with --json. */
async function printed(run: (output: ReturnType<typeof createOutput>) => Promise<void>) {
  const lines: string[] = [];
  await run(createOutput(true, (line) => lines.push(line)));
  return JSON.parse(lines.join(''));
}
const replace = (yes: boolean) =>
  printed((output) => replaceSecret(settings(), { yes, now: Date.now() }, output));
const status = () => printed((output) => showSecret(settings(), output));

before(async () => {
  shop = await startShop({ clock: Date.now, webhook_allow: ['127.0.0.0/8'] });
  const store = await shop.openStore(shop);
  product_id = await store.sell();
  const bought = await store.buy(product_id);
  kept.license_key = bought.license_keys[0];
  kept.transaction_id = bought.transaction_id;
  kept.license_id = (await store.licenseOf(kept.license_key)).license_id;
  kept.subscription_id = await store.subscribe(await store.plan());
  await store.must('POST /create-webhook', { url: 'https://127.0.0.1:9/hooks' });
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const first = await store.ask('POST /create-checkout', session, PAY_ONCE);
  assert.equal(first.status, 200);
  await shop.db.write(null, async (tx) => {
    await tx.run(`INSERT INTO people (person_id, email, email_folded, name, created_at, totp_secret, is_owner)
      VALUES ('p1', 'ada@example.com', 'ada@example.com', 'Ada', 0, '2.sealed_text', 0)`);
    await tx.run(`INSERT INTO recovery_codes (person_id, code_hash) VALUES ('p1', 'a')`);
    await tx.run(`INSERT INTO provider_connections (store_id, provider, mode, key_hint,
      sealed_credentials, ask_at, connected_at, updated_at)
      VALUES ('${shop.store_id}', 'stripe', 'test', 'x', '2.sealed_text', 0, 0, 0)`);
  });
  public_keys = (await shop.call('GET /.well-known/jwks.json')).body.keys;
});

test('every kind of sealed text, and every column that has one, is known to what replaces the secret', async () => {
  const source = readFileSync(
    new URL('../../src/platform/core/secrets.ts', import.meta.url),
    'utf8',
  );
  const [, union = ''] = /export type SealPlace =([\s\S]*?);/.exec(source) ?? [];
  const kinds = [...union.matchAll(/'([^']+)'/g)].map(([, kind]) => kind);
  assert.deepEqual(Object.keys(SEALED).sort(), kinds.sort());
  // Sealed texts begin with "2."; this shop has most of them.
  const columns = Object.values(SEALED).flat() as string[];
  const reader = shop.db.reader(null);
  const found: string[] = [];
  for (const table of await shop.place.tables(shop.db)) {
    if (table.startsWith('search_texts')) continue;
    for (const row of await reader.all<Record<string, unknown>>(`SELECT * FROM ${table}`)) {
      for (const [column, value] of Object.entries(row)) {
        if (/^2\.[\w-]{6,}$/.test(String(value))) found.push(`${table}.${column}`);
        if (column.startsWith('sealed_')) found.push(`${table}.${column}`);
      }
    }
  }
  assert.deepEqual(
    [...new Set(found)].filter((column) => !columns.includes(column)),
    [],
  );
  assert.ok(new Set(found).size >= 6, found.join());
});

test('a lost secret: servers refuse to start, and its replacement lists first what it protected', async () => {
  assert.equal((await status()).fits, true);
  await shop.app.close();
  await assert.rejects(replace(true), /nothing is to be replaced/);
  rmSync(secretFile());
  const { fits, protects } = await status();
  assert.equal(fits, false);
  assert.equal(protects.webhooks, 1);
  assert.equal(protects.licenses, 1);
  const where = {
    KASSA_DATA_DIR: shop.place.data_dir,
    DATABASE_URL: shop.place.database_url ?? '',
  };
  const to = newFolder();
  for (const args of [['serve'], ['backup', to], ['signing-keys', 'rotate'], ['mails']]) {
    const { code, err } = await kassa(args, { ...where, KASSA_PORT: '0' });
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /There is no .*secret, and this database was begun with a secret\./);
  }
  assert.ok(!existsSync(secretFile()), 'no other is made, which would hide that it is lost');
  assert.deepEqual(backupsIn(to), []);
  await assert.rejects(shop.open(), /begun with a secret/);
  await shop.db.close();
  const listed = await replace(false);
  assert.equal(listed.replaced, false);
  assert.equal(listed.protected.provider_connections, 1);
  assert.equal((await status()).fits, false, 'nothing was changed');
  if (shop.place.one_server) {
    const serving = takeServingLock(shop.place.data_dir);
    await assert.rejects(replace(true), /Another Kassa server is running/);
    serving.release();
  }
});

test('with a new secret the shop sells, licenses stay good, webhooks have new secrets, nothing is done twice', async () => {
  const made = await replace(true);
  assert.equal(made.replaced, true);
  assert.match(made.webhooks[0].secret, /^whsec_/);
  assert.equal(made.disconnected.length, 1);
  assert.deepEqual(made.people, ['ada@example.com']);
  assert.match(readFileSync(secretFile(), 'utf8'), /^[0-9a-f]{64}-\d+\n$/);
  assert.equal((await status()).fits, true);

  await shop.open();
  const store = await shop.openStore(shop);
  const { must } = store;
  assert.equal((await store.validate(kept.license_key)).code, 'valid');
  const { certificate } = await store.activate(kept.license_key, 'Laptop');
  assert.ok(certificate);
  const { keys } = (await shop.call('GET /.well-known/jwks.json')).body;
  assert.equal(keys.length, public_keys.length + 1);
  for (const { kid } of public_keys) {
    assert.ok(
      keys.some((key: { kid: string }) => key.kid === kid),
      'what it signed stays good',
    );
  }

  // A key that cannot be shown is not replaced by a wrong one.
  const { license_key } = await must('GET /get-license', { license_id: kept.license_id });
  assert.equal(license_key, 'KASSA-?????-?????-?????-?????-?????');
  const reissued = await must('POST /reissue-license', { license_id: kept.license_id });
  assert.equal((await store.validate(reissued.license_key)).code, 'valid');
  kept.license_key = reissued.license_key;
  const again = await must('GET /get-license', { license_id: kept.license_id });
  assert.equal(again.license_key, reissued.license_key);

  const bought = await store.buy(product_id);
  assert.equal((await store.validate(bought.license_keys[0])).code, 'valid');
  await store.refund(bought.transaction_id);
  const repeated = await store.ask(
    'POST /create-checkout',
    { product_id, quantity: 1, customer_id: 'ada' },
    PAY_ONCE,
  );
  assert.equal(repeated.body.error.code, 'idempotency_key_reused');
  assert.match(repeated.body.error.message, /lost with the secret/);

  const revealKey = createRevealKey(
    openSecrets({ secret: undefined, data_dir: shop.place.data_dir }),
  );
  const checks = await verify(shop.db, { progress: () => {}, revealKey });
  assert.deepEqual(
    checks.flatMap(({ violations }) => violations),
    [],
  );
});

test('a damaged secret is told from a lost one, and the next replacement has the next number', async () => {
  await shop.app.close();
  const first = readFileSync(secretFile(), 'utf8').trim();
  writeFileSync(secretFile(), 'damaged\n');
  await assert.rejects(shop.open(), /Restore it from a backup/);
  await shop.db.close();
  assert.equal((await status()).fits, false);
  rmSync(secretFile());
  mkdirSync(secretFile()); // So a container does, where the file to be mounted is missing.
  await assert.rejects(shop.open(), /must be a file.*Restore it from a backup/);
  await shop.db.close();
  assert.equal((await status()).fits, false);
  await replace(true);
  const second = readFileSync(secretFile(), 'utf8').trim();
  assert.equal(Number(second.split('-')[1]), Number(first.split('-')[1]) + 1);
  assert.ok(existsSync(shop.place.data_dir));
  await shop.open();
  const store = await shop.openStore(shop);
  assert.equal((await store.validate(kept.license_key)).code, 'valid');
  assert.ok(await store.newKey());
});

const stopAt = (table: string, act: 'INSERT' | 'UPDATE') =>
  shop.place.database_url === undefined
    ? [`CREATE TRIGGER stop BEFORE ${act} ON ${table} BEGIN SELECT RAISE(ABORT, 'cut'); END`]
    : [
        `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut'; END $$`,
        `CREATE TRIGGER stop BEFORE ${act} ON ${table} FOR EACH ROW EXECUTE FUNCTION cut()`,
      ];
const goOnAt = (table: string) =>
  shop.place.database_url === undefined
    ? ['DROP TRIGGER stop']
    : [`DROP TRIGGER stop ON ${table}`, 'DROP FUNCTION cut()'];

test('a replacement that is interrupted anywhere is done when the command is given again', async () => {
  await shop.app.close();
  const change = async (statements: string[]) => {
    const db = await openDatabase(settings());
    await db.write(null, async (tx) => {
      for (const statement of statements) await tx.run(statement);
    });
    await db.close();
  };
  rmSync(secretFile());
  for (const [table, act] of [
    ['webhooks', 'UPDATE'],
    ['signing_keys', 'INSERT'],
  ] as const) {
    await change(stopAt(table, act));
    await assert.rejects(replace(true), /cut/);
    await change(goOnAt(table));
    assert.equal((await status()).fits, false, table);
  }
  // Also with a clock that was set back: the new key is the newest all the same.
  const made = await printed((output) => replaceSecret(settings(), { yes: true, now: 1 }, output));
  assert.equal(made.webhooks.length, 1);
  assert.equal((await status()).fits, true);
  await shop.open();
  const store = await shop.openStore(shop);
  assert.equal((await store.validate(kept.license_key)).code, 'valid');
  await store.must('POST /create-webhook', { url: 'https://127.0.0.1:9/other' });
});
