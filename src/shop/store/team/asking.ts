import type { Actor } from '../../../platform/core/actor.ts';
import { Refusal } from '../../../platform/core/errors.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { lockStore } from '../store.sql.ts';
import { findAsking, lockOwners } from './member.sql.ts';

interface Asking {
  name: string;
  /** Only an owner who is signed in may make owners, or change or remove one. */
  is_owner: boolean;
  /** How many owners there are. */
  owners: number;
}

/**
 * Who changes the team, while nobody else does. Their role is looked at only now: somebody who was
 * removed or lowered after they sent the form must not leave an invitation behind.
 */
export async function whoAsks(tx: Tx, actor: Actor): Promise<Asking> {
  const { length: owners } = await lockOwners(tx);
  await lockStore(tx);
  const { kind, id } = actor;
  if (kind !== 'person') return { name: `${kind} ${id ?? ''}`, is_owner: false, owners };
  const person = await findAsking(tx, id ?? '');
  const is_owner = person?.is_owner === 1;
  if (!person || !(is_owner || person.role === 'admin')) {
    throw new Refusal('api_key_scope', [], 'Your role in this store does not allow this any more.');
  }
  return { name: person.email, is_owner, owners };
}
