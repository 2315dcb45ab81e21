import type { Reader } from '../../platform/db/database.ts';

const DUE = `SELECT s.subscription_id, s.next_payment_at FROM subscriptions s
  WHERE s.store_id = :store_id AND s.status IN ('trialing', 'active', 'past_due')
    AND s.next_payment_at <= :until
  ORDER BY s.next_payment_at, s.subscription_id LIMIT :limit`;

/** Subscriptions whose next payment was due by then, the oldest first. */
export const listDueBy = (reader: Reader, due: { until: number; limit: number }) =>
  reader.all<{ subscription_id: string; next_payment_at: number }>(DUE, due);
