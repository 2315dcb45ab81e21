// Sells for some months with the code that is here and records what is in the database then, for
// test/care/upgrades/upgrades.test.ts:
//   npm run record            once for each new migration, with the commit that adds it
//   npm run record -- 48      named by this number, where a higher one came before it
// With recorded-shop.ts it can be copied into the checkout of an earlier version and run there.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { makePlace, Shop } from '../../harness/shop.ts';
import { sellForMonths } from './recorded-shop.ts';

const place = await makePlace();
writeFileSync(join(place.data_dir, 'secret'), `${'5a'.repeat(32)}\n`, { mode: 0o600 });
const shop = new Shop({ webhook_allow: ['127.0.0.0/8'] }, place);
await shop.open();
const kept = await sellForMonths(shop);
shop.agent.destroy();
await shop.app.close();
const db = new DatabaseSync(join(place.data_dir, 'kassa.db'), { readOnly: true });
const number = process.argv[2] ?? db.prepare('SELECT max(number) AS n FROM migrations').get()?.n;
const file = join(import.meta.dirname, '.', `${String(number).padStart(4, '0')}.sql.gz`);
const text = [
  `-- kept ${JSON.stringify({ ...kept, recorded_at: shop.now })}`,
  ...tables().flatMap(insertOf),
  ...searchTexts(),
].join('\n');
writeFileSync(file, gzipSync(`${text}\n`, { level: 9 }));
db.close();
await place.remove();
process.stdout.write(`${file}\n`);

function tables(): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
    AND name NOT LIKE 'search_texts%' ORDER BY name`;
  return db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

function insertOf(table: string): string[] {
  const select = db.prepare(`SELECT * FROM ${table}`);
  select.setReadBigInts(true);
  const rows = select.all();
  if (rows.length === 0) return [];
  const names = Object.keys(rows[0] ?? {}).join(', ');
  const values = rows.map((row) => `  (${Object.values(row).map(literal).join(', ')})`);
  return [`INSERT INTO ${table} (${names}) VALUES\n${values.join(',\n')};`];
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'bigint') return String(value ?? 'NULL');
  assert(typeof value === 'string' && !/^(-- |INSERT INTO )/m.test(value), String(value));
  return `'${value.replaceAll("'", "''")}'`;
}

/** The index has no texts, only their words. */
function searchTexts(): string[] {
  db.exec('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search_texts, instance)');
  const rows = db.prepare('SELECT rowid, record_id FROM search_texts ORDER BY rowid').all();
  const words = db.prepare('SELECT doc, col, term FROM temp.words ORDER BY doc, col, term').all();
  return rows.map(({ rowid, record_id }) => {
    const [title, body] = ['title', 'body'].map((column) =>
      words.filter(({ doc, col }) => doc === rowid && col === column).map(({ term }) => term),
    );
    return `-- search ${rowid} ${record_id} | ${title?.join(' ')} | ${body?.join(' ')}`;
  });
}
