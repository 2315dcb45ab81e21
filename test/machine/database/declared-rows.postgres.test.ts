import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from 'pg';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { type Declared, declaredTexts, type Rows } from '../../../src/platform/db/rows.ts';
import { createTranslator, type Statement } from '../../../src/platform/db/statement.ts';
import { connectBeside } from '../../harness/postgres.ts';
import { makePlace, type Place } from '../../harness/shop.ts';

// What statements declare of their rows (decision 114), compared with the plans of PostgreSQL.

const SRC = join(import.meta.dirname, '../../../src');
const translate = createTranslator('$', (sql) =>
  sql.replace('MATCH :match', '@@ CAST(:match AS tsquery)'),
);

let place: Place;
let sql: Client;
before(async () => {
  for (const path of globSync('**/*.sql.ts', { cwd: SRC })) await import(join(SRC, path));
  place = await makePlace();
  await openDatabase(place).then((db) => db.close()); // It makes the tables.
  sql = await connectBeside(place.database_url);
  // As batches have it planned.
  await sql.query(
    'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off',
  );
});
after(async () => {
  await sql.end();
  await place.remove();
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Operation?: string;
  'Conflict Arbiter Indexes'?: string[];
  Plans?: Node[];
  [condition: string]: unknown;
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf({ text }: Statement): Promise<Node[]> {
  const { rows } = await sql.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

/** What is true of every row that a scan of a table finds, such as `customer_id = $2`. */
const conditionsOf = (node: Node): string[] =>
  Object.entries(node)
    .filter(([name]) => name.endsWith('Cond') || name.endsWith('Filter'))
    .flatMap(([, condition]) => parts(String(condition)))
    .concat((node.Plans ?? []).filter((one) => !one['Relation Name']).flatMap(conditionsOf));

/** `((a = $1) AND ((b = $2) OR (c = $3)))`: the parts on which all depends. */
function parts(condition: string): string[] {
  const inner = condition.slice(1, -1);
  const all = [''];
  let depth = 0;
  for (const word of inner.split(' ')) {
    if (word === 'AND' && depth === 0) all.push('');
    else all.push(`${all.pop()} ${word}`.trim());
    depth += word.split('(').length - word.split(')').length;
  }
  return all.filter((part) => !part.includes(' OR '));
}

/** Whether a scan finds no other rows than those with the declared values. */
function isFoundBy(node: Node, { columns }: Rows, { names }: Statement): boolean {
  const conditions = conditionsOf(node);
  return columns.every(({ column, parameter }) => {
    const place = `\\$${names.indexOf(parameter) + 1}\\b`;
    const equal = new RegExp(`^\\(?${column}\\)?(?:::\\w+)? = (?:\\(?${place}|\\w+\\.\\w+\\)?$)`);
    return conditions.some((one) => equal.test(one));
  });
}

/** A table whose rows never change has none to save: that text is never used. */
const NOTHING_TO_SAVE = /\bSET\s*$/;
const textsOf = () => [...declaredTexts()].filter(([text]) => !NOTHING_TO_SAVE.test(text));

const CHANGING = ['Insert', 'Update', 'Delete'];

/** What is said that is not so. */
async function wrongIn(text: string, { rows }: Declared): Promise<string[]> {
  const statement = translate(text);
  const nodes = await planOf(statement);
  const changing = nodes.filter(({ Operation }) => CHANGING.includes(`${Operation}`));
  const changed = changing.map((node) => `${node['Relation Name']}`);
  const is_locking = nodes.some((node) => node['Node Type'] === 'LockRows');
  const wrong: string[] = [];
  for (const table of new Set(changed)) {
    const is_said = rows.some((one) => one.table === table && /changes|adds/.test(one.kind));
    if (!is_said) wrong.push(`it changes ${table}`);
  }
  for (const { kind, table } of rows) {
    if ((kind === 'changes' || kind === 'adds') && !changed.includes(table)) {
      wrong.push(`it does not change ${table}`);
    }
    if (kind === 'adds' && !changing.every(({ Operation }) => Operation === 'Insert')) {
      wrong.push(`it does not only add to ${table}`);
    }
    if (kind === 'adds' && changing.some((node) => node['Conflict Resolution'] !== undefined)) {
      wrong.push(`rows of ${table} may be there already`);
    }
  }
  if (is_locking !== rows.some(({ kind }) => kind === 'locks')) wrong.push('locks');
  for (const node of nodes.filter((one) => one['Relation Name'] && !one.Operation)) {
    const table = node['Relation Name'];
    const found = rows.filter((one) => one.table === table);
    if (found.length === 0) wrong.push(`it reads ${table}`);
    else if (!found.some((one) => isFoundBy(node, one, statement))) {
      wrong.push(`${table} by ${conditionsOf(node).join(', ') || 'nothing'}`);
    }
  }
  return wrong.map((one) => `${one} in ${text.replace(/\s+/g, ' ').trim()}`);
}

test('statements lock, change and read no other rows than they declare', async () => {
  const texts = textsOf();
  assert.ok(texts.length > 200, `${texts.length}`);
  const wrong: string[] = [];
  for (const [text, declared] of texts) wrong.push(...(await wrongIn(text, declared)));
  assert.deepEqual(wrong, []);
});

test('what finds a row that may be there already is what is declared of it', async () => {
  const { rows: indexes } = await sql.query<{ name: string; columns: string[] }>(INDEXES);
  const wrong: string[] = [];
  for (const [text, { rows }] of textsOf()) {
    const [changing] = (await planOf(translate(text))).filter(({ Operation }) => Operation);
    for (const name of changing?.['Conflict Arbiter Indexes'] ?? []) {
      const found_by = indexes.find((one) => one.name === name)?.columns ?? [];
      const columns = rows[0]?.columns.map(({ column }) => column) ?? [];
      if (columns.some((column) => !found_by.includes(column))) wrong.push(`${name}: ${columns}`);
    }
  }
  assert.deepEqual(wrong, []);
});

const INDEXES = `SELECT i.indexrelid::regclass::text AS name, array_agg(a.attname::text) AS columns
  FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indexrelid GROUP BY 1`;
