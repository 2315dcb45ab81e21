import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { TeamRow } from './member.rules.ts';
import type { MemberRole, Role } from './roles.rules.ts';

// Owners belong to every store; their statements name the store all the same, as all of a store do.

const IN_STORE = 'EXISTS (SELECT 1 FROM stores s WHERE s.store_id = :store_id)';

const LIST = `
  SELECT p.person_id AS member_id, p.email, p.name, 'owner' AS role,
    CAST(NULL AS bigint) AS refund_max, CAST(NULL AS bigint) AS expires_at, p.created_at
  FROM people p WHERE p.is_owner = 1 AND ${IN_STORE}
  UNION ALL
  SELECT p.person_id, p.email, p.name, m.role, m.refund_max, CAST(NULL AS bigint), m.created_at
  FROM members m JOIN people p ON p.person_id = m.person_id
  WHERE m.store_id = :store_id AND p.is_owner = 0
  UNION ALL
  SELECT i.invitation_id, i.email, CAST(NULL AS text), i.role, i.refund_max, i.expires_at, i.created_at
  FROM invitations i WHERE i.store_id = :store_id AND i.expires_at > :now`;

/** Everybody who may enter the store, and who is invited: at most a few hundred. */
export const listTeam = (reader: Reader, now: number) => reader.all<TeamRow>(LIST, { now });

const OWNERS = locks('people').reads('stores', 'store_id')`
  SELECT p.person_id FROM people p WHERE p.is_owner = 1 AND ${IN_STORE}
  ORDER BY p.person_id FOR UPDATE`;

/** Who changes owners waits for others who do: one of them always remains. */
export const lockOwners = (tx: Tx) => tx.all<{ person_id: string }>(OWNERS);

const SET_OWNER = changes('people', 'person_id').reads('stores')`
  UPDATE people SET is_owner = :is_owner WHERE person_id = :person_id AND ${IN_STORE}`;

/** `store_id` where the transaction is not of a store. */
export const setOwner = (
  tx: Tx,
  owner: { person_id: string; is_owner: 0 | 1; store_id?: string },
) => tx.run(SET_OWNER, owner);

const SAVE = changes('members', 'person_id')`
  INSERT INTO members (store_id, person_id, role, refund_max, created_at)
  VALUES (:store_id, :person_id, :role, :refund_max, :now)
  ON CONFLICT (store_id, person_id) DO UPDATE SET role = :role, refund_max = :refund_max`;

export const saveRole = (
  tx: Tx,
  member: { person_id: string; role: MemberRole; refund_max: number | null; now: number },
) => tx.run(SAVE, member);

const REMOVE = changes('members', 'person_id')`
  DELETE FROM members WHERE store_id = :store_id AND person_id = :person_id`;

export const removeFromTeam = (tx: Tx, person_id: string) => tx.run(REMOVE, { person_id });

const REMOVE_EVERYWHERE = changes('members', 'person_id').reads('stores')`
  DELETE FROM members WHERE person_id = :person_id AND ${IN_STORE}`;

/** Also from stores that somebody was a member of before they became an owner. */
export const removeFromEveryTeam = (tx: Tx, person_id: string) =>
  tx.run(REMOVE_EVERYWHERE, { person_id });

const FREE_ADDRESS = changes('people', 'person_id').reads('stores').reads('members')`
  UPDATE people SET email_folded = person_id
  WHERE person_id = :person_id AND is_owner = 0 AND ${IN_STORE}
    AND NOT EXISTS (SELECT 1 FROM members m WHERE m.person_id = :person_id)`;

/**
 * Who is in no team any more does not keep the address: invited again, they make a new account,
 * also if the first was lost or somebody else's. What they have done stays under their name.
 */
export const freeAddress = (tx: Tx, person_id: string) => tx.run(FREE_ADDRESS, { person_id });

const END_SESSIONS = changes('seats', 'person_id').reads('stores')`
  DELETE FROM seats WHERE person_id = :person_id AND ${IN_STORE}`;

export const endSessionsOf = (tx: Tx, person_id: string) => tx.run(END_SESSIONS, { person_id });

