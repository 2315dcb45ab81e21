import type { Reader, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/rows.ts';
import { besidesKey, table } from '../../platform/db/table.ts';
import type { StoreWithBrand } from '../store/brand.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';

// The terms are fixed when the session is created, except for what a coupon changes.
const checkouts = table<CheckoutRow>('checkouts', 'c', {
  checkout_session_id: 'key',
  status: 'changes',
  product_id: 'fixed',
  product_name: 'fixed',
  product_description: 'fixed',
  product_image_url: 'fixed',
  quantity: 'changes',
  adjustable_quantity: 'fixed',
  consent: 'changes',
  request_id: 'fixed',
  return_key: 'changes',
  return_query: 'changes',
  customer_id: 'changes',
  is_guest: 'fixed',
  discount_id: 'changes',
  coupon_code: 'changes',
  percent_bps: 'changes',
  coupon_duration: 'changes',
  coupon_months: 'changes',
  coupon_amount_minor: 'changes',
  currency: 'fixed',
  unit_price_minor: 'fixed',
  subtotal_minor: 'changes',
  discount_minor: 'changes',
  tax_minor: 'changes',
  total_minor: 'changes',
  balance_change_minor: 'changes',
  billing_interval: 'fixed',
  billing_interval_count: 'fixed',
  trial_days: 'changes',
  renewal_total_minor: 'changes',
  success_url: 'fixed',
  cancel_url: 'fixed',
  redirect: 'fixed',
  metadata: 'fixed',
  payment_link_id: 'fixed',
  link_attempt: 'fixed',
  custom_fields: 'fixed',
  custom_values: 'changes',
  last_payment_error: 'changes',
  payment_attempts: 'changes',
  transaction_id: 'changes',
  subscription_id: 'changes',
  expires_at: 'fixed',
  completed_at: 'changes',
  created_at: 'fixed',
  updated_at: 'changes',
  license: 'fixed',
  includes_tax: 'fixed',
  tax_category: 'fixed',
  tax_decision: 'changes',
  tax_rows: 'changes',
  charge_min_minor: 'changes',
  charge_step_minor: 'changes',
  buyer: 'changes',
  key_seed: {
    computed: `(SELECT l.key_seed FROM licenses l
      WHERE l.store_id = c.store_id AND l.transaction_id = c.transaction_id)`,
  },
  balance_minor: {
    computed: `COALESCE((SELECT b.balance_minor FROM customer_balances b
      WHERE b.store_id = c.store_id AND b.customer_id = c.customer_id
        AND b.currency = c.currency AND c.is_guest = 0), 0)`,
  },
});

const FIND = `${checkouts.select} AND c.checkout_session_id = :checkout_session_id`;

export const findCheckout = (reader: Reader, checkout_session_id: string) =>
  reader.maybe<CheckoutRow>(FIND, { checkout_session_id });

const LOCK = locks('checkouts', 'checkout_session_id')`SELECT checkout_session_id FROM checkouts
  WHERE store_id = :store_id AND checkout_session_id = :checkout_session_id FOR UPDATE`;

export const lockCheckout = (tx: Tx, checkout_session_id: string) =>
  tx.maybeLocked<CheckoutRow>(LOCK, FIND, { checkout_session_id });

const LOCK_BEGUN = locks('checkouts', 'checkout_session_id').locks(
  'transactions',
  'transaction_id',
)`
  SELECT c.checkout_session_id FROM checkouts c
  JOIN transactions t ON t.store_id = c.store_id AND t.transaction_id = c.transaction_id
  WHERE c.store_id = :store_id AND c.checkout_session_id = :checkout_session_id
    AND c.status = 'processing'
    AND t.store_id = :store_id AND t.transaction_id = :transaction_id
    AND ${besidesKey('t.status')} = 'pending'
    AND t.provider_reference IS NULL AND t.action_url IS NULL AND t.give_back_minor IS NULL
    AND t.review_outcome IS NULL AND t.needs_review = 0 AND t.attempts = 0
    AND t.clock_moved_ms = :clock_moved_ms FOR UPDATE`;

/**
 * Locks a session and the payment of it that is in progress, if both are as they were when it was
 * begun. Until it ends, nothing else changes the session: every other change wants an open one, under
 * its lock. Both are locked at once, so that nobody who has one waits for one who has the other.
 */
export const lockBegun = (
  tx: Tx,
  begun: { checkout_session_id: string; transaction_id: string; clock_moved_ms: number },
) => tx.maybe<object>(LOCK_BEGUN, begun);

export const insertCheckout = checkouts.insert;

/** The session must be locked in this transaction, and `stored` is what was read then. */
export const saveCheckout = checkouts.update;

const DUE = locks('checkouts', 'store_id')
  .reads('licenses', 'store_id')
  .reads('customer_balances', 'store_id')`
  ${checkouts.select} AND c.status = 'open' AND c.expires_at <= :now
  ORDER BY c.expires_at, c.checkout_session_id LIMIT :limit FOR UPDATE`;

export const lockDueCheckouts = (tx: Tx, due: { now: number; limit: number }) =>
  tx.all<CheckoutRow>(DUE, due);

const HAS_DUE = `SELECT c.checkout_session_id FROM checkouts c
  WHERE c.store_id = :store_id AND c.status = 'open' AND c.expires_at <= :now LIMIT 1`;

export const hasDueCheckout = async (reader: Reader, now: number) =>
  (await reader.maybe(HAS_DUE, { now })) !== undefined;

const STORE = `SELECT s.store_id, s.number, s.mode, s.provider, s.name, s.brand, s.clock_ahead_ms
  FROM checkouts c
  JOIN stores s ON s.store_id = c.store_id WHERE c.checkout_session_id = :checkout_session_id`;

/** Finds the store by the session alone: the payment page has no API key. */
export const findStoreOfCheckout = (reader: Reader, checkout_session_id: string) =>
  reader.maybe<StoreWithBrand>(STORE, { checkout_session_id });
