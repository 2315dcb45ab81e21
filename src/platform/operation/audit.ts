import { type Actor, commandActor, type Doing } from '../core/actor.ts';
import { auditHash, INSTALLATION } from '../core/audit-chain.ts';
import type { Appended } from '../db/append.ts';
import type { Tx } from '../db/database.ts';
import { type AuditedEvent, type Change, storedChange, targetOf } from './audit.rules.ts';

/**
 * Adds to the audit log what no event shows: how a record was before, or a change that has no
 * event. Two equal records are no change. Secrets must not be in them.
 */
export type Audit = (change: Change) => void;

/** Collects the changes that a transaction reports. */
export function collectChanges(): { changes: Change[]; audit: Audit } {
  const changes: Change[] = [];
  return {
    changes,
    audit: (change) => {
      changes.push(change);
    },
  };
}

interface Done {
  events: readonly AuditedEvent[];
  changes: readonly Change[];
}

/** Makes the entry in the audit log of a transaction; undefined if it has changed nothing. */
export function auditEntry(
  { store_id, doing, at }: { store_id: string; doing: Doing; at: number },
  { events, changes }: Done,
): Appended['entry'] {
  const stored = changes.flatMap((change) => storedChange(change, events));
  if (events.length === 0 && stored.length === 0) return undefined;
  const { actor, action, request_id } = doing;
  return ({ sequence, hash }, rows) => {
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
  };
}

interface Noted extends Change {
  actor: Actor;
  action: string;
  request_id?: string | null;
  /** Real time. */
  at: number;
}

/** For changes outside operations, jobs and pages: those of commands, and those of people. */
export async function auditChange(
  tx: Tx,
  { store_id, at, actor, action, request_id = null, ...change }: Noted & { store_id: string },
): Promise<void> {
  const doing = { actor, action, request_id };
  const entry = auditEntry({ store_id, doing, at }, { events: [], changes: [change] });
  if (entry) await tx.append({ store_id, events: [], entry });
}

/** People, sign-ins, signing keys: what belongs to the installation and to no store. */
export const auditPeople = (tx: Tx, noted: Noted): Promise<void> =>
  auditChange(tx, { ...noted, store_id: INSTALLATION });

/** Notes what a command has changed, other than by an operation. */
export const auditCommand = (
  tx: Tx,
  command: string,
  change: Change & { store_id: string; at: number },
): Promise<void> => auditChange(tx, { ...change, actor: commandActor(command), action: command });
