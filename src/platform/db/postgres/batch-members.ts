import assert from 'node:assert/strict';
import type { Scope, Tx } from '../database.ts';
import { nothingPutOff, type PutOff } from './finish.ts';
import type { BatchRows, Holder } from './held-rows.ts';
import { NotRun } from './packet.ts';
import type { Answer, Outcome, Query } from './query.ts';
import type { StatementRows } from './statement-rows.ts';

/** A write that waits for its batch, or is in one. */
export interface Write {
  scope: Scope;
  work(tx: Tx): Promise<unknown>;
  /** False: its commit need not wait for the disk. */
  is_synced: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** How many batches with this write were undone. */
  undone: number;
  /** One of several whose statements were one, and which failed: now each is sent by itself. */
  is_suspect?: boolean;
}

type Result = { value: unknown } | { error: unknown };

/** The batch was undone, and nothing of it is in the database. */
export class Undone extends Error {
  /** Those because of which it was undone; none if it was one of several suspects. */
  readonly guilty: ReadonlySet<Write>;
  constructor(guilty: Iterable<Write>, cause?: unknown) {
    super('a batch of writes was undone', { cause });
    this.guilty = new Set(guilty);
  }
}

/** A write while its batch runs. */
export interface Member extends Holder {
  write: Write;
  put_off: PutOff;
  /** How many of its statements have changed something. */
  changes: number;
  leaves: boolean;
  /** Its changes that are not on their way yet. */
  unsent: Waiting[];
  /** Some of its changes are on their way, and it has not ended: half of it can be seen. */
  is_half_done: boolean;
  /** Once it has ended. */
  result?: Result;
}

export const memberOf = (write: Write): Member => ({
  write,
  put_off: nothingPutOff(),
  changes: 0,
  leaves: false,
  unsent: [],
  is_half_done: false,
  is_released: false,
});

/** A statement of a member until its answer is there. */
export interface Waiting extends Query {
  member: Member;
  rows: StatementRows;
  /** The other batch that has the row for which it waits. */
  holder?: BatchRows | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** What became of the writes of a batch that was committed. */
export interface Committed {
  ended: { write: Write; result: Result }[];
  /** Have done nothing and have to be run alone. */
  leaving: Write[];
}

/** Whether it reads what the same write changes in this wave, where reads come before changes. */
export const followsOwnChange = ({ member, rows: { touches, writes, is_any } }: Waiting): boolean =>
  !writes &&
  member.unsent.some(
    ({ rows: before }) =>
      is_any || before.touches.some(({ table }) => touches.some((one) => one.table === table)),
  );

/** Whoever has changed something and then thrown, or has to leave, makes the batch run again. */
export function failIfUnclean(members: readonly Member[]): void {
  const guilty = members.filter(
    ({ result, changes, leaves }) =>
      changes > 0 && (leaves || (result !== undefined && 'error' in result)),
  );
  if (guilty.length > 0) throw new Undone(guilty.map(({ write }) => write));
}

/** Gives each its answer, or undoes the batch if one of them has failed. */
export function deliver(sent: readonly Waiting[], outcomes: readonly Outcome[]): void {
  const failed = sent.flatMap(({ member }, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'rejected' ? [{ member, reason: outcome.reason }] : [];
  });
  if (failed.length > 0) throw undoneBy(failed);
  for (const [at, { member, rows, is_sure, resolve }] of sent.entries()) {
    const outcome = outcomes[at];
    assert(outcome?.status === 'fulfilled');
    const { count } = outcome.value;
    // It has gone on as if it had. Alone it gets the true answer.
    if (is_sure && count !== 1) throw new Undone([member.write]);
    if (!is_sure && rows.writes && count > 0) member.changes += 1;
    resolve(outcome.value);
  }
}

function undoneBy(failed: { member: Member; reason: { code?: unknown } }[]): Undone {
  // After the first failure PostgreSQL runs no others: those are innocent.
  const first = failed.filter(({ reason }) => !(reason instanceof NotRun));
  const writes = first.map(({ member }) => member.write);
  const cause = first[0]?.reason;
  const is_value = /^2[23]/.test(`${cause?.code}`);
  if (writes.length === 1 || !is_value) return new Undone(writes, cause);
  // One row of a statement for many: which one is seen when each is sent by itself.
  for (const write of writes) write.is_suspect = true;
  return new Undone([], cause);
}

/** Of a write that threw, or that is run again, nothing is kept. */
export const putOffBy = (members: readonly Member[]): PutOff[] =>
  members.flatMap(({ result, leaves, put_off }) =>
    result && 'value' in result && !leaves ? [put_off] : [],
  );

export function committedOf(members: readonly Member[]): Committed {
  const leaving = members.filter(({ leaves }) => leaves).map(({ write }) => write);
  const ended = members.flatMap(({ write, leaves, result }) =>
    leaves || !result ? [] : [{ write, result }],
  );
  return { ended, leaving };
}
