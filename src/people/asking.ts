import type { Actor } from '../core/actor.ts';
import type { Reader } from '../db/database.ts';
import { findAsking } from './member.sql.ts';

/** Who changes the team: only an owner who is signed in may make owners, or change or remove one. */
export async function whoAsks(
  reader: Reader,
  actor: Actor,
): Promise<{ name: string; is_owner: boolean }> {
  if (actor.kind !== 'person') return { name: `${actor.kind} ${actor.id ?? ''}`, is_owner: false };
  const person = await findAsking(reader, actor.id ?? '');
  return { name: person?.email ?? '', is_owner: person?.is_owner === 1 };
}
