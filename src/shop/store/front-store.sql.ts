import type { Reader } from '../../platform/db/database.ts';
import type { StoreWithBrand } from './brand.rules.ts';

const STORE = `SELECT s.store_id, s.number, s.mode, s.provider, s.name, s.brand, s.clock_ahead_ms
  FROM stores s`;

const FIRST = `${STORE} ORDER BY CASE WHEN s.mode = 'live' THEN 0 ELSE 1 END, s.number LIMIT 1`;

/** The store that the installation shows at its own address: the first live one, else the first. */
export const findFirstStore = (reader: Reader) => reader.maybe<StoreWithBrand>(FIRST);

const BY_NUMBER = `${STORE} WHERE s.number = :number`;

export const findStoreByNumber = (reader: Reader, number: number) =>
  reader.maybe<StoreWithBrand>(BY_NUMBER, { number });

const OWNER = 'SELECT p.person_id FROM people p WHERE p.is_owner = 1 LIMIT 1';

/** Whether somebody owns the installation by now. */
export const hasOwner = async (reader: Reader): Promise<boolean> =>
  (await reader.maybe(OWNER)) !== undefined;
