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

type Origin = Pick<
  TransactionRow,
  'customer_id' | 'product_id' | 'subscription_id' | 'quantity' | 'currency' | 'metadata'
> &
  Partial<Pick<TransactionRow, 'tax_evidence'>>;

interface ReturnedAmount extends Pick<LineRow, 'description' | 'about'> {
  amount_minor: number;
  /** The part of it that was sold, by its taxes; positive, as those of a refund. */
  rows: readonly TaxRow[];
}

/**
 * Gives a customer credit instead of a refund, as a paid transaction of 0 with its lines: for 8 of
 * unused time one line of -8, with its tax, and one of 8, added to the balance. `origin` is the
 * payment or subscription that it is for.
 */
export async function returnToBalance(
  context: StoreTx,
  origin: Origin,
  { amount_minor, rows, ...line_text }: ReturnedAmount,
): Promise<void> {
  const { tx, now } = context;
  const { customer_id, product_id, subscription_id, quantity, currency, metadata } = origin;
  const { tax_evidence = null } = origin;
  const tax_rows = oppositeRows(rows);
  const tax_minor = taxOfRows(tax_rows);
  const added = {
    description: 'Added to the balance',
    quantity: 1,
    amount_minor,
    about: about('added_to_balance'),
  };
  const lines: LineRow[] = [
    ...linesGivenBack(line_text, -amount_minor, tax_rows).map(
      (line): LineRow => ({ ...line, quantity, kind: 'unused' }),
    ),
    untaxedLine('balance', added),
  ];
  const transaction: TransactionRow = {
    ...pending_defaults,
    customer_id,
    product_id,
    subscription_id,
    quantity,
    currency,
    metadata,
    transaction_id: newId('txn', now),
    type: 'plan_change',
    checkout_session_id: null,
    subtotal_minor: -amount_minor - tax_minor,
    discount_minor: 0,
    tax_minor,
    tax_rows: JSON.stringify(tax_rows),
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
