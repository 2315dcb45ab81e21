import type { Reader } from '../../platform/db/database.ts';
import { reads } from '../../platform/db/rows.ts';

const FIRST_CUSTOMER = reads('customers', 'email_folded')`SELECT c.customer_id FROM customers c
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded AND c.email_is_typed = 0
  ORDER BY c.search_entry LIMIT 1`;

/**
 * The oldest customer who has an address from the seller, or from being a guest: nobody can take
 * their place, and get what others buy, by typing it.
 */
export const findFirstCustomer = async (reader: Reader, email_folded: string) =>
  (await reader.maybe<{ customer_id: string }>(FIRST_CUSTOMER, { email_folded }))?.customer_id;

const HAS_MORE = reads('customers', 'customer_id')
  .reads('transactions')
  .reads('customer_balances', 'customer_id')`
  SELECT c.customer_id FROM customers c
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id AND (
    EXISTS (SELECT 1 FROM transactions t
      WHERE t.store_id = c.store_id AND t.customer_id = c.customer_id
        AND (t.checkout_session_id IS NULL OR t.checkout_session_id <> :checkout_session_id))
    OR EXISTS (SELECT 1 FROM customer_balances a
      WHERE a.store_id = c.store_id AND a.customer_id = c.customer_id AND a.balance_minor <> 0))`;

/** Whether a customer has more than a session, which has made them, knows about. */
export const hasMore = async (
  reader: Reader,
  of: { customer_id: string; checkout_session_id: string },
): Promise<boolean> => (await reader.maybe(HAS_MORE, of)) !== undefined;

const HAD_TRIAL = reads('customers', 'email_folded').reads('trials', 'plan_id')`
  SELECT t.plan_id FROM customers c JOIN trials t
    ON t.store_id = c.store_id AND t.customer_id = c.customer_id
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded AND t.plan_id = :plan_id LIMIT 1`;

/** Whether any customer with an address has had a trial of a plan. */
export const hadTrialByAddress = async (
  reader: Reader,
  one: { email_folded: string; plan_id: string },
): Promise<boolean> => (await reader.maybe(HAD_TRIAL, one)) !== undefined;
