import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { doctor } from '../../../src/commands/doctor/doctor.ts';
import { lookAtMachine, roomIn } from '../../../src/commands/doctor/machine.ts';
import { createOutput } from '../../../src/commands/output.ts';
import { DAY_MS } from '../../../src/platform/core/time.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import {
  makeAuthority,
  makeServerCertificate,
} from '../../../src/platform/machine/tls/certificate.ts';
import { localCertificate } from '../../../src/platform/machine/tls/local-certificate.ts';
import { noteBackup } from '../../../src/shop/store/backup.sql.ts';
import {
  addAcmeCertificate,
  saveAcmeCertificate,
} from '../../../src/start/certificates/acme-certificate.sql.ts';
import { backUp, newFolder, restoreTo } from '../../harness/copies.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { startStripeShop } from '../../harness/sales/stripe-shop.ts';
import { startMailServer } from '../../stand-ins/mail-server.ts';

// What `kassa doctor` says about a shop and its backups, line by line.

const { shop, stand_in } = await startStripeShop();
const folder = newFolder();

async function lines(more: Record<string, string> = {}) {
  const { data_dir, database_url } = shop.place;
  const found = await lookAtDatabase(
    readSettings({
      ...{ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' },
      ...{ KASSA_STRIPE_API: stand_in.url, ...more },
    }),
  );
  for (const { state, todo, about } of found) assert.equal(todo === null, state === 'ok', about);
  return (about: string, state: string): string =>
    found.find((one) => one.about.startsWith(about) && one.state === state)?.what ??
    `no ${state} line about ${about}: ${JSON.stringify(found)}`;
}

test('backups: none, checked, not checked, gone, and the space for the next one', async () => {
  const none = await lines();
  assert.match(none('backups', 'warn'), /none was made/);
  assert.match(none('checked backup', 'ok'), /no ok line/);
  const ahead = { made_at: Date.now() + 9e9, bytes: 1, made_by: 'noted' as const, place: 'tape' };
  await shop.db.write(null, async (tx) => noteBackup(tx, ahead));
  assert.match((await lines())('backups', 'warn'), /none is known but of times to come/);
  const quick = await backUp(shop.place, [folder, '--quick']);
  assert.match((await lines())('checked backup', 'warn'), /of none were all records checked/);
  await backUp(shop.place, [folder]);
  const now = await lines({ KASSA_BACKUP_DIR: folder });
  assert.match(now('backups', 'ok'), /0 days old, in /);
  assert.match(now('checked backup', 'ok'), /every record was checked is 0 days old/);
  assert.match(now('space for backups', 'ok'), /GB free in /);
  const nowhere = await lines({ KASSA_BACKUP_DIR: join(folder, 'nowhere') });
  assert.match(nowhere('space for backups', 'fail'), /cannot be written/);
  const again = { made_at: Date.now() + 1000, bytes: 1, made_by: 'command' as const };
  await shop.db.write(null, async (tx) => noteBackup(tx, { ...again, place: quick.place }));
  rmSync(join(quick.place, 'manifest.json'));
  assert.match((await lines())('checked backup', 'fail'), /is not a backup of Kassa/);
  rmSync(quick.place, { recursive: true });
  assert.match((await lines())('checked backup', 'warn'), /the newest is not in/);
});

test('backups: older than two days to the hour, dated ahead, a try that failed, no folder', async () => {
  const noteAlone = (age_ms: number, place: string) =>
    shop.db.write(null, async (tx) => {
      await tx.run('DELETE FROM backups');
      await noteBackup(tx, { made_at: Date.now() - age_ms, place, bytes: 1, made_by: 'command' });
    });
  const { place } = await backUp(shop.place, [newFolder()]);
  await noteAlone(2 * DAY_MS + 3_600_000, place);
  assert.match((await lines())('backups', 'warn'), /^the newest is 2 days old/);
  await noteAlone(2 * DAY_MS - 3_600_000, place);
  assert.match((await lines())('backups', 'ok'), /^the newest is 1 day old/);
  await noteAlone(-3 * DAY_MS, place);
  assert.match(
    (await lines())('checked backup', 'warn'),
    /are dated ahead: their age is not known/,
  );
  await noteAlone(-600_000, place);
  assert.match((await lines())('checked backup', 'ok'), /is 0 days old$/);

  const failTry = (problem: string | null) =>
    shop.db.write(null, async (tx) =>
      tx.run('UPDATE backup_schedule SET tried_at = 0, problem = :problem', { problem }),
    );
  await failTry('The disk of /mnt/b is full: the backup was not made.');
  const scheduled = await lines({ KASSA_BACKUP_DIR: dirname(place) });
  assert.match(scheduled('scheduled backup', 'fail'), /at 1970-.*failed: The disk of \/mnt\/b is/);
  assert.match((await lines())('scheduled backup', 'fail'), /^no fail line/, 'no schedule');
  await failTry(null);

  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const on_file = await lines({ KASSA_BACKUP_DIR: file });
  assert.match(on_file('space for backups', 'fail'), /is a file, not a folder/);
});

test('the disk: enough room, little, and almost none', () => {
  const GB = 1_000_000_000;
  const room = (free: number, all: number) =>
    roomIn('/data', { bavail: free / 1000, blocks: all / 1000, bsize: 1000 });
  assert.equal(room(1.5 * GB, 10 * GB).state, 'ok');
  assert.equal(room(50 * GB, 1000 * GB).state, 'ok');
  const little = room(1.5 * GB, 100 * GB);
  assert.deepEqual([little.state, little.what], ['warn', '1.5 GB free (2 %) in /data']);
  const none = room(0.1 * GB, 0.5 * GB);
  assert.deepEqual([none.state, none.what], ['fail', '0.1 GB free (20 %) in /data']);
  assert.match(none.todo ?? '', /soon nothing can be stored/);
});

test('the log of SQLite: of an ordinary size, and a large one', async () => {
  const data_dir = newFolder();
  const { place } = await backUp(shop.place, [newFolder(), '--quick']);
  await restoreTo(data_dir, [place, '--quick']);
  const log = join(data_dir, 'kassa.db-wal');
  const own = () => lines({ KASSA_DATA_DIR: data_dir, DATABASE_URL: '' });
  writeFileSync(log, '');
  assert.match((await own())('log', 'ok'), /^0\.0 MB beside the database$/);
  truncateSync(log, 300_000_000); // Zeros, which take no room: nothing is in it.
  assert.match((await own())('log', 'warn'), /^300\.0 MB beside the database$/);
});

test('a certificate by ACME: not yet, refused, there, and not renewed', async () => {
  const directory = 'https://acme.example/directory';
  const acme = {
    ...{ KASSA_DOMAIN: 'shop.example.com', KASSA_ACME_DIRECTORY: directory },
    KASSA_BASE_URL: 'https://shop.example.com',
  };
  const about = async (state: string) => (await lines(acme))('certificate', state);
  assert.equal(await about('fail'), 'has not come yet');
  const named = { domain: 'shop.example.com', directory };
  const row = {
    ...{ ...named, account_key: 'x', certificate: null, certificate_key: null },
    ...{ claimed_by: null, claimed_until: 0, next_order_at: 0, failures: 1, challenge: null },
    problem: 'port 443 must be open',
  };
  await shop.db.write(null, async (tx) => addAcmeCertificate(tx, row));
  assert.equal(await about('fail'), 'port 443 must be open');
  const names = [named.domain];
  const authority = makeAuthority({ name: 'Test', names, now: new Date(), days: 90 });
  const { cert } = makeServerCertificate({ authority, names, now: new Date(), days: 9 });
  const come = { ...row, certificate: cert, problem: null };
  await shop.db.write(null, async (tx) => saveAcmeCertificate(tx, come));
  assert.match(await about('ok'), /^for shop\.example\.com, ends in [89] days$/);
  await shop.db.write(null, async (tx) => saveAcmeCertificate(tx, { ...come, problem: 'no way' }));
  assert.equal(await about('warn'), 'is not renewed: no way');
});

test('a mail server that takes mails, and one that does not take the password; nothing is sent', async () => {
  const server = await startMailServer(join(folder, 'arrived'), { user: 'ada', password: 'right' });
  atEndOfFile(() => server.stop());
  const aboutMail = async (password: string) => {
    const printed: string[] = [];
    const settings = readSettings({
      ...{ KASSA_DATA_DIR: shop.place.data_dir, DATABASE_URL: shop.place.database_url ?? '' },
      KASSA_SMTP_URL: `smtp://ada:${password}@127.0.0.1:${server.port}`,
      ...{ KASSA_MAIL_FROM: 'shop@example.com', KASSA_STRIPE_API: stand_in.url },
    });
    await doctor(
      settings,
      createOutput(true, (line) => printed.push(line)),
      { has_colors: false },
    );
    const { findings } = JSON.parse(printed.join());
    return findings.find((one: { about: string }) => one.about === 'mail');
  };
  const right = await aboutMail('right');
  assert.deepEqual([right.state, right.what], ['ok', `127.0.0.1:${server.port} takes mails`]);
  const wrong = await aboutMail('wrong');
  assert.equal(wrong.state, 'fail');
  assert.match(wrong.todo, /KASSA_SMTP_URL/);
  assert.deepEqual(server.arrived(), []);
});

test('a mail server with a certificate of nobody is taken on this machine, unless a good one is asked for', async () => {
  const { cert, key } = localCertificate(newFolder(), Date.now());
  const server = await startMailServer(join(newFolder(), 'arrived'), { cert, key });
  atEndOfFile(() => server.stop());
  const aboutMail = async (more: string) => {
    const { out } = await kassa(['doctor', '--json'], {
      KASSA_DATA_DIR: newFolder(),
      KASSA_SMTP_URL: `smtp://localhost:${server.port}${more}`,
      KASSA_MAIL_FROM: 'shop@example.com',
    });
    return JSON.parse(out).findings.find((one: { about: string }) => one.about === 'mail');
  };
  assert.equal((await aboutMail('')).state, 'ok');
  const asked = await aboutMail('?tls=required');
  assert.match(asked.what, /certificate/);
  assert.match(asked.todo, /\?ca= in KASSA_SMTP_URL; .*\?tls=optional/);
});

test('a restore that has begun, that waits for its last step, and none', () => {
  const data_dir = newFolder();
  const about = () =>
    lookAtMachine(readSettings({ KASSA_DATA_DIR: data_dir })).find(
      (one) => one.about === 'restore',
    );
  assert.equal(about(), undefined);
  mkdirSync(join(data_dir, '.restore'));
  assert.match(about()?.what ?? '', /has changed nothing so far/);
  const plan = { backup: '/mnt/backups/one', old: [], aside: 'aside', files: [] };
  writeFileSync(join(data_dir, '.restore', 'plan.json'), JSON.stringify(plan));
  assert.equal(about()?.state, 'fail');
  assert.match(about()?.what ?? '', /^that of \/mnt\/backups\/one is not finished/);
});

test('a folder of another user: whose it is not, not a secret that is lost', async () => {
  const data_dir = newFolder();
  writeFileSync(join(data_dir, 'secret'), `${'5a'.repeat(32)}\n`, { mode: 0o600 });
  const settings = readSettings({ KASSA_DATA_DIR: data_dir });
  chmodSync(data_dir, 0);
  const is_root = process.getuid?.() === 0;
  if (is_root) process.seteuid?.(65534); // Root may read everything.
  const found = lookAtMachine(settings);
  if (is_root) process.seteuid?.(0);
  chmodSync(data_dir, 0o700);
  for (const about of ['disk', 'secret', 'certificate']) {
    const one = found.find((line) => line.about === about);
    assert.match(one?.what ?? '', /^the user \S+ may not read and write /, about);
    assert.match(one?.todo ?? '', /as the user that Kassa runs as/, about);
  }
  const ours = lookAtMachine(settings).find(({ about }) => about === 'secret');
  assert.equal(ours?.state, 'ok');
});

test('a certificate of this machine that cannot be used: Kassa makes another by itself', () => {
  const data_dir = newFolder();
  localCertificate(data_dir, Date.now() + 300 * DAY_MS); // The clock was ahead.
  const settings = readSettings({ KASSA_DATA_DIR: data_dir });
  const about = () => lookAtMachine(settings).find((line) => line.about === 'certificate');
  assert.match(about()?.what ?? '', /^it begins at /);
  assert.match(about()?.todo ?? '', /^start Kassa, which makes another/);
  localCertificate(data_dir, Date.now());
  assert.equal(about()?.state, 'ok');
  writeFileSync(join(data_dir, 'tls', 'ca.key'), 'cut off');
  assert.match(about()?.what ?? '', /ca\.key cannot be used: the private key is not in PEM format/);
  assert.match(about()?.todo ?? '', /remove both and start Kassa/);
});
