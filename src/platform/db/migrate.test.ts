import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type EarlierVersion,
  earlierVersions,
  makeEarlier,
  makeEmpty,
} from '../../../test/care/upgrades/earlier-version.ts';
import { openAtOnce } from '../../../test/harness/open-at-once.ts';
import { schemaOf } from '../../../test/harness/schema.ts';
import { makePlace, type Place, startShop } from '../../../test/harness/shop.ts';
import { verify } from '../../care/verify/verify.ts';
import { compareSchema } from './compare-schema.ts';
import { migrationsOf } from './migrate.ts';
import { checksumOf, knownMigrations } from './migrations.ts';
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

test('four that start at once on the database of an earlier version take it over once', async () => {
  // Later ones move tables (53), change constraints (64), texts (65) and balances (66).
  await startFour((place) => makeEarlier(lastBefore(), place));
});

test('a database written by a newer Kassa is refused, in words', async () => {
  const shop = await startShop();
  await shop.db.write(null, async (tx) =>
    tx.run(`INSERT INTO migrations (number, name, applied_at) VALUES (9999, '9999-future', 0)`),
  );
  await assert.rejects(openDatabase(shop.place), /newer Kassa/);
});

test('a command makes a new database, but leaves one of an older Kassa as it is, which may be running', async () => {
  const [place, empty] = [await makePlace(), await makePlace()];
  try {
    await makeEarlier(lastBefore(), place);
    await assert.rejects(
      openDatabase(place, { only_new: true }),
      /is of an older Kassa\. Start this one, .* serve\. Until then, .* the older program/,
    );
    await (await openDatabase(place)).close();
    await (await openDatabase(place, { only_new: true })).close();
    await (await openDatabase(empty, { only_new: true })).close();
    await (await openDatabase(empty, { only_new: true })).close();
  } finally {
    await place.remove();
    await empty.remove();
  }
});

/** The last version before the baseline. */
function lastBefore(): EarlierVersion {
  const version = earlierVersions().find(({ name }) => name === '0090');
  assert(version);
  return version;
}

const SUMS = 'SELECT number, checksum FROM migrations ORDER BY number';
const sumsNow = () =>
  knownMigrations().map((one) => ({ number: one.number, checksum: checksumOf(one) }));

test('what each migration said is kept', async () => {
  const shop = await startShop();
  assert.deepEqual(await shop.db.reader(null).all(SUMS), sumsNow());
  assert.deepEqual(await compareSchema(shop.place), { lacks: [], has_besides: [] });
});

test('a migration that said something else when it was applied is refused, in words, and nothing is changed', async () => {
  const shop = await startShop();
  const change = `UPDATE migrations SET checksum = '00' WHERE number = 100`;
  await shop.db.write(null, async (tx) => tx.run(change));
  assert.equal(await migrationsOf(shop.db), 'changed');
  const before = await shop.everything();
  await assert.rejects(
    openDatabase(shop.place),
    /^Error: Migration 100 \(0100-schema\) is not the one that this database was made with/,
  );
  assert.equal(await shop.everything(), before);
});

/** A database of before, in which something is otherwise: it is refused, and as it was. */
async function refusedEarlier(change: string, sentence: RegExp): Promise<void> {
  const version = lastBefore();
  const place = await makePlace();
  try {
    await makeEarlier({ ...version, inserts: [...version.inserts, change] }, place);
    const before = await schemaOf(place);
    await assert.rejects(openDatabase(place), sentence);
    await assert.rejects(openDatabase(place), sentence);
    assert.deepEqual(await schemaOf(place), before);
  } finally {
    await place.remove();
  }
}

test('a database from before the baseline that lacks migrations is refused, and told which Kassa brings it there', () =>
  refusedEarlier(
    'DELETE FROM migrations WHERE number > 86',
    /^Error: This database is too old for this Kassa: it has migration 86, .* with 90\. Check out Kassa as of commit \w+, start it once/,
  ));

test('one that lacks an index or has a column of its own is refused, with what differs', async () => {
  await refusedEarlier(
    'DROP INDEX disputes_open',
    /^Error: The tables of this database are not those .*: it lacks index disputes_open on disputes/,
  );
  await refusedEarlier(
    'ALTER TABLE products ADD COLUMN color text',
    /^Error: The tables of this database are not those .*: it has column products\.color text besides/,
  );
});
