import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  makeAuthority,
  makeServerCertificate,
} from '../../../src/platform/machine/tls/certificate.ts';
import { newFolder } from '../../harness/copies.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { startShop } from '../../harness/shop.ts';

// Records can be right while something goes on failing. `kassa verify` says that too: somebody who
// asked it heard that everything was as it must be, three days after the last renewal.

const shop = await startShop();
const store = await shop.openStore();
const { data_dir, database_url } = shop.place;
const where = { KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
const change = (...statements: string[]) =>
  shop.db.write(null, async (tx) => {
    for (const sql of statements) await tx.run(sql);
  });

test('all is well: verify says so, and names nothing else', async () => {
  const { code, out } = await kassa(['verify'], where);
  assert.equal(code, 0, out);
  assert.match(out, /\nEverything is as it must be\.\n$/);
  assert.doesNotMatch(out, /^see to/m);
});

test('a job, an endpoint, a backup and a certificate that need a person are told beside records that are right', async () => {
  const { webhook_id } = await store.must('POST /create-webhook', {
    url: 'https://example.com/hook',
  });
  const now = Date.now();
  await change(
    `INSERT INTO failing_jobs (process, job, failing_since, failed_at, valid_until, problem)
       VALUES ('one', 'mails', ${now - 3_600_000}, ${now}, ${now + 3_600_000}, 'it is stuck')`,
    `UPDATE webhooks SET disabled_at = 1, disabled_reason = 'gone' WHERE webhook_id = '${webhook_id}'`,
    `UPDATE backup_schedule SET tried_at = 0, problem = 'the disk is not there'`,
  );
  const folder = newFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const authority = makeAuthority({
    name: 'Test',
    names: ['localhost'],
    now: new Date(),
    days: 90,
  });
  const made = makeServerCertificate({
    ...{ authority, names: ['localhost'], now: new Date(), days: 9 },
  });
  writeFileSync(cert, made.cert);
  writeFileSync(key, made.key);
  const settings = { KASSA_TLS_CERT: cert, KASSA_TLS_KEY: key, KASSA_BACKUP_DIR: newFolder() };
  const { code, out } = await kassa(['verify'], { ...where, ...settings });
  assert.equal(code, 0, 'no record is wrong');
  assert.match(out, /^see to job mails: has failed at every run since .*: it is stuck$/m);
  assert.match(out, new RegExp(`^see to webhook of .*: ${webhook_id} fails since `, 'm'));
  assert.match(out, /^see to scheduled backup: .*failed: the disk is not there$/m);
  assert.match(out, /^see to certificate: for localhost, ends in [89] days\n {8}renew it$/m);
  assert.match(out, /\nAll records are as they must be; what is said above needs a person\.\n$/);
  const told = JSON.parse((await kassa(['verify', '--json'], { ...where, ...settings })).out);
  assert.equal(told.ok, true);
  const about = told.needs_person.map((one: { about: string }) => one.about.split(' ')[0]);
  assert.deepEqual(about.slice(0, 4), ['job', 'webhook', 'scheduled', 'certificate']);
});
