import { createHash } from 'node:crypto';
import { randomText } from '../../../platform/core/ids.ts';
import { LIMITS } from '../../../platform/core/limits.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { findSession, insertSession, markSeen, type PersonSession } from './person.sql.ts';

/** The secret in it is known to the browser alone: the database has its hash. */
export const SESSION_COOKIE = '__Host-kassa-seat';

const hashSessionToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

interface NewSession {
  person_id: string;
  address: string;
  browser: string;
  now: number;
}

/** Signs a person in: returns the secret for the cookie. */
export async function startSession(tx: Tx, { person_id, address, browser, now }: NewSession) {
  const token = randomText(32);
  const times = { created_at: now, last_seen_at: now, confirmed_at: now };
  const token_hash = hashSessionToken(token);
  await insertSession(tx, {
    token_hash,
    person_id,
    address,
    browser: browser.slice(0, 200),
    ...times,
  });
  return token;
}

/** Who is signed in with this secret; undefined when nobody is, or not any more. */
export async function readSession(
  db: Database,
  token: string,
  now: number,
): Promise<PersonSession | undefined> {
  const session = await findSession(db.reader(null), hashSessionToken(token));
  if (!session || session.last_seen_at + LIMITS.session_idle_ms <= now) return undefined;
  if (session.created_at + LIMITS.session_ms <= now) return undefined;
  if (session.last_seen_at + LIMITS.session_noted_ms <= now) {
    await db.write(null, async (tx) => markSeen(tx, session.token_hash, now));
  }
  return session;
}
