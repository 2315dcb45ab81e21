import type { Reader } from '../../../platform/db/database.ts';

const COUNT = `SELECT count(*) AS count FROM (
  SELECT 1 AS one FROM products p
  WHERE p.store_id = :store_id AND p.status = :status LIMIT :most) counted`;

/** How many products are in a state, counted up to `most`. */
export const countProducts = async (
  reader: Reader,
  of: { status: string; most: number },
): Promise<number> => (await reader.maybe<{ count: number }>(COUNT, of))?.count ?? 0;
