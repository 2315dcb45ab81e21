import assert from 'node:assert/strict';
import { moveBalance } from '../customers/balance.sql.ts';
import type { Tx } from '../db/database.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { insertTransaction, settleTransaction } from './transaction.sql.ts';

/**
 * Keeps a transaction. Credit that it uses is taken from the customer's balance at once, so that
 * two payments never use the same; credit that it gives, and a debt that it pays, count once it
 * is paid.
 */
export async function openTransaction(tx: Tx, row: TransactionRow): Promise<void> {
  await insertTransaction(tx, row);
  if (row.status === 'paid' || usesCredit(row)) await move(tx, row, row.balance_change_minor);
}

/** Settles a pending transaction that was paid. */
export async function settlePaid(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.status === 'paid');
  assert.equal(await settleTransaction(tx, row), 1);
  if (!usesCredit(row)) await move(tx, row, row.balance_change_minor);
}

/** Settles a pending transaction that was declined: the customer's balance is as it was before. */
export async function settleDeclined(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.status === 'declined');
  assert.equal(await settleTransaction(tx, row), 1);
  if (usesCredit(row)) await move(tx, row, -row.balance_change_minor);
}

const usesCredit = (row: TransactionRow): boolean => row.balance_change_minor < 0;

async function move(tx: Tx, row: TransactionRow, change_minor: number): Promise<void> {
  if (change_minor === 0) return;
  const { customer_id, currency, created_at: now } = row;
  await moveBalance(tx, { customer_id, currency, change_minor, now });
}
