import type { Reader, Tx } from '../../../platform/db/database.ts';
import { adds, changes, locks } from '../../../platform/db/rows.ts';

/** How a person may prove who they are, beside passkeys. */
export interface FactorsRow {
  password_hash: string | null;
  /** Sealed. */
  totp_secret: string | null;
  totp_last_step: number;
  passkeys: number;
  recovery_codes: number;
}

const FIND = `
  SELECT p.password_hash, p.totp_secret, p.totp_last_step,
    (SELECT COUNT(*) FROM passkeys k WHERE k.person_id = p.person_id) AS passkeys,
    (SELECT COUNT(*) FROM recovery_codes c
     WHERE c.person_id = p.person_id AND c.used_at IS NULL) AS recovery_codes
  FROM people p WHERE p.person_id = :person_id`;

export const findFactors = (reader: Reader, person_id: string) =>
  reader.maybe<FactorsRow>(FIND, { person_id });

const LOCK = locks('people', 'person_id')`
  SELECT password_hash FROM people WHERE person_id = :person_id FOR UPDATE`;

/** Who signs in, or changes how, waits for others who do so as the same person. */
export const lockSignIn = (tx: Tx, person_id: string) =>
  tx.maybe<Pick<FactorsRow, 'password_hash'>>(LOCK, { person_id });

const SET_PASSWORD = changes('people', 'person_id')`
  UPDATE people SET password_hash = :password_hash WHERE person_id = :person_id`;

/** Null: this person signs in with a passkey alone. */
export const setPassword = (tx: Tx, person_id: string, password_hash: string | null) =>
  tx.run(SET_PASSWORD, { person_id, password_hash });

const SET_TOTP = changes('people', 'person_id')`
  UPDATE people SET totp_secret = :totp_secret, totp_last_step = :totp_last_step
  WHERE person_id = :person_id`;

type NewTotp = Pick<FactorsRow, 'totp_secret' | 'totp_last_step'>;

export const setTotp = (tx: Tx, person_id: string, totp: NewTotp) =>
  tx.run(SET_TOTP, { person_id, ...totp });

const TAKE_STEP = changes('people', 'person_id')`
  UPDATE people SET totp_last_step = :step
  WHERE person_id = :person_id AND totp_last_step < :step`;

/** Returns 1 for the one who uses the code of this step, and 0 for everybody after that. */
export const takeTotpStep = (tx: Tx, person_id: string, step: number) =>
  tx.run(TAKE_STEP, { person_id, step });

const FORGET_CODES = changes('recovery_codes', 'person_id')`
  DELETE FROM recovery_codes WHERE person_id = :person_id`;
const ADD_CODE = adds('recovery_codes', 'person_id', 'code_hash')`
  INSERT INTO recovery_codes (person_id, code_hash) VALUES (:person_id, :code_hash)`;

/** New ones instead of all that there were. */
export async function replaceRecoveryCodes(
  tx: Tx,
  person_id: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.run(FORGET_CODES, { person_id });
  for (const code_hash of hashes) await tx.run(ADD_CODE, { person_id, code_hash });
}

const TAKE_CODE = changes('recovery_codes', 'person_id', 'code_hash')`
  UPDATE recovery_codes SET used_at = :now
  WHERE person_id = :person_id AND code_hash = :code_hash AND used_at IS NULL`;

/** Returns 1 for the one who uses the code, and 0 for everybody after that. */
export const takeRecoveryCode = (
  tx: Tx,
  code: { person_id: string; code_hash: string; now: number },
) => tx.run(TAKE_CODE, code);
