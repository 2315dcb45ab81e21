import { createHash } from 'node:crypto';
import { randomText } from '../../../platform/core/ids.ts';
import { LIMITS } from '../../../platform/core/limits.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { findSeat, insertSeat, markSeen, type TakenSeat } from './person.sql.ts';

/** The secret in it is known to the browser alone: the database has its hash. */
export const SEAT_COOKIE = '__Host-kassa-seat';

const hashSeatToken = (token: string): string => createHash('sha256').update(token).digest('hex');

interface NewSeat {
  person_id: string;
  address: string;
  browser: string;
  now: number;
}

/** Signs a person in: returns the secret for the cookie. */
export async function openSeat(tx: Tx, { person_id, address, browser, now }: NewSeat) {
  const token = randomText(32);
  const times = { created_at: now, last_seen_at: now, confirmed_at: now };
  const token_hash = hashSeatToken(token);
  await insertSeat(tx, {
    token_hash,
    person_id,
    address,
    browser: browser.slice(0, 200),
    ...times,
  });
  return token;
}

/** Who is signed in with this secret; undefined when nobody is, or not any more. */
export async function takenSeat(
  db: Database,
  token: string,
  now: number,
): Promise<TakenSeat | undefined> {
  const seat = await findSeat(db.reader(null), hashSeatToken(token));
  if (!seat || seat.last_seen_at + LIMITS.seat_idle_ms <= now) return undefined;
  if (seat.created_at + LIMITS.seat_ms <= now) return undefined;
  if (seat.last_seen_at + LIMITS.seat_noted_ms <= now) {
    await db.write(null, async (tx) => markSeen(tx, seat.token_hash, now));
  }
  return seat;
}
