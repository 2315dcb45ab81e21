import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { StoreWithBrand } from '../brand.rules.ts';
import type { MemberRole } from './roles.rules.ts';

export interface PersonRow {
  person_id: string;
  email: string;
  /**
   * In small letters: two people cannot have addresses that differ only in that. Who is in no team
   * any more has the identifier here: the address is free.
   */
  email_folded: string;
  name: string;
  is_owner: number;
  created_at: number;
}

const people = table<PersonRow>(
  'people',
  'p',
  {
    person_id: 'key',
    email: 'separate',
    email_folded: 'separate',
    name: 'separate',
    is_owner: 'separate',
    created_at: 'fixed',
  },
  { has_store: false, unread: ['password_hash', 'totp_secret', 'totp_last_step'] },
);

export const insertPerson = people.insert;

const ADD = changes('people', 'email_folded')`
  INSERT INTO people (person_id, email, email_folded, name, is_owner, created_at)
  VALUES (:person_id, :email, :email_folded, :name, :is_owner, :created_at)
  ON CONFLICT (email_folded) DO NOTHING`;

/** Returns 0 when there is an account with this address already. */
export const addPerson = (tx: Tx, person: PersonRow) => tx.run(ADD, { ...person });

const BY_EMAIL = `${people.select} WHERE p.email_folded = :email_folded`;

export const findPersonByEmail = (reader: Reader, email_folded: string) =>
  reader.maybe<PersonRow>(BY_EMAIL, { email_folded });

const BY_ID = `${people.select} WHERE p.person_id = :person_id`;

export const findPerson = (reader: Reader, person_id: string) =>
  reader.maybe<PersonRow>(BY_ID, { person_id });

const OWNERS = `${people.select} WHERE p.is_owner = 1 ORDER BY p.created_at, p.person_id`;

/** Those who were owners first come first. */
export const listOwners = (reader: Reader) => reader.all<PersonRow>(OWNERS);

const RENAME = changes('people', 'person_id')`
  UPDATE people SET name = :name WHERE person_id = :person_id`;

export const renamePerson = (tx: Tx, person_id: string, name: string) =>
  tx.run(RENAME, { person_id, name });

interface MemberRow {
  store_id: string;
  person_id: string;
  role: MemberRole;
  /** The most that may be refunded of one payment, in whole units of its currency. */
  refund_max: number | null;
  created_at: number;
}

const members = table<MemberRow>('members', 'm', {
  store_id: 'key',
  person_id: 'key',
  role: 'changes',
  refund_max: 'changes',
  created_at: 'fixed',
});

export const saveMember = members.save;

/** A store that somebody may enter, and as what; an owner has no role in any of them. */
export interface OpenStoreRow extends StoreWithBrand {
  role: MemberRole | null;
  refund_max: number | null;
}

const STORES = `
  SELECT s.store_id, s.number, s.name, s.mode, s.provider, s.clock_ahead_ms, s.brand,
    m.role, m.refund_max
  FROM stores s LEFT JOIN members m ON m.store_id = s.store_id AND m.person_id = :person_id
  WHERE :is_owner = 1 OR m.person_id IS NOT NULL
  ORDER BY s.number`;

/** The stores of a person, in the order of their numbers. */
export const listOpenStores = (
  reader: Reader,
  { person_id, is_owner }: Pick<PersonRow, 'person_id' | 'is_owner'>,
) => reader.all<OpenStoreRow>(STORES, { person_id, is_owner });

/** A browser in which somebody is signed in. The table has its name from the baseline: seats. */
export interface SessionRow {
  token_hash: string;
  person_id: string;
  address: string;
  browser: string;
  created_at: number;
  last_seen_at: number;
  confirmed_at: number;
}

const sessions = table<SessionRow>(
  'seats',
  't',
  {
    token_hash: 'key',
    person_id: 'fixed',
    address: 'fixed',
    browser: 'fixed',
    created_at: 'fixed',
    last_seen_at: 'separate',
    confirmed_at: 'separate',
  },
  { has_store: false },
);

export const insertSession = sessions.insert;

const FIND_SESSION = `
  SELECT ${sessions.columns}, p.email, p.name, p.is_owner
  FROM seats t JOIN people p ON p.person_id = t.person_id
  WHERE t.token_hash = :token_hash`;

/** A session with the person who is signed in. */
export type PersonSession = SessionRow & Pick<PersonRow, 'email' | 'name' | 'is_owner'>;

export const findSession = (reader: Reader, token_hash: string) =>
  reader.maybe<PersonSession>(FIND_SESSION, { token_hash });

const SEEN = changes('seats', 'token_hash')`UPDATE seats SET last_seen_at = :now
  WHERE token_hash = :token_hash AND last_seen_at < :now`;

export const markSeen = (tx: Tx, token_hash: string, now: number) =>
  tx.run(SEEN, { token_hash, now });

const END = changes('seats', 'token_hash')`DELETE FROM seats WHERE token_hash = :token_hash`;

export const endSession = (tx: Tx, token_hash: string) => tx.run(END, { token_hash });

const SESSIONS = `${sessions.select} WHERE t.person_id = :person_id ORDER BY t.last_seen_at DESC`;

export const listSessions = (reader: Reader, person_id: string) =>
  reader.all<SessionRow>(SESSIONS, { person_id });

const CONFIRM = changes('seats', 'token_hash')`
  UPDATE seats SET confirmed_at = :now WHERE token_hash = :token_hash`;

export const markConfirmed = (tx: Tx, token_hash: string, now: number) =>
  tx.run(CONFIRM, { token_hash, now });

const END_OTHERS = changes('seats', 'person_id')`
  DELETE FROM seats WHERE person_id = :person_id AND token_hash <> :kept_hash`;

/** Signs a person out everywhere, but for one browser, or everywhere when none is kept. */
export const endOtherSessions = (tx: Tx, person_id: string, kept_hash: string | null) =>
  tx.run(END_OTHERS, { person_id, kept_hash: kept_hash ?? '' });

const END_OLD = changes('seats')`
  DELETE FROM seats WHERE token_hash IN (
    SELECT token_hash FROM seats
    WHERE last_seen_at <= :seen_before OR created_at <= :made_before LIMIT :most)`;

export const deleteOldSessions = (
  tx: Tx,
  limits: { seen_before: number; made_before: number; most: number },
) => tx.run(END_OLD, limits);
