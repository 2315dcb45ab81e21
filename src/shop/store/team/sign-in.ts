import { createHash } from 'node:crypto';
import { addressBlock } from '../../../platform/core/rate-limit.ts';
import type { Secrets } from '../../../platform/core/secrets.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { auditPeople } from '../../../platform/operation/audit.ts';
import { type FactorsRow, findFactors, takeRecoveryCode, takeTotpStep } from './factor.sql.ts';
import {
  clearFailures,
  isKnownDevice,
  lockFailures,
  setFailures,
  takeBackFailure,
} from './failure.sql.ts';
import type { Hashing } from './hashing.ts';
import { findPersonByEmail, type PersonRow } from './person.sql.ts';
import { readRecoveryCode } from './recovery-code.rules.ts';
import { stepOfCode } from './totp.rules.ts';
import { type Counted, failuresLeft, secondsToWait } from './waiting.rules.ts';

/** What is known of whoever tries to sign in. */
export interface SignInAttempt {
  db: Database;
  secrets: Secrets;
  hashing: Hashing;
  now: number;
  /** Of the secret in the browser's long-lived cookie. */
  device_hash: string;
  address: string;
}

export type AttemptResult<Right> =
  | ({ is: 'right' } & Right)
  | { is: 'wrong' }
  | { is: 'too_many'; wait_seconds: number };

interface RightPassword {
  person: PersonRow;
  factors: FactorsRow;
  is_recovery: boolean;
}

const EMAIL_MAX = 255;

/** When the line for hashing is full, somebody may try again after this time. */
const BUSY_SECONDS = 5;

/**
 * Whether this is the password of the account with this address. What is answered, and how long it
 * takes, does not depend on whether there is one. In place of a password that somebody does not
 * have, a recovery code counts.
 */
export async function tryPassword(
  trying: SignInAttempt,
  { email, password }: { email: string; password: string },
): Promise<AttemptResult<RightPassword>> {
  const { db, hashing, now } = trying;
  const reader = db.reader(null);
  // Nobody has a longer one: it is like one that nobody has.
  const email_folded = foldEmail(email.slice(0, EMAIL_MAX));
  const person = await findPersonByEmail(reader, email_folded);
  const factors = await findFactors(reader, person?.person_id ?? '');
  const counted = await countedFor(trying, `password ${email_folded}`, person);
  return tryCounted<RightPassword>(trying, counted, async () => {
    const turn = counted.is_known ? 'known' : 'stranger';
    const is_right = await hashing.isPassword(password, factors?.password_hash ?? null, turn);
    if (is_right === undefined) return { is: 'too_many', wait_seconds: BUSY_SECONDS };
    if (!person || !factors) return { is: 'wrong' };
    if (is_right) return { is: 'right', person, factors, is_recovery: false };
    const { person_id } = person;
    const code = factors.password_hash === null ? hashOfCode(trying, person_id, password) : null;
    const is_recovery =
      code !== null &&
      (await db.write(null, async (tx) =>
        takeRecoveryCode(tx, { person_id, code_hash: code, now }),
      )) === 1;
    return is_recovery ? { is: 'right', person, factors, is_recovery } : { is: 'wrong' };
  });
}

/** Whether this is a code of the person's authenticator app, or one of their recovery codes. */
export async function tryCode(
  trying: SignInAttempt,
  person: Pick<PersonRow, 'person_id'>,
  typed: string,
): Promise<AttemptResult<{ is_recovery: boolean }>> {
  const { db, secrets, now } = trying;
  const { person_id } = person;
  const counted = await countedFor(trying, `code ${person_id}`, person);
  return tryCounted<{ is_recovery: boolean }>(trying, counted, async () => {
    const factors = await findFactors(db.reader(null), person_id);
    const sealed = factors?.totp_secret ?? null;
    const secret = sealed === null ? undefined : secrets.open(sealed, ['authenticator', person_id]);
    const step =
      factors && secret !== undefined
        ? stepOfCode(Buffer.from(secret, 'base64url'), {
            typed,
            last_step: factors.totp_last_step,
            now,
          })
        : undefined;
    const code_hash = hashOfCode(trying, person_id, typed);
    const taken = await db.write(null, async (tx) => {
      if (step !== undefined) return takeTotpStep(tx, person_id, step);
      return code_hash === null ? 0 : takeRecoveryCode(tx, { person_id, code_hash, now });
    });
    return taken === 1 ? { is: 'right', is_recovery: step === undefined } : { is: 'wrong' };
  });
}

