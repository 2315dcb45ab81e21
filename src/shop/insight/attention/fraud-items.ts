import { fromMinor } from '../../../platform/core/money.ts';
import { DAY_MS, isoInstant } from '../../../platform/core/time.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { listUnseenWarnings } from '../../money/transactions/fraud-warning.sql.ts';

/** By then, what was fraud has become a dispute. */
const DISPUTED_WITHIN_MS = 120 * DAY_MS;
/** Each is an item of its own, since each is decided by itself; more come when these are. */
const ITEMS_MAX = 20;

/** Payments of which a bank says that the owner of the card did not make them, the oldest first. */
export async function fraudItems(reader: Reader, now: number) {
  const since = now - DISPUTED_WITHIN_MS;
  const unseen = await listUnseenWarnings(reader, { since, limit: ITEMS_MAX });
  return unseen.map(({ transaction_id, fraud_type, warned_at, left_minor, currency }) => ({
    ...{ kind: 'fraud_warning' as const, count: 1, record_id: transaction_id },
    amount: fromMinor(left_minor, currency),
    currency,
    at: isoInstant(warned_at),
    operation: '/refund-transaction',
    message:
      'a bank says that the owner of the card did not make this payment ' +
      `(${fraud_type.replaceAll('_', ' ')}): a refund within hours mostly avoids a dispute`,
  }));
}
