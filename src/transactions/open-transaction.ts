import assert from 'node:assert/strict';
import { changeBalance } from '../customers/balance.sql.ts';
import type { Tx } from '../db/database.ts';
import { type TransactionRow, usesCredit } from './transaction.rules.ts';
import { insertTransaction } from './transaction.sql.ts';

/**
 * Stores a pending transaction, before the provider is asked. Credit that it uses is taken from the
 * customer's balance at once, so that no two payments use the same credit. Credit that it gives, and
 * a debt that it pays, change the balance once it is paid.
 */
export async function openTransaction(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.status === 'pending');
  await insertTransaction(tx, row);
  if (!usesCredit(row)) return;
  const { customer_id, currency, created_at: now, balance_change_minor: change_minor } = row;
  await changeBalance(tx, { customer_id, currency, change_minor, now });
}
