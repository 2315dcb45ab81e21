import assert from 'node:assert/strict';
import type { Tx } from '../db/database.ts';
import { ledgerEntries, type TransactionRow } from './transaction.rules.ts';
import { insertLedgerEntry } from './transaction.sql.ts';

/** Posts what a transaction moved, in the transaction of the database that settles it. */
export async function postLedger(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.settled_at !== null, 'only a settled transaction moves money');
  const { transaction_id, currency, settled_at: created_at } = row;
  for (const [position, entry] of ledgerEntries(row).entries()) {
    await insertLedgerEntry(tx, { ...entry, transaction_id, position, currency, created_at });
  }
}
