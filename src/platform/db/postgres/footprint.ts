import { COUNTS_UP } from '../table.ts';
import { atDepth0, impliedBy, UNCLEAR } from './implied.ts';

/**
 * Which rows a statement reads, locks or changes, as far as its text tells: all rows of a table
 * whose columns equal these parameters. Used to keep writes of one batch apart as row locks would.
 */
export interface Touch {
  table: string;
  kind: 'read' | 'lock' | 'change';
  /** Columns that have the value of a parameter, and its position. Empty: any row of the table. */
  equals: { column: string; at: number }[];
  /** Others that do the same to the row need not wait: see countsUp. */
  counts_up: boolean;
}

export interface Footprint {
  touches: Touch[];
  /** Whether it locks or changes rows that may be there already. A new row is nobody else's. */
  takes_rows: boolean;
  writes: boolean;
}

/** Undefined if the statement has a form that is not understood here: it is then run alone. */
export function footprintOf(sql: string, names: readonly string[]): Footprint | undefined {
  const text = sql
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim();
  const is_locking = text.includes(' FOR UPDATE');
  const counts_up = COUNTS_UP.test(text);
  const plain = text
    .replace(LOCKING, '')
    .replace(COUNTS_UP, '')
    .replaceAll('DO UPDATE SET', 'DO SET');
  if (COMMA_JOIN.test(plain)) return undefined;
  const own = new Set([...plain.matchAll(CTE)].map(([, name]) => name));
  const found = tablesIn(plain).filter(({ table }) => !own.has(table));
  const outer = atDepth0(plain);
  if (/^UPDATE .* FROM /.test(outer)) return undefined;
  const is_simple = /^(SELECT|INSERT|UPDATE|DELETE)\b/.test(plain) && !SETS.test(plain);
  const equalities = is_simple ? equalitiesIn(plain, outer) : [];
  const implied = is_simple && plain.startsWith('SELECT') ? impliedBy(plain, found) : [];
  const touches = found.map(({ table, alias, word, at }, n): Touch => {
    const is_outer = outer[at] !== ' ';
    const changes = word === 'INTO' || word === 'UPDATE' || word === 'DELETE FROM';
    const is_locked = is_locking && (is_outer || !plain.startsWith('SELECT'));
    const kind = changes ? 'change' : is_locked ? 'lock' : 'read';
    const of = equalities.filter(
      (one) => one.alias === undefined || one.alias === (alias ?? table),
    );
    const is_known = is_outer && (found.length === 1 || of.every((one) => one.alias) || changes);
    const said = is_known ? of : [];
    const more = implied[n]?.filter(({ column }) => !said.some((one) => one.column === column));
    const known = [...said, ...(more ?? [])];
    const equals = known.flatMap(({ column, name }) =>
      names.includes(name) ? [{ column, at: names.indexOf(name) }] : [],
    );
    return { table, kind, equals, counts_up };
  });
  if (touches.length === 0) return undefined;
  const writes = touches.some(({ kind }) => kind === 'change');
  const only_adds = /^INSERT\b/.test(plain) && !/\bON CONFLICT\b/.test(plain);
  return { touches, writes, takes_rows: is_locking || (writes && !only_adds) };
}

const LOCKING = / FOR UPDATE(?: SKIP LOCKED)?/g;
const COMMA_JOIN = /\bFROM [a-z_]+(?: (?:AS )?[a-z_]+)? ?,/;
const CTE = /\b([a-z_]+) (?:\([^)]*\) )?AS (?:MATERIALIZED )?\(/g;
const SETS = /\b(?:UNION|INTERSECT|EXCEPT)\b/;
const TABLE = /\b(DELETE FROM|FROM|JOIN|INTO|UPDATE) ([a-z_]+)(?: (?:AS )?([a-z]\w*)\b)?/g;

const tablesIn = (text: string) =>
  [...text.matchAll(TABLE)].map(({ 1: word = '', 2: table = '', 3: alias, index: at }) => ({
    ...{ word, table, alias, at },
  }));

interface Equality {
  alias: string | undefined;
  column: string;
  name: string;
}

function equalitiesIn(text: string, outer: string): Equality[] {
  if (text.startsWith('INSERT')) return insertedValues(text);
  const start = outer.search(/ WHERE /);
  if (start === -1) return [];
  const rest = outer.slice(start + 7);
  const end = rest.search(AFTER_WHERE);
  const where = end === -1 ? rest : rest.slice(0, end);
  if (UNCLEAR.test(where)) return [];
  const changed = text.startsWith('UPDATE') ? setColumns(outer.slice(0, start)) : [];
  return where.split(' AND ').flatMap((part) => {
    const [, alias, column = '', name = ''] = /^ ?(?:(\w+)\.)?(\w+) = :(\w+) ?$/.exec(part) ?? [];
    return column === '' || changed.includes(column) ? [] : [{ alias, column, name }];
  });
}

const AFTER_WHERE = / (?:ORDER BY|GROUP BY|HAVING|LIMIT|OFFSET|RETURNING)\b/;

/** A row is found by what it was before, and by others by what it is after: such a column is not sure. */
const setColumns = (text: string): string[] =>
  [...text.slice(text.indexOf(' SET ')).matchAll(/(?:SET|,) (\w+) =/g)].map(
    ([, column = '']) => column,
  );

/** What a new row has in its columns; of one that may be there already, what finds it. */
function insertedValues(text: string): Equality[] {
  const [all, columns = ''] = INSERT.exec(text) ?? [];
  if (all === undefined) return [];
  const outer = atDepth0(text.slice(all.length));
  const end = outer.indexOf(')');
  const rest = text.slice(all.length + end + 1).trim();
  if (rest.startsWith(',')) return [];
  const names = columns.split(', ');
  const given = outer.slice(0, end).split(', ');
  if (names.length !== given.length) return [];
  const conflict = /^ON CONFLICT(?: \(([^)]*)\))?/.exec(rest);
  const found_by = conflict ? (conflict[1]?.split(', ') ?? []) : names;
  const values = names.flatMap((column, at) => {
    const [, name] = /^:(\w+)$/.exec(given[at] ?? '') ?? [];
    return name !== undefined && found_by.includes(column)
      ? [{ alias: undefined, column, name }]
      : [];
  });
  // Rows are told apart by the last of them: that is the identifier, which follows the store.
  return [...values.slice(2), ...values.slice(0, 2)];
}

const INSERT = /^INSERT INTO [a-z_]+ \(([^)]*)\) VALUES \(/;
