import type { Statement } from '../statement.ts';
import { columnArrays } from './column-arrays.ts';
import type { Connection } from './connection.ts';
import { type Counting, countedUp, countingOf, withAllCounts, withoutCount } from './count-up.ts';
import { areApart, learn, type Mergeable, type Merged, mergeableOf, mergedOf } from './merge.ts';
import type { Received, Sent } from './packet.ts';
import type { Answer, Outcome, Query } from './query.ts';
import { rowsOf } from './statement-rows.ts';

/**
 * Sends statements in one go. Those that differ in their values alone become one statement, and of
 * those that are equal in all one is sent. The outcomes are in the order of the queries, and come when
 * all of them are there.
 */
export async function sendTogether(
  connection: Pick<Connection, 'send'>,
  all: readonly Query[],
): Promise<Outcome[]> {
  if (all.length === 0) return [];
  const groups = groupsOf(all);
  const received = await connection.send(groups.map(sentOf));
  const outcomes: Outcome[] = new Array(all.length);
  for (const [g, group] of groups.entries()) {
    const found = received[g];
    if (found?.status !== 'fulfilled') {
      const reason = found?.reason;
      noteRefusal(group, reason);
      for (const { at } of group.members) outcomes[at] = { status: 'rejected', reason };
      continue;
    }
    const answers = answersOf(group, found.value);
    for (const [n, { at }] of group.members.entries()) {
      outcomes[at] = { status: 'fulfilled', value: answers[n] ?? NOTHING };
    }
  }
  return outcomes;
}

/** Sends one statement by itself. */
export async function sendOne(
  connection: Pick<Connection, 'send'>,
  { statement, values }: Query,
): Promise<Answer> {
  const { text, name } = statement;
  const [outcome] = await connection.send([{ text, values, name }]);
  if (outcome?.status !== 'fulfilled') throw outcome?.reason;
  return answeredBy(name, outcome.value);
}

const answeredBy = (name: string, received: Received): Answer => ({
  rows: received.rows.map(rowBuilder(name, received, 0)),
  count: received.count,
});

const NOTHING: Answer = { rows: [], count: 0 };

interface Member extends Query {
  /** Its place in the list. */
  at: number;
}

interface Group {
  members: [Member, ...Member[]];
  /** Undefined: one statement, whose answer is for all members. */
  merge: { mergeable: Mergeable; merged: Merged } | undefined;
  /** One statement that takes numbers for all members. */
  counting?: Counting | undefined;
}

function sentOf({ members, merge, counting }: Group): Sent {
  const [{ statement, values: own }] = members;
  const values = counting ? withAllCounts(members, counting) : own;
  if (!merge) return { text: statement.text, values, name: statement.name };
  const { mergeable, merged } = merge;
  const rows = members.map((member) => member.values);
  return { ...merged, values: columnArrays(mergeable.types, rows) };
}

/** A text that PostgreSQL does not understand: the next time each is sent by itself. */
function noteRefusal({ merge }: Group, reason: { code?: unknown } | undefined): void {
  if (merge && `${reason?.code}`.startsWith('42')) merge.mergeable.is_refused = true;
}

function answersOf({ members, merge, counting }: Group, received: Received): Answer[] {
  const answers: Answer[] = new Array(members.length).fill(NOTHING);
  if (!merge) {
    const answered = answeredBy(members[0].statement.name, received);
    return counting ? countedUp(members, counting, answered) : answers.fill(answered);
  }
  const { kind } = merge.mergeable;
  if (kind === 'insert') return answers.fill({ rows: [], count: 1 });
  const build = rowBuilder(merge.merged.name, received, 1);
  for (const row of received.rows) {
    const at = Number(row[0]) - 1;
    const answer = answers[at] ?? NOTHING;
    if (kind === 'update') answers[at] = { rows: [], count: answer.count + 1 };
    else if (answer === NOTHING) answers[at] = { rows: [build(row)], count: 1 };
    else answer.rows.push(build(row)); // In the order of the inner statement.
  }
  return answers;
}

