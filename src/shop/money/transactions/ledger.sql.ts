import type { Tx } from '../../../platform/db/database.ts';
import { reads } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { LedgerEntry } from './ledger.rules.ts';

interface LedgerRow extends LedgerEntry {
  transaction_id: string;
  position: number;
  currency: string;
  created_at: number;
}

const ledger = table<LedgerRow>('ledger_entries', 'e', {
  transaction_id: 'key',
  position: 'key',
  debit_account: 'fixed',
  credit_account: 'fixed',
  amount_minor: 'fixed',
  currency: 'fixed',
  created_at: 'fixed',
});

export const insertLedgerEntry = ledger.insert;

const COUNT_ENTRIES = reads('ledger_entries', 'transaction_id')`
  SELECT COUNT(*) AS entries FROM ledger_entries
  WHERE store_id = :store_id AND transaction_id = :transaction_id`;

/** How many entries a transaction has. It must be locked in this database transaction. */
export const countLedgerEntries = async (tx: Tx, transaction_id: string): Promise<number> =>
  (await tx.maybe<{ entries: number }>(COUNT_ENTRIES, { transaction_id }))?.entries ?? 0;
