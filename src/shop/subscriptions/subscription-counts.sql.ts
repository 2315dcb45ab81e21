import type { Reader } from '../../platform/db/database.ts';

const COUNT = `SELECT count(*) AS count FROM (
  SELECT 1 AS one FROM subscriptions s
  WHERE s.store_id = :store_id AND s.status = :status LIMIT :most) counted`;

/** How many subscriptions are in a state, counted up to `most`. */
export const countSubscriptions = async (
  reader: Reader,
  of: { status: string; most: number },
): Promise<number> => (await reader.maybe<{ count: number }>(COUNT, of))?.count ?? 0;
