import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes, reads } from '../../platform/db/rows.ts';

const ADDRESS = reads('customers', 'customer_id')`SELECT c.email_folded FROM customers c
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

/** The address of a customer, as it is compared with others; null: nobody knows it. */
export const addressOf = async (reader: Reader, customer_id: string): Promise<string | null> =>
  (await reader.maybe<{ email_folded: string | null }>(ADDRESS, { customer_id }))?.email_folded ??
  null;

const LOCK_ADDRESS = changes('guest_addresses', 'email_folded')`
  INSERT INTO guest_addresses (store_id, email_folded) VALUES (:store_id, :email_folded)
  ON CONFLICT (store_id, email_folded) DO UPDATE SET email_folded = excluded.email_folded`;

/** Until this transaction ends, nobody else begins a payment as somebody with this address. */
export const lockAddress = (tx: Tx, email_folded: string) => tx.run(LOCK_ADDRESS, { email_folded });
