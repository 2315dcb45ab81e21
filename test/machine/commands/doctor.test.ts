import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  makeAuthority,
  makeServerCertificate,
} from '../../../src/platform/machine/tls/certificate.ts';
import { noteBackup } from '../../../src/shop/store/backup.sql.ts';
import { kassa, onDataOf } from '../../harness/kassa-command.ts';
import { startShop } from '../../harness/shop.ts';

const shop = await startShop({ clock: Date.now, webhook_allow: ['127.0.0.0/8'] });
const folder = mkdtempSync(join(tmpdir(), 'kassa-doctor-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  about: string;
  state: string;
  what: string;
  todo: string | null;
}

async function run(more: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await kassa(['doctor', ...args], { ...onDataOf(shop), ...more });
  return { code, out: out || err };
}

async function lines(more: Record<string, string> = {}) {
  const { code, out } = await run(more, '--json');
  const { findings }: { findings: Line[] } = JSON.parse(out);
  const of = (about: string, state?: string) =>
    findings.find((one) => one.about === about && (!state || one.state === state));
  return { code, findings, of };
}

test('a shop that works: nothing fails, nothing is changed, and every warning says what to do', async () => {
  const before_it = await shop.everything();
  const { code, findings, of } = await lines();
  assert.equal(code, 0, JSON.stringify(findings));
  for (const about of [
    'version',
    'settings',
    'disk',
    'secret',
    'certificate',
    'database',
    'tables',
    'clock',
  ]) {
    assert.equal(of(about)?.state, 'ok', about);
  }
  assert.match(of('mail')?.todo ?? '', /\/account\/mail-server/);
  assert.match(of('backups')?.what ?? '', /none was made/);
  assert.equal(await shop.everything(), before_it);
});

test('without --json it is for people: short lines, no colours outside a terminal, a sum at the end', async () => {
  const { out } = await run({});
  assert.match(out, /^ok {4}version: Kassa [\d.]+, Node 26/);
  assert.match(
    out,
    /^warn {2}mail: there is no mail server\n {6}→ set it up: https:\/\/\S+\/account\/mail-server \(https:\/\/\S+\/docs\/mail\)/m,
  );
  assert.match(out, /\n\d+ ok, \d+ to look at, 0 wrong\n$/);
  assert.ok(!out.includes('\x1b'));
});

test('a setting whose name is misspelt is told, with the one that was probably meant', async () => {
  const { code, of } = await lines({ KASSA_DRAIN_SECOND: '5' });
  assert.equal(code, 0);
  const { what, todo } = of('settings', 'warn') ?? {};
  assert.match(
    what ?? '',
    /^KASSA_DRAIN_SECOND is no setting.*Did you mean KASSA_DRAIN_SECONDS\?$/,
  );
  assert.equal(todo, 'correct its name, or remove it');
});

test('what is wrong fails, says what to do, and the command exits with 1', async () => {
  const secret = join(shop.place.data_dir, 'secret');
  chmodSync(secret, 0o644);
  const open = await lines();
  assert.deepEqual([open.code, open.of('secret')?.state], [1, 'fail']);
  assert.match(open.of('secret')?.todo ?? '', /^chmod 600/);
  chmodSync(secret, 0o600);

  const foreign = await lines({ KASSA_SECRET: 'ab'.repeat(32) });
  assert.match(foreign.of('secret', 'fail')?.what ?? '', /not the one of this database/);

  const mail = { KASSA_SMTP_URL: 'smtp://127.0.0.1:9', KASSA_MAIL_FROM: 'a@example.com' };
  const { code, of } = await lines({ ...mail, KASSA_BASE_URL: 'https://shop.example.com' });
  assert.deepEqual([code, of('mail')?.state, of('certificate')?.state], [1, 'fail', 'fail']);
  assert.match(of('certificate')?.what ?? '', /not for shop.example.com/);

  const bare = await lines({ KASSA_DATA_DIR: folder, DATABASE_URL: '' });
  assert.match(bare.of('certificate', 'warn')?.todo ?? '', /start Kassa/);
  const empty = await lines({ KASSA_DATA_DIR: join(folder, 'nothing'), DATABASE_URL: '' });
  assert.deepEqual([empty.of('disk')?.state, empty.of('database')?.state], ['fail', 'fail']);
});

test('a column, an index and a trigger that are missing are named, and so is what Kassa does not make', async () => {
  const other = await startShop({ clock: Date.now });
  const where = {
    KASSA_DATA_DIR: other.place.data_dir,
    DATABASE_URL: other.place.database_url ?? '',
  };
  const on_table = other.place.database_url === undefined ? '' : ' ON invoices';
  const change = (...sql: string[]) =>
    other.db.write(null, async (tx) => {
      for (const one of sql) await tx.run(one);
    });
  assert.equal((await lines(where)).of('tables')?.state, 'ok');
  await change('ALTER TABLE customers ADD COLUMN of_seller text');
  assert.match(
    (await lines(where)).of('tables', 'warn')?.what ?? '',
    /column customers\.of_seller/,
  );
  await change(
    'ALTER TABLE subscriptions DROP COLUMN end_refund',
    'DROP INDEX products_by_status',
    `DROP TRIGGER invoices_stay${on_table}`,
  );
  const { code, of } = await lines(where);
  assert.equal(code, 1);
  const { what, todo } = of('tables', 'fail') ?? {};
  assert.match(what ?? '', /lacks column subscriptions\.end_refund text.*; and 2 more$/);
  assert.match(todo ?? '', /verify lists all of them/);
  const { code: wrong, out } = await kassa(['verify'], where);
  assert.equal(wrong, 1);
  for (const line of [
    /WRONG tables, columns, indexes and triggers/,
    /lacks index products_by_status on products/,
    /lacks trigger invoices_stay on invoices/,
    /Kassa does not make it: column customers\.of_seller/,
  ]) {
    assert.match(out, line);
  }
});

test('a certificate in files that ends soon warns, one whose key is another’s fails', async () => {
  const names = ['localhost'];
  const authority = makeAuthority({ name: 'Test', names, now: new Date(), days: 90 });
  const made = makeServerCertificate({ authority, names, now: new Date(), days: 9 });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, made.cert);
  writeFileSync(key, made.key);
  const files = { KASSA_TLS_CERT: cert, KASSA_TLS_KEY: key };
  assert.match((await lines(files)).of('certificate', 'warn')?.what ?? '', /ends in [89] days/);
  writeFileSync(key, authority.key);
  assert.match((await lines(files)).of('certificate', 'fail')?.what ?? '', /belongs to another/);
});

