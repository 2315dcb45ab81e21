import { createHash } from 'node:crypto';
import { randomText } from '../../../platform/core/ids.ts';
import { HOUR_MS } from '../../../platform/core/time.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { saveOwnerLink } from './owner-link.sql.ts';
import { listOwners, type PersonRow } from './person.sql.ts';

export const OWNER_LINK_MS = HOUR_MS;

/** The part of an address that is secret; the database has its hash. */
export const linkHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const newLinkToken = (): string => randomText(20);

/** What follows the address of the installation. */
export const ownerLinkPath = (token: string): string => `/account/setup/${token}`;

/**
 * A link that makes the first owner; once there are owners, one that lets an owner in who has lost
 * password, passkeys and codes: the first, or the one of the given address. Whoever makes it sits
 * at the server, and could change the database as well.
 */
export async function makeOwnerLink(
  tx: Tx,
  { email_folded, now }: { email_folded?: string | undefined; now: number },
): Promise<{ token: string; owner: PersonRow | undefined } | undefined> {
  const owners = await listOwners(tx);
  const owner =
    email_folded === undefined
      ? owners[0]
      : owners.find((one) => one.email_folded === email_folded);
  if (owner === undefined && (email_folded !== undefined || owners.length > 0)) return undefined;
  const token = newLinkToken();
  await saveOwnerLink(tx, {
    kind: owner ? 'recovery' : 'setup',
    token_hash: linkHash(token),
    person_id: owner?.person_id ?? null,
    expires_at: now + OWNER_LINK_MS,
  });
  return { token, owner };
}
