import type { Reader } from '../../../platform/db/database.ts';
import { MADE } from './made.rules.ts';

const HAS_SOLD = `SELECT t.transaction_id FROM transactions t
  WHERE t.store_id = :store_id AND (t.status IN ${MADE} OR t.status = 'pending') LIMIT 1`;

/** Whether anybody has bought in this store so far, also by a debit that is still under way. */
export const hasSold = async (reader: Reader): Promise<boolean> =>
  (await reader.maybe(HAS_SOLD)) !== undefined;
