import type { Tx } from '../db/database.ts';

const LOCK_ADDRESS = `
  INSERT INTO guest_addresses (store_id, email_folded) VALUES (:store_id, :email_folded)
  ON CONFLICT (store_id, email_folded) DO UPDATE SET email_folded = excluded.email_folded`;

/** Until this transaction ends, nobody else begins a payment as a guest with this address. */
export const lockAddress = (tx: Tx, email_folded: string) => tx.run(LOCK_ADDRESS, { email_folded });
