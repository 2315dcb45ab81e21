import type { StoreMode } from '../../platform/core/access.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { adds } from '../../platform/db/rows.ts';
import type { StoreWithBrand } from './brand.rules.ts';

// Of another store than the one that is worked in: the new one, or all that there are.

const COUNT = `SELECT COUNT(*) AS stores FROM stores WHERE :store_id <> ''`;

export const countStores = async (reader: Reader): Promise<number> =>
  (await reader.maybe<{ stores: number }>(COUNT))?.stores ?? 0;

const INSERT = adds('stores')`
  INSERT INTO stores (store_id, number, name, mode, created_at, updated_at)
  SELECT :new_store_id, COALESCE(MAX(number), 0) + 1, :name, :mode, :created_at, :created_at
  FROM stores WHERE :store_id <> ''`;

/** A store beside the one that is worked in. */
export const insertOtherStore = (
  tx: Tx,
  store: { new_store_id: string; name: string; mode: StoreMode; created_at: number },
) => tx.run(INSERT, store);

export interface OtherStoreRow extends StoreWithBrand {
  created_at: number;
  updated_at: number;
}

const FIND = `SELECT s.store_id, s.number, s.name, s.mode, s.provider, s.clock_ahead_ms, s.brand,
    s.created_at, s.updated_at
  FROM stores s WHERE s.store_id = :new_store_id AND :store_id <> ''`;

export const findOtherStore = (reader: Reader, new_store_id: string) =>
  reader.maybe<OtherStoreRow>(FIND, { new_store_id });