/** In small letters, as addresses are compared. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** Recovery codes are kept so that a copy of the database alone does not reveal them. */
export const recoveryCodeHash = (
  { secrets }: Pick<SignInAttempt, 'secrets'>,
  { person_id, code }: { person_id: string; code: string },
): string => secrets.derive(JSON.stringify(['recovery code', person_id, code])).toString('hex');

function hashOfCode(trying: SignInAttempt, person_id: string, typed: string): string | null {
  const code = readRecoveryCode(typed);
  return code === undefined ? null : recoveryCodeHash(trying, { person_id, code });
}

interface CountedTries {
  is_known: boolean;
  /** Whose account it is, if there is one. */
  person_id: string | undefined;
  /** Where tries are counted, in the order in which they are locked. */
  names: { kind: Counted; name: string }[];
}

/**
 * A browser that has signed in to this account before counts by itself. So strangers who try
 * passwords can make each other wait, but not somebody at their own machine.
 */
async function countedFor(
  { db, device_hash, address }: SignInAttempt,
  what: string,
  person: Pick<PersonRow, 'person_id'> | undefined,
): Promise<CountedTries> {
  const person_id = person?.person_id;
  const known = { person_id: person_id ?? '', device_hash };
  const is_known = await isKnownDevice(db.reader(null), known);
  const hashed = (text: string) => createHash('sha256').update(text).digest('hex');
  if (is_known) {
    return {
      is_known,
      person_id,
      names: [{ kind: 'device', name: hashed(`${what} ${device_hash}`) }],
    };
  }
  return {
    is_known,
    person_id,
    names: [
      { kind: 'account', name: hashed(what) },
      { kind: 'address', name: hashed(addressBlock(address)) },
    ],
  };
}

/**
 * Counts a try as a failure before it is looked at, so that many at once are no way around the
 * limit, and takes that back when it was right.
 */
async function tryCounted<Right>(
  { db, now, address }: SignInAttempt,
  { names, person_id }: CountedTries,
  look: () => Promise<AttemptResult<Right>>,
): Promise<AttemptResult<Right>> {
  const wait_seconds = await db.write(null, async (tx) => {
    const { wait, failures } = await countTry(tx, names, now);
    if (wait > 0 || person_id === undefined || !isNoted(failures)) return wait;
    await auditPeople(tx, {
      actor: { kind: 'person', id: null, address },
      action: '/account/sign-in',
      at: now,
      target: person_id,
      after: { tries_in_a_row: failures },
    });
    return wait;
  });
  if (wait_seconds > 0) return { is: 'too_many', wait_seconds };
  const found = await look();
  if (found.is === 'wrong') return found;
  await db.write(null, async (tx) => {
    for (const { kind, name } of names) {
      const counted = `${kind} ${name}`;
      if (found.is === 'right' && kind !== 'address') await clearFailures(tx, counted);
      else await takeBackFailure(tx, counted);
    }
  });
  return found;
}

/** The fifth, tenth, twentieth … in a row: the audit log of an attack stays short. */
const isNoted = (failures: number): boolean =>
  failures >= 5 && failures % 5 === 0 && Number.isInteger(Math.log2(failures / 5));

async function countTry(
  tx: Tx,
  names: CountedTries['names'],
  now: number,
): Promise<{ wait: number; failures: number }> {
  const found: { counted: string; is_new: boolean; failures: number; wait: number }[] = [];
  for (const { kind, name } of names) {
    const counted = `${kind} ${name}`;
    const { before, is_new } = await lockFailures(tx, counted, now);
    const failures = failuresLeft(kind, before, now);
    found.push({ counted, is_new, failures, wait: secondsToWait(kind, before, now) });
  }
  const wait = Math.max(...found.map((one) => one.wait));
  if (wait > 0) {
    // Whoever has to wait leaves nothing behind, under however many names they go on trying.
    for (const { counted, is_new } of found) if (is_new) await clearFailures(tx, counted);
    return { wait, failures: 0 };
  }
  for (const { counted, failures } of found) {
    await setFailures(tx, counted, { failures: failures + 1, failed_at: now });
  }
  return { wait, failures: (found[0]?.failures ?? 0) + 1 };
}
