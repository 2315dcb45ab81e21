import type { Reader, Tx } from '../db/database.ts';
import type { CheckoutRow } from './checkout.rules.ts';

const NAMES = [
  'checkout_session_id',
  'status',
  'product_id',
  'product_name',
  'product_description',
  'product_image_url',
  'quantity',
  'customer_id',
  'discount_id',
  'coupon_code',
  'percent_bps',
  'coupon_duration',
  'coupon_months',
  'coupon_amount_minor',
  'currency',
  'unit_price_minor',
  'subtotal_minor',
  'discount_minor',
  'tax_minor',
  'total_minor',
  'balance_change_minor',
  'billing_interval',
  'billing_interval_count',
  'trial_days',
  'renewal_total_minor',
  'success_url',
  'cancel_url',
  'metadata',
  'last_payment_error',
  'payment_attempts',
  'transaction_id',
  'subscription_id',
  'expires_at',
  'completed_at',
  'created_at',
  'updated_at',
  'license',
  'buyer',
] as const satisfies (keyof Omit<CheckoutRow, 'key_seed' | 'balance_minor'>)[];

const COLUMNS = `${NAMES.map((name) => `c.${name}`).join(', ')},
  (SELECT l.key_seed FROM licenses l
    WHERE l.store_id = c.store_id AND l.transaction_id = c.transaction_id) AS key_seed,
  COALESCE((SELECT b.balance_minor FROM customer_balances b WHERE b.store_id = c.store_id
    AND b.customer_id = c.customer_id AND b.currency = c.currency), 0) AS balance_minor`;

const FIND = `SELECT ${COLUMNS} FROM checkouts c
  WHERE c.store_id = :store_id AND c.checkout_session_id = :checkout_session_id`;

export const findCheckout = (reader: Reader, checkout_session_id: string) =>
  reader.maybe<CheckoutRow>(FIND, { checkout_session_id });

const LOCK = `SELECT checkout_session_id FROM checkouts
  WHERE store_id = :store_id AND checkout_session_id = :checkout_session_id FOR UPDATE`;

/**
 * Locked first and read then: PostgreSQL reads a row anew that it had to wait for, but not what
 * belongs to it in another table, here the license.
 */
export const lockCheckout = async (tx: Tx, checkout_session_id: string) =>
  (await tx.maybe(LOCK, { checkout_session_id })) === undefined
    ? undefined
    : findCheckout(tx, checkout_session_id);

const INSERT = `
  INSERT INTO checkouts (store_id, ${NAMES.join(', ')})
  VALUES (:store_id, ${NAMES.map((name) => `:${name}`).join(', ')})`;

export const insertCheckout = (tx: Tx, row: CheckoutRow) => tx.run(INSERT, { ...row });

// What was promised stays out of it, but for what a coupon changes.
const CHANGING = [
  'status',
  'discount_id',
  'coupon_code',
  'percent_bps',
  'coupon_duration',
  'coupon_months',
  'coupon_amount_minor',
  'balance_change_minor',
  'subtotal_minor',
  'discount_minor',
  'tax_minor',
  'total_minor',
  'renewal_total_minor',
  'last_payment_error',
  'payment_attempts',
  'buyer',
  'transaction_id',
  'subscription_id',
  'trial_days',
  'completed_at',
  'updated_at',
] as const satisfies (keyof CheckoutRow)[];

const SAVE = `
  UPDATE checkouts SET ${CHANGING.map((name) => `${name} = :${name}`).join(', ')}
  WHERE store_id = :store_id AND checkout_session_id = :checkout_session_id`;

/** Of a session that was locked in this transaction. */
export const saveCheckout = (tx: Tx, row: CheckoutRow) => tx.run(SAVE, { ...row });

const DUE = `SELECT ${COLUMNS} FROM checkouts c
  WHERE c.store_id = :store_id AND c.status = 'open' AND c.expires_at <= :now
  ORDER BY c.expires_at, c.checkout_session_id LIMIT :limit FOR UPDATE`;

export const lockDueCheckouts = (tx: Tx, due: { now: number; limit: number }) =>
  tx.all<CheckoutRow>(DUE, due);

const HAS_DUE = `SELECT c.checkout_session_id FROM checkouts c
  WHERE c.store_id = :store_id AND c.status = 'open' AND c.expires_at <= :now LIMIT 1`;

export const hasDueCheckout = async (reader: Reader, now: number) =>
  (await reader.maybe(HAS_DUE, { now })) !== undefined;

const STORE = `SELECT s.store_id, s.number, s.mode, s.provider, s.name, s.clock_ahead_ms
  FROM checkouts c
  JOIN stores s ON s.store_id = c.store_id WHERE c.checkout_session_id = :checkout_session_id`;

/** For the hosted page, which has no key: the session itself tells which store it belongs to. */
export const findStoreOfCheckout = (reader: Reader, checkout_session_id: string) =>
  reader.maybe<{
    store_id: string;
    number: number;
    mode: 'test' | 'live';
    provider: string | null;
    name: string;
    clock_ahead_ms: number;
  }>(STORE, { checkout_session_id });
