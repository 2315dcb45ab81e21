import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

export interface SigningKeyRow {
  key_id: string;
  /** A JWK, as JSON. */
  public_key: string;
  sealed_private_key: string;
  created_at: number;
}

const signing_keys = table<SigningKeyRow>(
  'signing_keys',
  'k',
  { key_id: 'key', public_key: 'fixed', sealed_private_key: 'separate', created_at: 'fixed' },
  { has_store: false },
);

const LIST = `${signing_keys.select} ORDER BY k.created_at DESC, k.key_id DESC`;

/** Newest first. The newest key signs. */
export const listSigningKeys = (reader: Reader) => reader.all<SigningKeyRow>(LIST);

const DELETE = changes('signing_keys', 'key_id')`DELETE FROM signing_keys WHERE key_id = :key_id`;

export const deleteSigningKey = (tx: Tx, key_id: string) => tx.run(DELETE, { key_id });

export const insertSigningKey = signing_keys.insert;
