import type { Actor, Doing } from '../core/actor.ts';
import { auditHash, type HashedEvent, INSTALLATION } from '../core/audit-chain.ts';
import type { Tx } from '../db/database.ts';
import { type Change, storedChange, type Told, targetOf } from './audit.rules.ts';

/**
 * Tells the audit log what an event does not tell: how a record was before, or a change that has no
 * event. Two equal records are no change. Secrets must not be in them.
 */
export type Note = (change: Change) => void;

/** Collects the changes that a transaction notes. */
export function collectChanges(): { changes: Change[]; note: Note } {
  const changes: Change[] = [];
  return {
    changes,
    note: (change) => {
      changes.push(change);
    },
  };
}

interface Done {
  events: readonly Told[];
  /** The events as they are stored. */
  rows: readonly HashedEvent[];
  changes: readonly Change[];
}

/** Adds an entry to the audit log, as the last step of a transaction that has changed something. */
export async function appendAuditEntry(
  tx: Tx,
  { store_id, doing, at }: { store_id: string; doing: Doing; at: number },
  { events, rows, changes }: Done,
): Promise<void> {
  const stored = changes.flatMap((change) => storedChange(change, events));
  if (rows.length === 0 && stored.length === 0) return;
  const { actor, action, request_id } = doing;
  await tx.appendToChain(store_id, ({ sequence, hash }) => {
    const row = {
      sequence: sequence + 1,
      created_at: at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_address: actor.address,
      action,
      request_id,
      target: targetOf(doing, events, stored),
      changes: stored.length === 0 ? null : JSON.stringify(stored),
      first_event: rows.at(0)?.sequence ?? null,
      last_event: rows.at(-1)?.sequence ?? null,
    };
    return { ...row, hash: auditHash({ store_id, previous: hash }, row, rows) };
  });
}

interface Noted extends Change {
  actor: Actor;
  action: string;
  request_id?: string | null;
  /** Real time. */
  at: number;
}

/** For changes outside operations, jobs and pages: those of commands, and those of people. */
export function auditChange(
  tx: Tx,
  { store_id, at, actor, action, request_id = null, ...change }: Noted & { store_id: string },
): Promise<void> {
  const doing = { actor, action, request_id };
  return appendAuditEntry(tx, { store_id, doing, at }, { events: [], rows: [], changes: [change] });
}

/** People, sign-ins, signing keys: what belongs to the installation and to no store. */
export const auditPeople = (tx: Tx, noted: Noted): Promise<void> =>
  auditChange(tx, { ...noted, store_id: INSTALLATION });
