import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { compactJob } from '../../../jobs/compact-database.ts';
import { createJobFailures } from '../../../jobs/failures.ts';
import { startJobs } from '../../../jobs/runner.ts';
import { makeStore } from '../../../shop/store/make-store.ts';
import { createLog } from '../../core/log.ts';
import type { Database, Tx } from '../database.ts';
import { migrateSqlite } from '../migrate.ts';
import { openSqlite } from './sqlite.ts';

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-sqlite-'));
  const path = join(folder, 'kassa.db');
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
  await withDatabase(async (db) => {
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

test('writes of several turns share a commit, but not without end; whoever writes alone waits for nobody', async () => {
  await withDatabase(async (db) => {
    let number = 1_000;
    const write = () => db.write(null, async (tx) => add(tx, number++, 'x'));
    const { limits, counts } = db.commits.writes;
    const fiveToEight = () => counts[limits.indexOf(8)];
    // A turn may be so long on a busy machine that the batch has begun before all have come.
    while (fiveToEight() === 0) {
      const writes = [write(), write()];
      for (let turn = 0; turn < 6; turn++) {
        await setImmediate();
        writes.push(write());
      }
      await Promise.all(writes);
    }
    assert.equal(fiveToEight(), 1);

    let is_over = false;
    const [first, ...others] = [write(), write()];
    void first.then(() => {
      is_over = true;
    });
    for (; !is_over; await setImmediate()) others.push(write());
    await Promise.all(others);

    await write();
    await setImmediate();
    let has_turned = false;
    const turning = setImmediate().then(() => {
      has_turned = true;
    });
    await write();
    assert.equal(has_turned, false);
    await turning;
  });
});

test('numbers are taken after a text has left the search index, whose last row number is above 2^53', async () => {
  await withDatabase(async (db) => {
    const shop = { name: 'Shop', mode: 'test', now: 0 } as const;
    const { store_id } = await db.write(null, (tx) => makeStore(tx, shop));
    const text = { record_id: 'prod_1', scope: '1p', title: ['editor'], body: [] };
    const index = (tx: Tx) => Promise.all(Array.from({ length: 300 }, () => tx.index(text)));
    const entries = await db.write(null, index);
    await db.write(null, async (tx) => {
      for (const entry of entries) await tx.run(FORGET, { entry });
    });
    const taken = await db.write({ store_id }, async (tx) => {
      const take = () => tx.maybe(COUNT_UP, { count: 2 });
      return [await take(), await take(), await tx.takeEventNumbers(3)];
    });
    assert.deepEqual(taken, [{ last_position: 2 }, { last_position: 4 }, 3]);
  });
});

const FORGET = 'DELETE FROM search_texts WHERE rowid = :entry';
const COUNT_UP = `INSERT INTO invoice_series (store_id, prefix, next_number, last_position, last_issued_on)
  VALUES (:store_id, 'A', 1, :count, '') ON CONFLICT (store_id) DO UPDATE
  SET last_position = invoice_series.last_position + excluded.last_position
  RETURNING last_position`;

test('a write after the end is refused, and nothing else happens', async () => {
  let ended: Database | undefined;
  await withDatabase(async (db) => {
    ended = db;
  });
  await assert.rejects(
    async () => ended?.write(null, async (tx) => add(tx, 1_000, 'x')),
    /not open/,
  );
});

test('pieces of the search index are joined once no text is written, and everything is found as before', async () => {
  await withDatabase(async (db) => {
    const PIECES = `SELECT COUNT(DISTINCT segid) AS count FROM search_texts_idx`;
    const pieces = async () => (await db.reader(null).maybe<{ count: number }>(PIECES))?.count;
    const query = { scopes: ['1p'], words: ['editor'], last_is_prefix: false, title_only: true };
    const FIND = `SELECT record_id FROM search_texts WHERE search_texts MATCH :match ORDER BY rowid`;
    const find = () => db.reader(null).all(FIND, { match: db.reader(null).match(query, []) });
    for (let at = 0; at < 12; at++) {
      const text = { record_id: `prod_${at}`, scope: '1p', title: ['editor', `n${at}`], body: [] };
      await db.write(null, async (tx) => tx.index(text));
    }
    const found = await find();
    assert.equal(found.length, 12);
    assert.equal(await pieces(), 12);
    assert.equal(await db.compact(), false, 'a text has just been written');
    assert.equal(await pieces(), 12);

    const compacting = startJobs([compactJob(db)], {
      log: createLog('off'),
      mayRunJobs: () => true,
      failures: createJobFailures(Date.now, db),
    });
    for (let number = 1_000; (await pieces()) !== 1; number++) {
      await db.write(null, async (tx) => add(tx, number, 'other writes go on'));
      await sleep(50);
    }
    await compacting.stop();
    assert.equal(await db.compact(), false, 'nothing is left to do');
    assert.deepEqual(await find(), found);
    assert.deepEqual(await db.selfCheck(), []);
  });
});

test('a parameter after LIMIT stands in a CAST: bare, it would have the statement planned anew each time', async () => {
  await withDatabase(async (db) => {
    const EXPLAIN = 'EXPLAIN SELECT number FROM migrations ORDER BY number LIMIT :limit';
    const steps = await db.reader(null).all<{ opcode: string }>(EXPLAIN, { limit: 1 });
    assert.ok(steps.some(({ opcode }) => opcode === 'Cast'));
  });
});

test('what is written needs no table of its own for a list in a constraint: that took a third of a purchase', async () => {
  await withDatabase(async (db) => {
    const TABLES = `SELECT t.name, group_concat(c.name) AS columns, group_concat('NULL') AS given
      FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name`;
    const reader = db.reader(null);
    const tables = await reader.all<{ name: string; columns: string; given: string }>(TABLES);
    assert.ok(tables.some(({ name }) => name === 'transactions'));
    for (const { name, columns, given } of tables) {
      const INSERT = `EXPLAIN INSERT INTO ${name} (${columns}) VALUES (${given})`;
      const steps = await reader.all<{ opcode: string }>(INSERT);
      const made = steps.filter(({ opcode }) => opcode === 'OpenEphemeral').length;
      assert.equal(made, 0, `a list of three or more values in ${name}: write "a = x OR a = y"`);
    }
  });
});