/**
 * Statements that can be one are put where the first of them stands, unless that is before an earlier
 * change of the same owner. Locks go first: who locks a row and reads it would else read it together
 * with somebody who has requested a row before. Then reads, so that none sees a change that was requested
 * after it and was put before it with another.
 */
function groupsOf(all: readonly Query[]): Group[] {
  const lists: List[] = [];
  const newest = new Map<Statement | string, List>();
  /** Where the last change of each owner stands. */
  const reached = new Map<object, number>();
  for (const [at, one] of all.entries()) {
    const { statement, values, returns, owner } = one;
    const found = one.is_apart ? undefined : mergeableOf(one);
    const mergeable = found && learn(found, values) ? found : undefined;
    const counting = one.is_apart ? undefined : countingOf(statement);
    const equal = counting ? withoutCount(values, counting) : values;
    const is_shared = counting || (!mergeable && returns === 'all' && isPlainRead(statement));
    const same = is_shared ? `${statement.name} ${JSON.stringify(equal)}` : `${at}`;
    const key = mergeable ? statement : same;
    const member = { ...one, at };
    const has_order = owner !== undefined && rankOf(statement) === CHANGE;
    const before = has_order ? (reached.get(owner) ?? 0) : 0;
    const known = newest.get(key);
    if (known && known.place >= before) known.members.push(member);
    else {
      const list: List = { place: lists.length, members: [member], mergeable, counting };
      lists.push(list);
      newest.set(key, list);
    }
    if (has_order) reached.set(owner, newest.get(key)?.place ?? 0);
  }
  const groups = lists.flatMap(split);
  return groups.sort((a, b) => rankOf(a.members[0].statement) - rankOf(b.members[0].statement));
}

const [LOCK, READ, CHANGE] = [0, 1, 2];

function rankOf(statement: Statement): number {
  const rows = rowsOf(statement);
  if (!rows || rows.writes) return CHANGE;
  return rows.locks ? LOCK : READ;
}

interface List {
  place: number;
  members: [Member, ...Member[]];
  mergeable: Mergeable | undefined;
  counting: Counting | undefined;
}

/** Rows of one statement at most. */
const TOGETHER_MAX = 100;

/** One alone is sent as it is, and many in parts. */
function split({ members, mergeable, counting }: List): Group[] {
  if (!mergeable) return [{ members, merge: undefined, counting }];
  const [first] = members;
  const values = members.map((member) => member.values);
  const merged =
    members.length > 1 && areApart(values, mergeable.apart)
      ? mergedOf(first.statement, mergeable)
      : undefined;
  if (!merged) return members.map((member) => ({ members: [member], merge: undefined }));
  const groups: Group[] = [];
  for (let at = 0; at < members.length; at += TOGETHER_MAX) {
    const [head, ...others] = members.slice(at, at + TOGETHER_MAX);
    if (head) groups.push({ members: [head, ...others], merge: { mergeable, merged } });
  }
  return groups;
}

const isPlainRead = (statement: Statement): boolean => rankOf(statement) === READ;

type BuildRow = (values: unknown[]) => unknown;
const builders = new Map<string, { names: readonly string[]; build: BuildRow }>();

// Rows are read as arrays and turned into objects by a generated function, which is faster. The
// names come from our own static SQL, never from a request.
function rowBuilder(name: string, { names }: Received, from: number): BuildRow {
  const known = builders.get(name);
  // A text that lists no columns may return others than before, and has other names then.
  if (known?.names === names) return known.build;
  const parts = names.slice(from).map((column, at) => `${JSON.stringify(column)}: r[${at + from}]`);
  const build = new Function('r', `return { ${parts.join(', ')} }`) as BuildRow;
  if (names.length > 0) builders.set(name, { names, build });
  return build;
}
