import { fromMinor } from '../core/money.ts';
import { isoInstant } from '../core/time.ts';
import type { Reader } from '../db/database.ts';
import { nextPeriod } from './renewal.rules.ts';
import { findSubscription } from './subscription.sql.ts';

export interface NextPayment {
  at: string;
  total: number;
}

/** When and how much a subscription is charged next; null: never. */
export async function nextPayment(
  reader: Reader,
  subscription_id: string,
): Promise<NextPayment | null> {
  const row = await findSubscription(reader, subscription_id);
  if (!row || row.next_payment_at === null) return null;
  const { bill } = nextPeriod(row);
  return { at: isoInstant(row.next_payment_at), total: fromMinor(bill.total_minor, row.currency) };
}
