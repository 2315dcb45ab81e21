import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Database, Tx } from './database.ts';
import { migrateSqlite } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-sqlite-'));

async function withDatabase(name: string, work: (db: Database) => Promise<void>): Promise<void> {
  const path = join(folder, `${name}.db`);
  migrateSqlite(path);
  const db = openSqlite(path);
  await work(db).finally(() => db.close());
  rmSync(folder, { recursive: true, force: true });
}

const add = (tx: Tx, number: number, text: string) =>
  tx.run('INSERT INTO migrations (number, name, applied_at) VALUES (:number, :text, 0)', {
    number,
    text,
  });

test('a full disk: whoever is told no has left nothing behind, and the log learns why', async () => {
  await withDatabase('full', async (db) => {
    const pages = await db.reader(null).maybe<{ page_count: number }>('PRAGMA page_count');
    await db.write(null, async (tx) =>
      tx.maybe(`PRAGMA max_page_count = ${(pages?.page_count ?? 0) + 8}`),
    );
    const sizes = [10, 50_000, 10, 10, 20_000, 10];
    const writes = sizes.map((size, at) =>
      db.write(null, async (tx) => {
        await add(tx, 1_000 + at, 'x'.repeat(size));
        if (at === 0) throw new Error('no'); // So that the batch runs again, with savepoints.
      }),
    );
    const results = await Promise.allSettled(writes);
    const kept = await db
      .reader(null)
      .all<{ number: number }>(
        'SELECT number FROM migrations WHERE number >= 1000 ORDER BY number',
      );
    const told = results.flatMap((result, at) =>
      result.status === 'fulfilled' ? [1_000 + at] : [],
    );
    assert.deepEqual(
      kept.map((row) => row.number),
      told,
    );
    const reasons = results.map((result) =>
      result.status === 'rejected' ? String(result.reason) : '',
    );
    assert.ok(
      reasons.some((reason) => /disk is full/.test(reason)),
      reasons.join('\n'),
    );
    assert.equal(await db.write(null, async (tx) => add(tx, 2_000, 'small')), 1);
  });
});
