import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes, locks, reads } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { AdjustmentRow } from './adjustment.rules.ts';

interface Account {
  customer_id: string;
  currency: string;
}

const FIND = reads('customer_balances', 'customer_id', 'currency')`
  SELECT balance_minor FROM customer_balances
  WHERE store_id = :store_id AND customer_id = :customer_id AND currency = :currency`;

/** A customer's balance in a currency. Below 0, the customer owes it. */
export const findBalance = async (reader: Reader, account: Account): Promise<number> =>
  (await reader.maybe<{ balance_minor: number }>(FIND, { ...account }))?.balance_minor ?? 0;

const FIND_FOR_PRODUCT = reads('customer_balances', 'customer_id').reads('products', 'product_id')`
  SELECT b.balance_minor FROM customer_balances b
  JOIN products p ON p.store_id = b.store_id AND p.currency = b.currency
  WHERE b.store_id = :store_id AND b.customer_id = :customer_id AND p.product_id = :product_id`;

/** The same in the currency of a product, which need not be read before. */
export const findBalanceFor = async (
  reader: Reader,
  one: { customer_id: string; product_id: string },
): Promise<number> =>
  (await reader.maybe<{ balance_minor: number }>(FIND_FOR_PRODUCT, one))?.balance_minor ?? 0;

const LOCK = locks('customer_balances', 'customer_id', 'currency')`${FIND} FOR UPDATE`;

/** The same, and locks it until this database transaction ends. */
export const lockBalance = async (tx: Tx, account: Account): Promise<number> =>
  (await tx.maybe<{ balance_minor: number }>(LOCK, { ...account }))?.balance_minor ?? 0;

const MOVE = changes('customer_balances', 'currency', 'customer_id')`
  INSERT INTO customer_balances (store_id, customer_id, currency, balance_minor, updated_at)
  VALUES (:store_id, :customer_id, :currency, :change_minor, :now)
  ON CONFLICT (store_id, customer_id, currency) DO UPDATE
  SET balance_minor = customer_balances.balance_minor + excluded.balance_minor,
    updated_at = excluded.updated_at`;

/** Adds to a balance; subtracts if `change_minor` is below 0. */
export const changeBalance = (tx: Tx, move: Account & { change_minor: number; now: number }) =>
  tx.run(MOVE, { ...move });

const adjustments = table<AdjustmentRow>('balance_adjustments', 'a', {
  adjustment_id: 'key',
  customer_id: 'fixed',
  currency: 'fixed',
  amount_minor: 'fixed',
  balance_after_minor: 'fixed',
  reason: 'fixed',
  created_at: 'fixed',
});

export const insertAdjustment = adjustments.insert;

const OF_CUSTOMER = `${adjustments.select} AND a.customer_id = :customer_id
  AND a.adjustment_id < :before ORDER BY a.adjustment_id DESC LIMIT :limit`;

/** What was given or taken by hand, the newest first. */
export const listAdjustments = (
  reader: Reader,
  range: { customer_id: string; before: string; limit: number },
) => reader.all<AdjustmentRow>(OF_CUSTOMER, range);