export interface InvitationRow {
  store_id: string;
  invitation_id: string;
  token_hash: string;
  email: string;
  email_folded: string;
  role: Role;
  refund_max: number | null;
  invited_by: string;
  created_at: number;
  expires_at: number;
}

const invitations = table<InvitationRow>('invitations', 'i', {
  store_id: 'key',
  invitation_id: 'key',
  token_hash: 'fixed',
  email: 'fixed',
  email_folded: 'fixed',
  role: 'changes',
  refund_max: 'changes',
  invited_by: 'fixed',
  created_at: 'fixed',
  expires_at: 'fixed',
});

export const insertInvitation = invitations.insert;
export const updateInvitation = invitations.update;

const INVITATION = locks('invitations', 'invitation_id')`
  ${invitations.select} AND i.invitation_id = :invitation_id FOR UPDATE`;

export const lockInvitation = (tx: Tx, invitation_id: string) =>
  tx.maybe<InvitationRow>(INVITATION, { invitation_id });

const WITHDRAW = changes('invitations', 'invitation_id')`
  DELETE FROM invitations WHERE store_id = :store_id AND invitation_id = :invitation_id`;

export const withdrawInvitation = (tx: Tx, invitation_id: string) =>
  tx.run(WITHDRAW, { invitation_id });

const REPLACE = changes('invitations', 'email_folded')`
  DELETE FROM invitations WHERE store_id = :store_id AND email_folded = :email_folded`;

/** A second invitation makes the first link worthless. */
export const withdrawInvitationOf = (tx: Tx, email_folded: string) =>
  tx.run(REPLACE, { email_folded });

const MADE_BY = changes('invitations', 'invited_by = :email')`
  DELETE FROM invitations WHERE store_id = :store_id AND invited_by = :email`;
const MADE_BY_OWNER = changes('invitations', 'invited_by = :email').reads('stores')`
  DELETE FROM invitations WHERE invited_by = :email AND ${IN_STORE}`;

/** Who loses a right does not get it back by a link that they have made before. */
export const withdrawInvitationsBy = (tx: Tx, { email, role }: Pick<TeamRow, 'email' | 'role'>) =>
  tx.run(role === 'owner' ? MADE_BY_OWNER : MADE_BY, { email });

const BY_TOKEN = `
  SELECT ${invitations.columns}, s.name AS store_name, s.number AS store_number
  FROM invitations i JOIN stores s ON s.store_id = i.store_id
  WHERE i.token_hash = :token_hash AND i.expires_at > :now`;

export type OpenInvitation = InvitationRow & { store_name: string; store_number: number };

export const findInvitation = (reader: Reader, token_hash: string, now: number) =>
  reader.maybe<OpenInvitation>(BY_TOKEN, { token_hash, now });

const LOCK_BY_TOKEN = locks('invitations', 'token_hash')`
  SELECT i.invitation_id FROM invitations i WHERE i.token_hash = :token_hash FOR UPDATE`;
const TAKE = changes('invitations', 'token_hash')`
  DELETE FROM invitations WHERE token_hash = :token_hash`;

/**
 * The invitation as it is now, for the one who uses the link, and undefined for everybody after
 * that: its role may be another than when the form was sent.
 */
export async function takeInvitation(tx: Tx, token_hash: string, now: number) {
  const of_link = { token_hash, now };
  const taken = await tx.maybeLocked<OpenInvitation>(LOCK_BY_TOKEN, BY_TOKEN, of_link);
  if (taken) await tx.run(TAKE, { token_hash });
  return taken;
}

const FORGET = changes('invitations')`
  DELETE FROM invitations WHERE token_hash IN (
    SELECT token_hash FROM invitations WHERE expires_at <= :now LIMIT :most)`;

export const forgetInvitations = (tx: Tx, now: number, most: number) =>
  tx.run(FORGET, { now, most });

const ASKED_BY = `
  SELECT p.email, p.is_owner, m.role
  FROM people p LEFT JOIN members m ON m.person_id = p.person_id AND m.store_id = :store_id
  WHERE p.person_id = :person_id`;

/** Whoever asks for a change of the team, and their role in this store. */
export const findAsking = (reader: Reader, person_id: string) =>
  reader.maybe<{ email: string; is_owner: number; role: MemberRole | null }>(ASKED_BY, {
    person_id,
  });
