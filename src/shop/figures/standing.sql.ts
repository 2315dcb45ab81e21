import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { Standing, State } from './figure-change.rules.ts';

export interface StandingRow extends Omit<Standing, 'state'> {
  state: State | 'uncounted';
  /** The month in which it was first active, and the product that it had then. */
  cohort: number | null;
  cohort_product_id: string | null;
}

const standings = table<StandingRow>('subscription_standings', 's', {
  subscription_id: 'key',
  customer_id: 'fixed',
  currency: 'fixed',
  product_id: 'changes',
  state: 'changes',
  mrr_minor: 'changes',
  cohort: 'changes',
  cohort_product_id: 'changes',
});

const FIND = reads('subscription_standings', 'subscription_id')`
  ${standings.select} AND s.subscription_id = :subscription_id`;

export const findStanding = (tx: Tx, subscription_id: string) =>
  tx.maybe<StandingRow>(FIND, { subscription_id });

/** The subscription must be locked in this transaction. */
export const saveStanding = standings.save;

interface MovementRow extends Standing {
  position: number;
  moved_at: number;
}

const movements = table<MovementRow>('subscription_movements', 'm', {
  customer_id: 'key',
  currency: 'key',
  position: 'key',
  subscription_id: 'fixed',
  moved_at: 'fixed',
  product_id: 'fixed',
  state: 'fixed',
  mrr_minor: 'fixed',
});

export const insertMovement = movements.insert;

interface CustomerKey {
  customer_id: string;
  currency: string;
  product_id: string;
}

export interface CustomerStanding {
  mrr_minor: number;
  changes: number;
  movements: number;
}

const CHANGE = changes('customer_standings', 'currency', 'product_id', 'customer_id')`
  INSERT INTO customer_standings (store_id, customer_id, currency, product_id,
    mrr_minor, changes, movements)
  VALUES (:store_id, :customer_id, :currency, :product_id, :change_minor, :changes, 1)
  ON CONFLICT (store_id, customer_id, currency, product_id) DO UPDATE
  SET mrr_minor = customer_standings.mrr_minor + excluded.mrr_minor,
    changes = customer_standings.changes + excluded.changes,
    movements = customer_standings.movements + 1
  RETURNING mrr_minor, changes, movements`;

/**
 * Changes what a customer pays a month for a product, or for all (''), and returns how that is now.
 * Others that change the same wait until this transaction has ended.
 */
export const changeCustomerStanding = (
  tx: Tx,
  { change_minor, ...key }: CustomerKey & { change_minor: number },
) =>
  tx.maybe<CustomerStanding>(CHANGE, { ...key, change_minor, changes: Number(change_minor !== 0) });

const UNCOUNTED = `SELECT s.store_id, s.subscription_id FROM subscription_standings s
  WHERE s.state = 'uncounted' ORDER BY s.store_id, s.subscription_id LIMIT :limit`;

/** Subscriptions of all stores that are older than the figures and wait to be counted. */
export const listUncounted = (reader: Reader, limit: number) =>
  reader.all<{ store_id: string; subscription_id: string }>(UNCOUNTED, { limit });
