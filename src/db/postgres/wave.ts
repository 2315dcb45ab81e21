import type { QueryResult } from 'pg';
import type { Statement } from '../statement.ts';
import type { Answered, Asked, Outcome } from './asked.ts';
import type { Connection } from './connection.ts';
import { areApart, columnArrays, learn, type Mergeable, mergeableOf, mergedOf } from './merge.ts';

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
  const sending = groupsOf(asked).map(async (group) => {
    const { members } = group;
    try {
      const answers = await askGroup(connection, group);
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

interface Group {
  members: Member[];
  /** Undefined: one statement, whose answer is for all members. */
  mergeable: Mergeable | undefined;
}

async function askGroup(
  connection: Pick<Connection, 'query'>,
  { members, mergeable }: Group,
): Promise<Answered[]> {
  const [first] = members;
  if (!first) return [];
  const merged = mergeable && mergedOf(first.statement, mergeable);
  if (!merged) return new Array<Answered>(members.length).fill(await sendOne(connection, first));
  const arrays = columnArrays(
    mergeable.types,
    members.map(({ values }) => values),
  );
  try {
    const result = await connection.query(merged.text, arrays, merged.name, 'array');
    return answersOf(mergeable, { result, name: merged.name, members });
  } catch (error) {
    // A text that PostgreSQL does not understand: the next time each is sent by itself.
    if (`${(error as { code?: unknown }).code}`.startsWith('42')) mergeable.is_refused = true;
    throw error;
  }
}

function answersOf(
  { kind }: Mergeable,
  { result, name, members }: { result: QueryResult; name: string; members: Member[] },
): Answered[] {
  if (kind === 'insert') return new Array<Answered>(members.length).fill({ rows: [], count: 1 });
  const answers: Answered[] = new Array(members.length).fill(NOTHING);
  if (kind === 'update') {
    for (const [n] of result.rows) {
      const count = (answers[n - 1]?.count ?? 0) + 1;
      answers[n - 1] = { rows: [], count };
    }
    return answers;
  }
  const build = rowBuilder(name, result, 1);
  for (const row of result.rows) {
    const at = row[0] - 1;
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
  const groups = new Map<Statement | string, Group>();
  for (const [at, one] of asked.entries()) {
    const { statement, values, wants } = one;
    const found = mergeableOf(one);
    const mergeable = found && learn(found, values) ? found : undefined;
    const is_shared = !mergeable && wants === 'all' && isPlainRead(statement);
    const same = is_shared ? `${statement.name} ${JSON.stringify(values)}` : `${at}`;
    const key = mergeable ? statement : same;
    const member = { ...one, at };
    const group = groups.get(key);
    if (group) group.members.push(member);
    else groups.set(key, { members: [member], mergeable });
  }
  const parts = [...groups.values()].flatMap(split);
  const isLock = ({ members: [first] }: Group) => first !== undefined && locksRows(first.statement);
  return [...parts.filter(isLock), ...parts.filter((part) => !isLock(part))];
}

/** Rows of one statement at most. */
const TOGETHER_MAX = 100;

/** A group of one is sent as it is, and a large one in parts. */
function split({ members, mergeable }: Group): Group[] {
  const [first] = members;
  if (!mergeable || !first) return [{ members, mergeable }];
  const values = members.map((member) => member.values);
  const is_one =
    members.length > 1 &&
    mergedOf(first.statement, mergeable) !== undefined &&
    areApart(values, mergeable.apart);
  if (!is_one) return members.map((member) => ({ members: [member], mergeable: undefined }));
  const groups: Group[] = [];
  for (let at = 0; at < members.length; at += TOGETHER_MAX) {
    groups.push({ members: members.slice(at, at + TOGETHER_MAX), mergeable });
  }
  return groups;
}

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
