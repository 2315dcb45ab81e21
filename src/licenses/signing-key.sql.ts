import type { Reader, Tx } from '../db/database.ts';

export interface SigningKeyRow {
  key_id: string;
  /** A JWK, as JSON. */
  public_key: string;
  sealed_private_key: string;
  created_at: number;
}

const LIST = `SELECT key_id, public_key, sealed_private_key, created_at FROM signing_keys
  ORDER BY created_at DESC, key_id DESC`;

/** Newest first: that one signs. */
export const listSigningKeys = (reader: Reader) => reader.all<SigningKeyRow>(LIST);

const DELETE = 'DELETE FROM signing_keys WHERE key_id = :key_id';

export const deleteSigningKey = (tx: Tx, key_id: string) => tx.run(DELETE, { key_id });

const INSERT = `
  INSERT INTO signing_keys (key_id, public_key, sealed_private_key, created_at)
  VALUES (:key_id, :public_key, :sealed_private_key, :created_at)`;

export const insertSigningKey = (tx: Tx, key: SigningKeyRow) => tx.run(INSERT, { ...key });
