import type { Reader, Tx } from '../db/database.ts';

const LOCK_ADDRESS = `
  INSERT INTO guest_addresses (store_id, email_folded) VALUES (:store_id, :email_folded)
  ON CONFLICT (store_id, email_folded) DO UPDATE SET email_folded = excluded.email_folded`;

/** Until this transaction ends, nobody else begins a payment as a guest with this address. */
export const lockAddress = (tx: Tx, email_folded: string) => tx.run(LOCK_ADDRESS, { email_folded });

const FIRST_CUSTOMER = `SELECT c.customer_id FROM customers c
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded
  ORDER BY c.search_entry LIMIT 1`;

/** The oldest customer with an address: nobody can take their place by typing it. */
export const findFirstCustomer = async (reader: Reader, email_folded: string) =>
  (await reader.maybe<{ customer_id: string }>(FIRST_CUSTOMER, { email_folded }))?.customer_id;

const HAD_TRIAL = `SELECT t.plan_id FROM customers c JOIN trials t
    ON t.store_id = c.store_id AND t.customer_id = c.customer_id
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded AND t.plan_id = :plan_id LIMIT 1`;

/** Whether any customer with an address has had a trial of a plan. */
export const hadTrialByAddress = async (
  reader: Reader,
  one: { email_folded: string; plan_id: string },
): Promise<boolean> => (await reader.maybe(HAD_TRIAL, one)) !== undefined;

const USES = `SELECT CAST(COALESCE(SUM(u.uses), 0) AS bigint) AS uses
  FROM customers c JOIN discount_uses u
    ON u.store_id = c.store_id AND u.customer_id = c.customer_id
  WHERE c.store_id = :store_id AND c.email_folded = :email_folded
    AND u.discount_id = :discount_id`;

/** How often all customers with an address have used a code together. */
export const usesByAddress = async (
  reader: Reader,
  of: { email_folded: string; discount_id: string },
): Promise<number> => (await reader.maybe<{ uses: number }>(USES, of))?.uses ?? 0;
