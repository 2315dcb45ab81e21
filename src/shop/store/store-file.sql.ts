import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';

const INSERT = changes('store_files', 'file_name')`
  INSERT INTO store_files (store_id, file_name, bytes, created_at)
  VALUES (:store_id, :file_name, :bytes, :created_at)
  ON CONFLICT (store_id, file_name) DO NOTHING`;

/** Keeps a file, in base64. The same file is kept once. */
export const keepFile = (tx: Tx, file: { file_name: string; bytes: string; created_at: number }) =>
  tx.run(INSERT, file);

const COUNT = 'SELECT COUNT(*) AS files FROM store_files WHERE store_id = :store_id';

export const countFiles = async (reader: Reader): Promise<number> =>
  (await reader.maybe<{ files: number }>(COUNT))?.files ?? 0;

const FIND_OWN = `
  SELECT bytes FROM store_files WHERE store_id = :store_id AND file_name = :file_name`;

/** A file of the store, in base64. */
export const findOwnFile = (reader: Reader, file_name: string) =>
  reader.maybe<{ bytes: string }>(FIND_OWN, { file_name });

const FIND = `SELECT f.bytes FROM stores s
  JOIN store_files f ON f.store_id = s.store_id AND f.file_name = :file_name
  WHERE s.number = :store_number`;

/** A file of the store with this number, in base64: pictures are for everybody. */
export const findFile = (reader: Reader, file: { store_number: number; file_name: string }) =>
  reader.maybe<{ bytes: string }>(FIND, file);
