import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { Algorithm } from './public-key.rules.ts';

export interface PasskeyRow {
  credential_id: string;
  person_id: string;
  name: string;
  algorithm: Algorithm;
  spki: string;
  sign_count: number;
  created_at: number;
  last_used_at: number | null;
}

const passkeys = table<PasskeyRow>(
  'passkeys',
  'k',
  {
    credential_id: 'key',
    person_id: 'fixed',
    name: 'fixed',
    algorithm: 'fixed',
    spki: 'fixed',
    sign_count: 'separate',
    created_at: 'fixed',
    last_used_at: 'separate',
  },
  { has_store: false },
);

export const insertPasskey = passkeys.insert;

const FIND = `${passkeys.select} WHERE k.credential_id = :credential_id`;

export const findPasskey = (reader: Reader, credential_id: string) =>
  reader.maybe<PasskeyRow>(FIND, { credential_id });

const LIST = `${passkeys.select} WHERE k.person_id = :person_id
  ORDER BY k.created_at, k.credential_id`;

export const listPasskeys = (reader: Reader, person_id: string) =>
  reader.all<PasskeyRow>(LIST, { person_id });

const LOCK = locks('passkeys', 'person_id')`${LIST} FOR UPDATE`;

/** Two who remove one each at once would leave none: one waits for the other. */
export const lockPasskeys = (tx: Tx, person_id: string) => tx.all<PasskeyRow>(LOCK, { person_id });

const USED = changes('passkeys', 'credential_id')`
  UPDATE passkeys SET sign_count = :sign_count, last_used_at = :now
  WHERE credential_id = :credential_id AND sign_count = :known_count`;

/** Returns 0 when it was used at the same time: its count is another by now. */
export const markUsed = (
  tx: Tx,
  used: { credential_id: string; sign_count: number; known_count: number; now: number },
) => tx.run(USED, used);

const REMOVE = changes('passkeys', 'person_id', 'credential_id')`
  DELETE FROM passkeys WHERE person_id = :person_id AND credential_id = :credential_id`;

export const removePasskey = (tx: Tx, person_id: string, credential_id: string) =>
  tx.run(REMOVE, { person_id, credential_id });

const REMOVE_ALL = changes('passkeys', 'person_id')`
  DELETE FROM passkeys WHERE person_id = :person_id`;

export const removePasskeys = (tx: Tx, person_id: string) => tx.run(REMOVE_ALL, { person_id });

const TAKE = changes('used_challenges', 'challenge_hash')`
  INSERT INTO used_challenges (challenge_hash, expires_at) VALUES (:challenge_hash, :expires_at)
  ON CONFLICT (challenge_hash) DO NOTHING`;

/** Returns 1 for the first answer to a challenge, and 0 for every other one. */
export const takeChallenge = (tx: Tx, challenge: { challenge_hash: string; expires_at: number }) =>
  tx.run(TAKE, challenge);

const FORGET = changes('used_challenges')`
  DELETE FROM used_challenges WHERE challenge_hash IN (
    SELECT challenge_hash FROM used_challenges WHERE expires_at <= :before LIMIT :most)`;

export const forgetChallenges = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET, { before, most });
