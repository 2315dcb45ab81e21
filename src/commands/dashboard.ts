import { isoInstant } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import { type Settings, SettingsError } from '../installation/settings.ts';
import { makeOwnerLink, OWNER_LINK_MS, ownerLinkPath } from '../people/owner-link.ts';
import { foldEmail } from '../people/sign-in.ts';
import type { Output } from './output.ts';

/** A link to make the owner, or for an owner who has lost every other way in. */
export async function printOwnerLink(
  db: Database,
  settings: Settings,
  { email, now }: { email: string | undefined; now: number },
  output: Output,
): Promise<void> {
  const email_folded = email === undefined ? undefined : foldEmail(email);
  const made = await db.write(null, (tx) => makeOwnerLink(tx, { email_folded, now }));
  if (!made) throw new SettingsError(`There is no owner with the address "${email}".`);
  const base_url = settings.base_url ?? `https://localhost:${settings.port}`;
  const url = base_url + ownerLinkPath(made.token);
  const expires_at = isoInstant(now + OWNER_LINK_MS);
  const owner = made.owner?.email ?? null;
  output.record({ url, owner, expires_at }, [
    url,
    '',
    owner === null
      ? 'It makes the owner of the dashboard: once, within an hour.'
      : `It lets ${owner} choose a new password or passkey: once, within an hour.`,
  ]);
}
