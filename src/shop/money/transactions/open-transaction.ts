import assert from 'node:assert/strict';
import { ProviderUnanswered } from '../../../platform/core/errors.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { changeBalance } from '../../customers/balance.sql.ts';
import { lockProvider } from '../payments/provider-connection.sql.ts';
import { movedAtOnce, type TransactionRow } from './transaction.rules.ts';
import { insertTransaction } from './transaction.sql.ts';

/**
 * Stores a pending transaction, before the provider is asked. Credit that it uses, or a debt that it
 * collects, moves the customer's balance at once: no two payments use the same credit or collect the
 * same debt. Credit that it gives changes the balance once it is paid.
 */
export async function openTransaction(tx: Tx, row: TransactionRow): Promise<void> {
  assert(row.status === 'pending');
  await insertTransaction(tx, row);
  const change_minor = movedAtOnce(row);
  if (change_minor === 0) return;
  const { customer_id, currency, created_at: now } = row;
  await changeBalance(tx, { customer_id, currency, change_minor, now });
}

/**
 * The same for a charge that its provider is asked to make. Whoever disconnects the provider at this
 * instant either finds the charge and is refused, or comes first: then there is nobody to ask.
 */
export async function openCharge(tx: Tx, row: TransactionRow): Promise<void> {
  if (!(await lockProvider(tx, row.provider))) {
    throw new ProviderUnanswered('the payment provider was disconnected meanwhile');
  }
  await openTransaction(tx, row);
}
