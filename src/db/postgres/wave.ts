import type { QueryResult } from 'pg';
import type { Value } from '../database.ts';
import type { Statement } from '../statement.ts';
import type { Connection } from './connection.ts';
import {
  columnArrays,
  INSERTED_TOGETHER,
  type Merged,
  mergedInsert,
  mergedLookUp,
  typesOf,
} from './merge.ts';

/** A statement with its values, and what is wanted of it. */
export interface Asked {
  statement: Statement;
  values: Value[];
  /** `one`: the first row at most. */
  wants: 'one' | 'all' | 'count';
}

export interface Answered {
  rows: unknown[];
  count: number;
}

export type Outcome = PromiseSettledResult<Answered>;

/**
 * Sends statements in one go. Those that differ in their values alone become one statement, and of
 * those that are equal in all one is sent. The outcomes are in the order of `asked`, and come when
 * all of them are there.
 */
export async function sendTogether(
  connection: Pick<Connection, 'query'>,
  asked: readonly Asked[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = new Array(asked.length);
  const sending = groupsOf(asked).map(async ({ members, merge }) => {
    try {
      const answers = await askGroup(connection, members, merge);
      for (const [n, { at }] of members.entries()) {
        outcomes[at] = { status: 'fulfilled', value: answers[n] ?? NOTHING };
      }
    } catch (reason) {
      for (const { at } of members) outcomes[at] = { status: 'rejected', reason };
    }
  });
  await Promise.all(sending);
  return outcomes;
}

/** Sends one statement by itself. */
export async function sendOne(
  connection: Pick<Connection, 'query'>,
  { statement, values }: Asked,
): Promise<Answered> {
  const { text, name } = statement;
  const result = await connection.query(text, values, name, 'array');
  return { rows: result.rows.map(rowBuilder(name, result, 0)), count: result.rowCount ?? 0 };
}

const NOTHING: Answered = { rows: [], count: 0 };

interface Member extends Asked {
  /** Its place in the list. */
  at: number;
}

interface Merge extends Merged {
  kind: 'look-up' | 'insert';
}

interface Group {
  members: Member[];
  /** Undefined: one statement, whose answer is for all members. */
  merge: Merge | undefined;
}

async function askGroup(
  connection: Pick<Connection, 'query'>,
  members: Member[],
  merge: Merge | undefined,
): Promise<Answered[]> {
  const [first] = members;
  if (!first) return [];
  if (!merge) return new Array<Answered>(members.length).fill(await sendOne(connection, first));
  const { text, name, kind } = merge;
  const rows = members.map(({ values }) => values);
  if (kind === 'insert') {
    await connection.query(text, rows.flat(), name);
    return new Array<Answered>(members.length).fill({ rows: [], count: 1 });
  }
  const result = await connection.query(text, columnArrays(rows), name, 'array');
  const build = rowBuilder(name, result, 1);
  const answers: Answered[] = new Array(members.length).fill(NOTHING);
  for (const row of result.rows) {
    const at = Number(row[0]) - 1;
    const answer = answers[at];
    if (answer === undefined || answer === NOTHING) answers[at] = { rows: [build(row)], count: 1 };
    else answer.rows.push(build(row)); // In the order of the inner statement.
  }
  return answers;
}

/**
 * Statements that can be one are put where the first of them stands. Locks go before all others: who
 * locks a row and reads it would else read it together with somebody who has asked for a row before.
 */
function groupsOf(asked: readonly Asked[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [at, one] of asked.entries()) {
    const merge = mergeOf(one);
    const is_shared = one.wants === 'all' && isPlainRead(one.statement);
    const same = is_shared ? `${one.statement.name} ${JSON.stringify(one.values)}` : `${at}`;
    const key = merge ? merge.name : same;
    const member = { ...one, at };
    const group = groups.get(key);
    if (group) group.members.push(member);
    else groups.set(key, { members: [member], merge });
  }
  const parts = [...groups.values()].flatMap(split);
  const isLock = ({ members: [first] }: Group) => first !== undefined && locksRows(first.statement);
  return [...parts.filter(isLock), ...parts.filter((part) => !isLock(part))];
}

/** Rows that are looked up with one statement at most. */
const LOOKED_UP_TOGETHER = 100;

/** A group of one is sent as it is, and a large one in parts. */
function split({ members, merge }: Group): Group[] {
  if (!merge) return [{ members, merge }];
  const size = merge.kind === 'insert' ? INSERTED_TOGETHER : LOOKED_UP_TOGETHER;
  const groups: Group[] = [];
  for (let at = 0; at < members.length; at += size) {
    const part = members.slice(at, at + size);
    const is_enough = merge.kind === 'insert' ? part.length === size : part.length > 1;
    if (is_enough) groups.push({ members: part, merge });
    else groups.push(...part.map((member) => ({ members: [member], merge: undefined })));
  }
  return groups;
}

const merges = new WeakMap<Statement, Map<string, Merge | undefined>>();

function mergeOf({ statement, values, wants }: Asked): Merge | undefined {
  if (wants === 'all' && !isShortList(statement)) return undefined;
  const types = wants === 'count' ? '' : typesOf(values);
  if (types === undefined) return undefined;
  const known = merges.get(statement) ?? new Map<string, Merge | undefined>();
  merges.set(statement, known);
  if (known.has(types)) return known.get(types);
  const merged = wants === 'count' ? mergedInsert(statement) : mergedLookUp(statement, types);
  const merge = merged && ({ ...merged, kind: wants === 'count' ? 'insert' : 'look-up' } as const);
  known.set(types, merge);
  return merge;
}

/** Whether a list has a fixed number of rows at most: it is then looked up with others. */
export const isShortList = ({ sql }: Statement): boolean =>
  /\bLIMIT \d{1,2}\s*$/.test(sql) && /^\s*SELECT\b/.test(sql);

const isPlainRead = (statement: Statement): boolean =>
  /^\s*SELECT\b/.test(statement.sql) && !locksRows(statement);

const locksRows = ({ sql }: Statement): boolean =>
  /^\s*SELECT\b/.test(sql) && /\sFOR UPDATE\b/.test(sql);

type BuildRow = (values: unknown[]) => unknown;
const builders = new Map<string, BuildRow>();

// Rows are read as arrays and turned into objects by a generated function, which is faster. The
// names come from our own static SQL, never from a request.
function rowBuilder(name: string, { fields }: QueryResult, from: number): BuildRow {
  const known = builders.get(name);
  if (known) return known;
  const parts = fields
    .slice(from)
    .map((field, at) => `${JSON.stringify(field.name)}: r[${at + from}]`);
  const build = new Function('r', `return { ${parts.join(', ')} }`) as BuildRow;
  if (fields.length > 0) builders.set(name, build);
  return build;
}
