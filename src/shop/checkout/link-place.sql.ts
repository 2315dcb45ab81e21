import type { Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';

const TAKE = changes('payment_links', 'payment_link_id')`
  UPDATE payment_links SET purchases = purchases + 1
  WHERE store_id = :store_id AND payment_link_id = :payment_link_id AND is_active = 1
    AND (max_purchases IS NULL OR purchases < max_purchases)
    AND (expires_at IS NULL OR expires_at > :now)`;

/** Takes a place among the purchases of a link; returns 0 when nothing is sold there any more. */
export const takePlace = (tx: Tx, of: { payment_link_id: string; now: number }) => tx.run(TAKE, of);

const GIVE_BACK = changes('payment_links', 'payment_link_id')`
  UPDATE payment_links SET purchases = purchases - 1
  WHERE store_id = :store_id AND payment_link_id = :payment_link_id`;

/** Gives back the place that a declined payment had taken. */
export const giveBackPlace = (tx: Tx, payment_link_id: string) =>
  tx.run(GIVE_BACK, { payment_link_id });
