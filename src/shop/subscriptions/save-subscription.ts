import type { StoreTx } from '../../platform/operation/work.ts';
import { standingOf } from './mrr.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { insertSubscription, updateSubscription } from './subscription.sql.ts';

/** Stores a new subscription, and counts it. */
export async function addSubscription(
  { tx, addFigures }: Pick<StoreTx, 'tx' | 'addFigures'>,
  row: SubscriptionRow,
): Promise<void> {
  await insertSubscription(tx, row);
  addFigures({ at: row.created_at, standing: standingOf(row), is_first: true });
}

/** Stores what has changed, and counts it. The subscription is locked in this transaction. */
export async function saveSubscription(
  { tx, addFigures, now }: Pick<StoreTx, 'tx' | 'addFigures' | 'now'>,
  row: SubscriptionRow,
): Promise<void> {
  await updateSubscription(tx, row);
  addFigures({ at: now, standing: standingOf(row), is_first: false });
}
