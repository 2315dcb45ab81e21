import type { StoreMode } from '../../platform/core/access.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countStores } from './new-store.sql.ts';
import { findAsking } from './team/member.sql.ts';

/** Stores stay for ever: so many may be made by people and keys. A command makes more. */
const STORES_MAX = 100;

interface Making {
  actor: Actor;
  /** That of the store in which it is asked for. */
  from: StoreMode;
  /** That of the new store. */
  mode: StoreMode;
}

/**
 * Stores belong to the installation, so an owner makes them, or whoever is at the terminal. A key
 * makes what is no more than itself: a key of a test store may be known to many, and what it made
 * live would stand at the addresses of the real shop.
 */
export async function mayMakeStore(tx: Tx, { actor, from, mode }: Making): Promise<boolean> {
  if (actor.kind === 'command') return true;
  if (actor.kind === 'api_key') return mode === 'test' || from === 'live';
  if (actor.kind !== 'person') return false;
  return (await findAsking(tx, actor.id ?? ''))?.is_owner === 1;
}

export const isOneTooMany = async (tx: Tx, actor: Actor): Promise<boolean> =>
  actor.kind !== 'command' && (await countStores(tx)) >= STORES_MAX;
