import assert from 'node:assert/strict';
import { type AuditRow, type ChainHead, INSTALLATION } from '../../core/audit-chain.ts';
import { type Appended, numbered } from '../append.ts';
import { entryValues, INSERT_ENTRY, INSERT_EVENT } from '../audit-entry.ts';
import type { Values } from '../database.ts';
import { changes, locks } from '../rows.ts';
import type { Connection } from './connection.ts';
import { NotRun } from './packet.ts';
import type { Outcome, Query } from './query.ts';
import { queryOf } from './query.ts';
import { queriesOfSums, type Sum } from './sums.ts';
import { sendTogether } from './wave.ts';

/** What transactions have put off until everything else is done. */
export interface PutOff {
  appended: Appended[];
  sums: Sum[];
}

export const nothingPutOff = (): PutOff => ({ appended: [], sums: [] });

/**
 * Ends a transaction: adds to sums, numbers events, continues the audit chains and commits. All
 * stores wait for each other in the same order, as late as possible: rows of sums, then counters.
 * The second round trip ends with COMMIT, so a counter is locked for the time of a commit. `before`:
 * what was sent before this and is not answered yet.
 */
export async function finish(
  connection: Connection,
  put_off: readonly PutOff[],
  commit: Commit,
  before: Promise<void> = Promise.resolve(),
): Promise<void> {
  const appended = put_off.flatMap((one) => one.appended);
  const stores = countsByStore(appended);
  const added = queriesOfSums(put_off.flatMap(({ sums }) => sums));
  const adding = added.map((rows) => sendTogether(connection, rows));
  const first: Query[] = [];
  if (stores.names.length > 0) first.push(queryOf(TAKE, takeValues(stores), 'all'));
  const has_own = appended.some(({ store_id }) => store_id === INSTALLATION);
  if (has_own) first.push(queryOf(LOCK_HEAD, { store_id: INSTALLATION }, 'all'));
  const locking = sendTogether(connection, first);
  await before;
  for (const answers of adding) answeredRows(await answers);
  const answers = answeredRows(await locking);

  const counters = new Map<string, Counter>();
  for (const row of (stores.names.length > 0 ? answers[0] : []) as Taken[]) {
    const { store_id, last_sequence, audit_sequence: sequence, audit_hash: hash } = row;
    const before = last_sequence - (stores.counts.get(store_id) ?? 0);
    counters.set(store_id, { last_sequence: before, head: { sequence, hash } });
  }
  if (has_own) {
    const [head] = (answers.at(-1) ?? []) as ChainHead[];
    assert(head);
    counters.set(INSTALLATION, { last_sequence: 0, head });
  }
  const rows = numberAll(appended, counters);
  commit.is_unknown = true;
  const began = performance.now();
  const sent = sendTogether(connection, rows);
  const { command } = await connection.query('COMMIT');
  commit.is_unknown = false;
  commit.duration_ms = performance.now() - began;
  answeredRows(await sent); // Throws what has failed. The answer to COMMIT was then ROLLBACK.
  assert.equal(command, 'COMMIT', 'a transaction went on after one of its statements failed');
}

/** Whether COMMIT was sent and not answered: if that stays so, nobody knows what became of it. */
export interface Commit {
  is_unknown: boolean;
  /** Once it was answered. */
  duration_ms?: number;
}

interface Counter {
  last_sequence: number;
  head: ChainHead;
}

interface Taken {
  store_id: string;
  last_sequence: number;
  audit_sequence: number;
  audit_hash: string;
}

/** Throws what has failed, and not what was therefore not run. */
function answeredRows(outcomes: Outcome[]): unknown[][] {
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  const [first] = failed;
  const cause = failed.find(({ reason }) => !(reason instanceof NotRun)) ?? first;
  if (cause) throw cause.reason;
  return outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value.rows] : [],
  );
}

/** The names of all stores in order, and how many events each gets. */
function countsByStore(appended: readonly Appended[]) {
  const counts = new Map<string, number>();
  for (const { store_id, events } of appended) {
    if (store_id === INSTALLATION) continue;
    counts.set(store_id, (counts.get(store_id) ?? 0) + events.length);
  }
  return { counts, names: [...counts.keys()].sort() };
}

// The row of the counter stays locked until the transaction ends, which is the next step. So the
// sequence has no gaps, and a later number is never visible before an earlier one.
const TAKE = changes('event_counters')`
  INSERT INTO event_counters (store_id, last_sequence)
  SELECT u.store_id, u.taken
  FROM unnest(CAST(:stores AS text[]), CAST(:counts AS bigint[])) AS u (store_id, taken)
  ON CONFLICT (store_id) DO UPDATE
  SET last_sequence = event_counters.last_sequence + excluded.last_sequence
  RETURNING store_id, last_sequence, audit_sequence, audit_hash`;

const takeValues = ({ counts, names }: ReturnType<typeof countsByStore>): Values => ({
  stores: `{${names.map((name) => `"${name}"`).join()}}`,
  counts: `{${names.map((name) => counts.get(name)).join()}}`,
});

const LOCK_HEAD = locks('audit_heads', 'store_id')`
  SELECT sequence, hash FROM audit_heads WHERE store_id = :store_id FOR UPDATE`;

/** Numbers all events and continues the chains, in the order in which they were handed over. */
function numberAll(appended: readonly Appended[], counters: Map<string, Counter>): Query[] {
  const queries: Query[] = [];
  const entries: { store_id: string; row: AuditRow }[] = [];
  for (const { store_id, events, entry } of appended) {
    const counter = counters.get(store_id);
    assert(counter, 'the counter was locked');
    const rows = numbered(events, counter.last_sequence);
    counter.last_sequence += rows.length;
    for (const row of rows) queries.push(queryOf(INSERT_EVENT, { store_id, ...row }, 'count'));
    if (!entry) continue;
    const row = entry(counter.head, rows);
    counter.head = { sequence: row.sequence, hash: row.hash };
    entries.push({ store_id, row });
  }
  for (const { store_id, row } of entries) {
    queries.push(queryOf(INSERT_ENTRY, entryValues(store_id, row), 'count'));
  }
  for (const store_id of new Set(entries.map(({ store_id }) => store_id))) {
    const { sequence, hash } = counters.get(store_id)?.head ?? {};
    assert(sequence !== undefined && hash !== undefined);
    const text = store_id === INSTALLATION ? MOVE_OWN_HEAD : MOVE_HEAD;
    queries.push(queryOf(text, { store_id, sequence, hash }, 'count'));
  }
  return queries;
}

const MOVE_HEAD = changes('event_counters', 'store_id')`
  UPDATE event_counters SET audit_sequence = :sequence, audit_hash = :hash
  WHERE store_id = :store_id`;
const MOVE_OWN_HEAD = changes('audit_heads', 'store_id')`
  UPDATE audit_heads SET sequence = :sequence, hash = :hash
  WHERE store_id = :store_id`;
