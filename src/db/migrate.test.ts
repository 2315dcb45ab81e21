import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlierVersions, makeEarlier, makeEmpty } from '../../test/earlier-version.ts';
import { makePlace, type Place, startShop } from '../../test/harness.ts';
import { openAtOnce } from '../../test/open-at-once.ts';
import { schemaOf } from '../../test/schema.ts';
import { verify } from '../verify/verify.ts';
import { compareSchema } from './compare-schema.ts';
import { migrationsOf } from './migrate.ts';
import { checksumOf, knownMigrations, newestMigration } from './migrations.ts';
import { openDatabase } from './open.ts';

test('starting twice changes nothing; several at once wait for each other', async () => {
  const shop = await startShop();
  const before = await shop.everything();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(shop.place)));
  for (const db of opened) await db.close();
  assert.equal(await shop.everything(), before);
});

/** Four of them start at once; then the database is as one that was made alone. */
async function startFour(make: (place: Place) => Promise<void>): Promise<void> {
  const [place, alone] = [await makePlace(), await makePlace()];
  try {
    await make(place);
    await openAtOnce(place, 4);
    assert.deepEqual(await schemaOf(place), await schemaOf(alone));
    const [db, other] = [await openDatabase(place), await openDatabase(alone)];
    const numbers = 'SELECT number FROM migrations ORDER BY number';
    assert.deepEqual(await db.reader(null).all(numbers), await other.reader(null).all(numbers));
    assert.deepEqual(await db.selfCheck(), []);
    const checks = await verify(db, { progress: () => {} });
    assert.deepEqual(
      checks.flatMap(({ violations }) => violations),
      [],
    );
    await db.close();
    await other.close();
  } finally {
    await place.remove();
    await alone.remove();
  }
}

test('four that start at once on an empty database make every table once', () =>
  startFour(makeEmpty));

test('four that start at once on the database of an earlier version apply each migration once', async () => {
  // Later ones move tables (53), change constraints (64), texts (65) and balances (66).
  const version = earlierVersions().find(({ name }) => name === '0050');
  assert(version);
  await startFour((place) => makeEarlier(version, place));
});

test('a database written by a newer Kassa is refused, in words', async () => {
  const shop = await startShop();
  await shop.db.write(null, async (tx) =>
    tx.run(`INSERT INTO migrations (number, name, applied_at) VALUES (9999, '9999-future', 0)`),
  );
  await assert.rejects(openDatabase(shop.place), /newer Kassa/);
});

test('a command makes a new database, but leaves one of an older Kassa as it is, which may be running', async () => {
  const shop = await startShop();
  const newest = 'SELECT max(number) AS number FROM migrations';
  const [last] = await shop.db.reader(null).all<{ number: number }>(newest);
  assert.equal(Number(last?.number), newestMigration());
  const forget = 'DELETE FROM migrations WHERE number = :number';
  await shop.db.write(null, async (tx) => tx.run(forget, { number: newestMigration() }));
  const before = await shop.everything();
  await assert.rejects(
    openDatabase(shop.place, { only_new: true }),
    /is of an older Kassa\. Start this one, .* serve\. Until then, .* the older program/,
  );
  assert.equal(await shop.everything(), before);

  const empty = await makePlace();
  try {
    await (await openDatabase(empty, { only_new: true })).close();
    await (await openDatabase(empty, { only_new: true })).close();
  } finally {
    await empty.remove();
  }
});

const SUMS = 'SELECT number, checksum FROM migrations ORDER BY number';
const sumsNow = () =>
  knownMigrations().map((one) => ({ number: one.number, checksum: checksumOf(one) }));

test('what each migration said is kept: of a database that had some before they were kept, too', async () => {
  const version = earlierVersions().find(({ name }) => name === '0069-first');
  assert(version);
  const [place, alone] = [await makePlace(), await makePlace()];
  await makeEarlier(version, place);
  for (const where of [place, alone]) {
    const db = await openDatabase(where);
    assert.deepEqual(await db.reader(null).all(SUMS), sumsNow());
    await db.close();
    assert.deepEqual(await compareSchema(where), { lacks: [], has_besides: [] });
    await where.remove();
  }
});

test('a migration that said something else when it was applied is refused, in words, and nothing is changed', async () => {
  const shop = await startShop();
  const change = `UPDATE migrations SET checksum = '00' WHERE number = 69`;
  await shop.db.write(null, async (tx) => tx.run(change));
  assert.equal(await migrationsOf(shop.db), 'changed');
  const before = await shop.everything();
  await assert.rejects(
    openDatabase(shop.place),
    /^Error: Migration 69 \(0069-refunds-of-a-period\) is not the one that this database was made with/,
  );
  assert.equal(await shop.everything(), before);
});

test('moving the licenses to another table (migration 6) keeps them, their machines and their rules', async () => {
  const shop = await startShop();
  const { newKey, activate, deactivate, validate } = await shop.openStore();
  const license_key = await newKey();
  const { instance } = await activate(license_key, 'Laptop', 'print-1');
  const gone = await activate(license_key, 'Desktop', 'print-2');
  const freed = await deactivate(license_key, gone.instance.instance_id);

  const before = await shop.everything();
  // As it was then, without what later migrations added to the table. By which part of a key a
  // license is found is made again by a job.
  const again = [
    'ALTER TABLE licenses DROP COLUMN certificate_days',
    'ALTER TABLE subscriptions DROP COLUMN grace_ends_at',
    'DROP INDEX licenses_without_entry',
    'ALTER TABLE licenses DROP COLUMN search_entry',
    'ALTER TABLE licenses DROP COLUMN extra_activations',
    'ALTER TABLE licenses DROP COLUMN lacks_plan',
    'ALTER TABLE licenses DROP COLUMN whole_places',
    'ALTER TABLE licenses DROP COLUMN partial_since',
    ...(shop.place.database_url === undefined
      ? ["DELETE FROM sqlite_stat1 WHERE idx = 'licenses_without_entry'"]
      : []),
    'DELETE FROM migrations WHERE number IN (6, 14, 36, 68, 83)',
  ];
  await shop.db.write(null, async (tx) => {
    for (const sql of again) await tx.run(sql);
  });
  await (await openDatabase(shop.place)).close();
  const withoutTimes = (text: string) =>
    text.replace(/"applied_at":\d+/g, '').replace(/("license_id".*"search_entry":)\d+/g, '$1null');
  assert.equal(withoutTimes(await shop.everything()), withoutTimes(before));
  assert.deepEqual(await shop.db.selfCheck(), []);

  assert.equal((await validate(license_key, { fingerprint: 'print-1' })).code, 'valid');
  assert.deepEqual((await activate(license_key, 'Laptop', 'print-1')).instance, instance);
  assert.deepEqual(await deactivate(license_key, gone.instance.instance_id), freed);
  const orphan = 'DELETE FROM licenses';
  await assert.rejects(
    shop.db.write(null, async (tx) => tx.run(orphan)),
    /foreign key/i,
  );
});
