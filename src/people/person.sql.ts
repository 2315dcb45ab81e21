import type { StoreMode } from '../core/access.ts';
import type { Reader, Tx } from '../db/database.ts';
import { table } from '../db/table.ts';
import type { MemberRole } from './roles.rules.ts';

export interface PersonRow {
  person_id: string;
  email: string;
  /** In small letters: two people cannot have addresses that differ only in that. */
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
  { has_store: false },
);

export const insertPerson = people.insert;

export interface MemberRow {
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
export interface OpenStoreRow {
  store_id: string;
  number: number;
  name: string;
  mode: StoreMode;
  provider: string | null;
  clock_ahead_ms: number;
  brand: string;
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

export interface SeatRow {
  token_hash: string;
  person_id: string;
  address: string;
  browser: string;
  created_at: number;
  last_seen_at: number;
  confirmed_at: number;
}

const seats = table<SeatRow>(
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

export const insertSeat = seats.insert;

const FIND_SEAT = `
  SELECT ${seats.columns}, p.email, p.name, p.is_owner
  FROM seats t JOIN people p ON p.person_id = t.person_id
  WHERE t.token_hash = :token_hash`;

/** A seat with whoever sits on it. */
export type TakenSeat = SeatRow & Pick<PersonRow, 'email' | 'name' | 'is_owner'>;

export const findSeat = (reader: Reader, token_hash: string) =>
  reader.maybe<TakenSeat>(FIND_SEAT, { token_hash });

const SEEN = `UPDATE seats SET last_seen_at = :now
  WHERE token_hash = :token_hash AND last_seen_at < :now`;

export const markSeen = (tx: Tx, token_hash: string, now: number) =>
  tx.run(SEEN, { token_hash, now });

const END = 'DELETE FROM seats WHERE token_hash = :token_hash';

export const endSeat = (tx: Tx, token_hash: string) => tx.run(END, { token_hash });
