import type { Language } from '../../platform/core/languages.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';

interface SignIn {
  email_folded: string;
  /** Of the browser in which the address was typed. */
  language: Language | null;
}

const ASK = changes('portal_sign_ins', 'email_folded')`
  INSERT INTO portal_sign_ins (store_id, email_folded, language, is_waiting, asked_at)
  VALUES (:store_id, :email_folded, :language, 1, :wall)
  ON CONFLICT (store_id, email_folded) DO UPDATE
  SET language = :language, is_waiting = 1, asked_at = :wall
  WHERE portal_sign_ins.asked_at <= :again_before`;

/** Asks for a link for an address, whoever has it; not again before some time has passed. */
export const askForLink = (tx: Tx, ask: SignIn & { wall: number; again_before: number }) =>
  tx.run(ASK, { ...ask });

const WAITING = `SELECT email_folded, language FROM portal_sign_ins
  WHERE store_id = :store_id AND is_waiting = 1 ORDER BY asked_at LIMIT :limit`;

export const listWaiting = (reader: Reader, limit: number) =>
  reader.all<SignIn>(WAITING, { limit });

const TAKE = changes('portal_sign_ins', 'email_folded')`UPDATE portal_sign_ins SET is_waiting = 0
  WHERE store_id = :store_id AND email_folded = :email_folded AND is_waiting = 1`;

/** Returns 1 for the one who answers it, and 0 for others. */
export const takeWaiting = (tx: Tx, email_folded: string) => tx.run(TAKE, { email_folded });

const FORGET = changes('portal_sign_ins')`
  DELETE FROM portal_sign_ins WHERE (store_id, email_folded) IN (
    SELECT store_id, email_folded FROM portal_sign_ins WHERE asked_at <= :before LIMIT :most)`;

export const forgetSignIns = (tx: Tx, before: number, most: number) =>
  tx.run(FORGET, { before, most });
