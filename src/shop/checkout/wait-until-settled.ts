import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Reader } from '../../platform/db/database.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findTransaction } from '../money/transactions/transaction.sql.ts';
import { findCheckout } from './checkout.sql.ts';
import { outcomeOf, type PaymentOutcome } from './settle-payment.ts';

const POLL_MS = 50;
const WAIT_MS = 2_000;

/** Waits a moment for another payment of this session. Returns it if it is still pending then. */
export async function waitUntilSettled(
  reader: Reader,
  checkout_session_id: string,
): Promise<{ transaction: TransactionRow; outcome?: PaymentOutcome } | undefined> {
  for (let waited_ms = 0; ; waited_ms += POLL_MS) {
    const checkout = await findCheckout(reader, checkout_session_id);
    assert(checkout);
    if (checkout.status !== 'processing') return undefined;
    const transaction = await findTransaction(reader, checkout.transaction_id ?? '');
    assert(transaction);
    if (transaction.action_url) return { transaction, outcome: outcomeOf(checkout, transaction) };
    if (waited_ms >= WAIT_MS) return { transaction };
    await setTimeout(POLL_MS);
  }
}
