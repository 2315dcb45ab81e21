import type { Values } from '../database.ts';
import type { Asked } from './asked.ts';
import { askedOf } from './translate.ts';

/** What is added to a row of sums. */
export interface Sum {
  sql: string;
  /** With store_id. */
  key: Values;
  sums: Record<string, number>;
}

/**
 * What transactions add to the same row is added up, and added in the order of the keys, so that
 * nobody waits for one who waits. Rows of a table are one list: they have the same text.
 */
export function askedOfSums(all: readonly Sum[]): Asked[][] {
  const rows = new Map<string, Row>();
  for (const { sql, key, sums } of all) {
    const form = formOf(sql, key);
    const order = orderOf(form, key);
    const id = form.names ? order : `${order} ${sql}`;
    const row = rows.get(id);
    const total = row ? row.sums : {};
    for (const name in sums) {
      total[name] = (total[name] ?? 0) + (sums[name] ?? 0);
      form.names?.add(name);
    }
    if (!row) rows.set(id, { sql, key, sums: total, order, form });
  }
  const sorted = [...rows.values()].sort((a, b) => (a.order < b.order ? -1 : 1));
  const lists: Asked[][] = [];
  let last: Asked | undefined;
  for (const row of sorted) {
    const asked = askedOfRow(row);
    if (asked.statement === last?.statement) lists.at(-1)?.push(asked);
    else lists.push([asked]);
    last = asked;
  }
  return lists;
}

interface Row extends Sum {
  order: string;
  form: Form;
}

interface Form {
  table: string;
  /** The columns that find a row. */
  conflict: string;
  /** The names of its key in order, without product_id. */
  ordered: string[];
  /** All sums of the table that were added to so far; undefined if the text does something else. */
  names: Set<string> | undefined;
}

const forms = new Map<string, Form>();
const shared = new Map<string, Form>();

function formOf(sql: string, key: Values): Form {
  const known = forms.get(sql);
  if (known) return known;
  const [, table = '', conflict = '', set = ''] = ADDS.exec(sql) ?? [];
  const is_plain = set !== '' && set.split(', ').every((part) => ADDED.test(part.trim()));
  const ordered = Object.keys(key)
    .filter((name) => name !== 'product_id')
    .sort();
  const id = [table, conflict, ...ordered].join(' ');
  const names = is_plain ? new Set<string>() : undefined;
  const form = (is_plain && shared.get(id)) || { table, conflict, ordered, names };
  if (is_plain) shared.set(id, form);
  forms.set(sql, form);
  return form;
}

const ADDS =
  /^\s*INSERT INTO (\w+)[^;]*?\sON CONFLICT \(([^)]*)\) DO UPDATE\s+SET ((?:(?!RETURNING|WHERE)[^;'])*)$/;
const ADDED = /^(\w+) = \w+\.\1 \+ excluded\.\1$/;

/** With zeros for what is added to other rows of the table alone. */
function askedOfRow({ sql, key, sums, form }: Row): Asked {
  const { names } = form;
  if (!names) return askedOf(sql, { ...key, ...sums }, 'count');
  const values: Values = { ...key };
  for (const name of names) values[name] = sums[name] ?? 0;
  return askedOf(textOf(form, Object.keys(key), names), values, 'count');
}

function textOf(form: Form, keys: string[], names: Set<string>): string {
  const known = texts.get(form);
  // Names are only ever added, so their number tells which they are.
  if (known?.names === names.size) return known.text;
  const { table, conflict } = form;
  const columns = [...keys, ...names];
  const text = `INSERT INTO ${table} (${columns.join(', ')})
    VALUES (${columns.map((name) => `:${name}`).join(', ')}) ON CONFLICT (${conflict}) DO UPDATE
    SET ${[...names].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
  texts.set(form, { names: names.size, text });
  return text;
}

const texts = new WeakMap<Form, { names: number; text: string }>();

/** By table, and in it all products ('') before each of them. */
function orderOf({ table, ordered }: Form, key: Values): string {
  let order = table;
  for (const name of ordered) order += ` ${key[name]}`;
  return `${order} ${key.product_id}`;
}
