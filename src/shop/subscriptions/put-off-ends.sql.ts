import type { Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';

const PUT_OFF = changes('subscriptions', 'store_id')`UPDATE subscriptions
  SET past_due_until = past_due_until + :later_ms, next_action_at = past_due_until + :later_ms
  WHERE store_id = :store_id AND COALESCE(status, '') = 'past_due' AND past_due_until IS NOT NULL`;

/** Whoever has to give another card gets the time that nothing could be charged on top. */
export const putOffEnds = (tx: Tx, later_ms: number) => tx.run(PUT_OFF, { later_ms });
