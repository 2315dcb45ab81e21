import type { Reader } from '../../../platform/db/database.ts';
import { MADE_OR_PENDING } from './made.rules.ts';

const HAS_SOLD = `SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND t.status IN ${MADE_OR_PENDING} LIMIT 1`;

/** Whether anybody has bought in this store so far, also by a debit that is still under way. */
export const hasSold = async (reader: Reader): Promise<boolean> =>
  (await reader.maybe(HAS_SOLD)) !== undefined;
