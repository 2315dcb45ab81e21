import type { StoreMode } from '../../platform/core/access.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countStores } from './new-store.sql.ts';
import { findAsking } from './team/member.sql.ts';

/** Stores stay for ever: once there are so many, no key makes another. */
const STORES_MAX = 100;

interface Making {
  actor: Actor;
  /** That of the new store. */
  mode: StoreMode;
}

/**
 * Stores belong to the installation, so an owner makes them, or whoever is at the terminal. A key
 * makes test stores alone: an admin of one store has keys, too, and what they made live would be a
 * shop of theirs beside the owner's.
 */
export async function mayMakeStore(tx: Tx, { actor, mode }: Making): Promise<boolean> {
  if (actor.kind === 'command') return true;
  if (actor.kind === 'api_key') return mode === 'test';
  if (actor.kind !== 'person') return false;
  return (await findAsking(tx, actor.id ?? ''))?.is_owner === 1;
}

export const isOneTooMany = async (tx: Tx, actor: Actor): Promise<boolean> =>
  actor.kind === 'api_key' && (await countStores(tx)) >= STORES_MAX;
