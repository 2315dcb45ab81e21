import { newId } from '../../../platform/core/ids.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import { about } from './line-about.rules.ts';
import { type LineRow, untaxedLine } from './lines.rules.ts';
import { openTransaction } from './open-transaction.ts';
import { firstAttemptAt, pending_defaults } from './pending-transaction.rules.ts';
import { settleTransaction } from './settle-transaction.ts';
import { linesGivenBack, oppositeRows, taxOfRows } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

type Whose = Pick<
  TransactionRow,
  'customer_id' | 'product_id' | 'subscription_id' | 'quantity' | 'currency' | 'metadata'
> &
  Partial<Pick<TransactionRow, 'tax_evidence'>>;

interface Returned extends Pick<LineRow, 'description' | 'about'> {
  amount_minor: number;
  /** What of it was sold, and with which tax. */
  rows: readonly TaxRow[];
}

/**
 * Gives a customer credit instead of a refund, as a paid transaction of 0 with its lines. What was
 * sold is taken back with its tax: `rows` are positive, as those of a refund.
 */
export async function returnToBalance(
  context: StoreTx,
  whose: Whose,
  { amount_minor, rows, ...told }: Returned,
): Promise<void> {
  const { tx, now } = context;
  const { customer_id, product_id, subscription_id, quantity, currency, metadata } = whose;
  const { tax_evidence = null } = whose;
  const back = oppositeRows(rows);
  const tax_minor = taxOfRows(back);
  const added = {
    ...{ description: 'Added to the balance', quantity: 1, amount_minor },
    about: about('added_to_balance'),
  };
  const lines: LineRow[] = [
    ...linesGivenBack(told, -amount_minor, back).map(
      (line): LineRow => ({ ...line, quantity, kind: 'unused' }),
    ),
    untaxedLine('balance', added),
  ];
  const transaction: TransactionRow = {
    ...pending_defaults,
    ...{ customer_id, product_id, subscription_id, quantity, currency, metadata },
    transaction_id: newId('txn', now),
    type: 'plan_change',
    checkout_session_id: null,
    subtotal_minor: -amount_minor - tax_minor,
    discount_minor: 0,
    tax_minor,
    tax_rows: JSON.stringify(back),
    tax_evidence,
    balance_change_minor: amount_minor,
    total_minor: 0,
    lines: JSON.stringify(lines),
    request_key: null,
    // It counts for no period, and is none of the charges of which one at most is under way.
    give_back_minor: 0,
    next_attempt_at: firstAttemptAt(now),
    created_at: now,
  };
  await openTransaction(tx, transaction);
  await settleTransaction(context, transaction, { status: 'paid' });
}
