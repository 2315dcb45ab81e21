import assert from 'node:assert/strict';
import { moveBalance } from '../customers/balance.sql.ts';
import type { Tx } from '../db/database.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { insertTransaction, settleTransaction } from './transaction.sql.ts';

/**
 * Keeps a transaction, and takes at once what it moves on the customer's balance: two payments
 * at the same time never use the same credit, nor collect the same debt.
 */
export async function openTransaction(tx: Tx, row: TransactionRow): Promise<void> {
  await insertTransaction(tx, row);
  await moveBalanceOf(tx, row, row.balance_change_minor);
}

/** Settles a pending transaction that was declined: the customer's balance is as it was before. */
export async function settleDeclined(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.status === 'declined');
  assert.equal(await settleTransaction(tx, row), 1);
  await moveBalanceOf(tx, row, -row.balance_change_minor);
}

async function moveBalanceOf(tx: Tx, row: TransactionRow, change_minor: number): Promise<void> {
  if (change_minor === 0) return;
  const { customer_id, currency, created_at: now } = row;
  await moveBalance(tx, { customer_id, currency, change_minor, now });
}
