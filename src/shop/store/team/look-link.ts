import { newId } from '../../../platform/core/ids.ts';
import { DAY_MS } from '../../../platform/core/time.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { type FactorsRow, findFactors } from './factor.sql.ts';
import { findOwnerLink, saveOwnerLink } from './owner-link.sql.ts';
import { linkHash, newLinkToken } from './owner-link.ts';
import { insertPerson, listOwners } from './person.sql.ts';

const LOOK_LINK_MS = DAY_MS;

const VISITOR = { name: 'Demo', email: 'demo@lumen.example' };

/** What follows the address of the installation. */
export const lookLinkPath = (token: string): string => `/account/look/${token}`;

/**
 * A link that lets whoever has started a demo look at it without an account, for a day: it signs in
 * an owner who has no password and no passkey, who is made for that. Undefined where the first owner
 * is somebody who can sign in: nobody gets past that.
 */
export async function makeLookLink(
  tx: Tx,
  now: number,
): Promise<{ token: string; person_id: string; expires_at: number } | undefined> {
  const [owner] = await listOwners(tx);
  const person_id = owner?.person_id ?? newId('person', now);
  if (!owner) {
    const { email } = VISITOR;
    const made = { person_id, email_folded: email, is_owner: 1, created_at: now };
    await insertPerson(tx, { ...VISITOR, ...made });
  } else if (!hasNoFactor(await findFactors(tx, person_id))) return undefined;
  const token = newLinkToken();
  const expires_at = now + LOOK_LINK_MS;
  await saveOwnerLink(tx, { kind: 'recovery', token_hash: linkHash(token), person_id, expires_at });
  return { token, person_id, expires_at };
}

/** Whom such a link signs in. */
export async function findLooking(
  reader: Reader,
  token: string,
  now: number,
): Promise<string | undefined> {
  const link = await findOwnerLink(reader, linkHash(token));
  if (!link || link.person_id === null || link.expires_at <= now) return undefined;
  const factors = await findFactors(reader, link.person_id);
  return hasNoFactor(factors) ? link.person_id : undefined;
}

/** Whether nothing but a link lets this person in. */
export const hasNoFactor = (factors: FactorsRow | undefined): boolean =>
  factors !== undefined &&
  factors.password_hash === null &&
  factors.totp_secret === null &&
  factors.passkeys + factors.recovery_codes === 0;
