import { commandActor } from '../platform/core/actor.ts';
import { isoInstant } from '../platform/core/time.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { auditPeople } from '../platform/operation/audit.ts';
import { lookLinkPath, makeLookLink } from '../shop/store/team/look-link.ts';
import { makeOwnerLink, OWNER_LINK_MS, ownerLinkPath } from '../shop/store/team/owner-link.ts';
import type { PersonRow } from '../shop/store/team/person.sql.ts';
import { foldEmail } from '../shop/store/team/sign-in.ts';
import type { Output } from './output.ts';

/** A link to make the owner, or for an owner who has lost every other way in. */
export async function printOwnerLink(
  db: Database,
  settings: Settings,
  { email, now }: { email: string | undefined; now: number },
  output: Output,
): Promise<void> {
  const email_folded = email === undefined ? undefined : foldEmail(email);
  const made = await db.write(null, async (tx) => {
    const link = await makeOwnerLink(tx, { email_folded, now });
    if (link) await noteOwnerLink(tx, { owner: link.owner, now }, 'dashboard link');
    return link;
  });
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

/**
 * The path of a link that opens the dashboard of a demo without an account; undefined where somebody
 * owns it.
 */
export async function makeDemoPath(db: Database, now: number): Promise<string | undefined> {
  const made = await db.write(null, async (tx) => {
    const link = await makeLookLink(tx, now);
    if (!link) return undefined;
    const { person_id: target, expires_at } = link;
    const after = { link_for: 'whoever looks at the demo', until: isoInstant(expires_at) };
    await auditPeople(tx, { actor: commandActor('demo'), action: 'demo', at: now, target, after });
    return link;
  });
  return made && lookLinkPath(made.token);
}

/** Whoever sits at the server can make such a link: the owners see that it was done. */
export const noteOwnerLink = (
  tx: Tx,
  { owner, now }: { owner: PersonRow | undefined; now: number },
  command: string,
): Promise<void> =>
  auditPeople(tx, {
    actor: commandActor(command),
    action: command,
    at: now,
    target: owner?.person_id ?? 'owner',
    after: { link_for: owner?.email ?? 'the first owner', until: isoInstant(now + OWNER_LINK_MS) },
  });
