import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

const ENTRIES = 50_000;
const TIMES = 7;

test('FTS5 begins at a bound that is a whole number, and node:sqlite binds none: hence the CAST', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE VIRTUAL TABLE texts USING fts5(body)');
  db.exec(`WITH RECURSIVE entries(entry) AS (
      SELECT 1 UNION ALL SELECT entry + 1 FROM entries WHERE entry < ${ENTRIES})
    INSERT INTO texts (rowid, body) SELECT entry, 'word' FROM entries`);
  const deepPage = (bound: string) => {
    const page = db.prepare(`SELECT rowid FROM texts WHERE texts MATCH 'word' AND rowid < ${bound}
      ORDER BY rowid DESC LIMIT 3`);
    const took = Array.from({ length: TIMES }, () => {
      const started = performance.now();
      assert.deepEqual(
        page.all(100).map(({ rowid }) => rowid),
        [99, 98, 97],
      );
      return performance.now() - started;
    });
    return Math.min(...took);
  };
  const [as_bound, as_whole] = [deepPage('?'), deepPage('CAST(? AS bigint)')];
  assert.ok(as_whole * 3 < as_bound, `${as_whole} and ${as_bound} ms`);
  db.close();
});