test('webhooks that fail, backups that are old, and a newer database are told', async () => {
  const { store_id } = shop;
  const webhook = await shop.call('POST /create-webhook', { url: 'https://127.0.0.1:9/hook' });
  assert.equal(webhook.status, 200);
  const since = Date.parse('2026-01-02T03:04:05Z');
  await shop.db.write({ store_id }, async (tx) =>
    tx.run(`UPDATE webhooks SET failing_since = :since WHERE store_id = :store_id`, { since }),
  );
  await shop.db.write(null, async (tx) =>
    noteBackup(tx, {
      made_at: Date.now() - 9 * 86_400_000,
      place: 'there',
      bytes: 1,
      made_by: 'command',
    }),
  );
  const { findings, of } = await lines();
  const hook = findings.find(({ about }) => about.startsWith('webhook of'));
  assert.equal(hook?.state, 'warn');
  assert.match(hook?.what ?? '', /fails since 2026-01-02T03:04:05/);
  assert.match(of('backups', 'warn')?.what ?? '', /9 days old, in there/);
  const changed = `UPDATE migrations SET checksum = '00' WHERE number = 100`;
  await shop.db.write(null, async (tx) => tx.run(changed));
  assert.match((await lines()).of('database', 'fail')?.what ?? '', /says something else/);
  const add = `INSERT INTO migrations (number, name, applied_at) VALUES (9999, 'later', 1)`;
  await shop.db.write(null, async (tx) => tx.run(add));
  assert.match((await lines()).of('database', 'fail')?.what ?? '', /newer Kassa/);
});
