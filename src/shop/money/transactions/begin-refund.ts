import { newId } from '../../../platform/core/ids.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import type { TaxShare } from '../../tax/refund-tax.rules.ts';
import { about } from './line-about.rules.ts';
import { type LineRow, parseLines, untaxedLine } from './lines.rules.ts';
import { openTransaction } from './open-transaction.ts';
import { firstAttemptAt, pending_defaults } from './pending-transaction.rules.ts';
import { lockClockAhead } from './pending-transaction.sql.ts';
import { claimRefund } from './refund.sql.ts';
import {
  type RefundReversal,
  type Reversal,
  readReversals,
  reversedSoFar,
  reversePayment,
} from './reverse-payment.ts';
import { linesGivenBack, taxGivenBack } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

interface Refund {
  amount_minor: number;
  reason: string | null;
  request_key: string | null;
  now: number;
  /**
   * It comes with the end of the subscription: what a card refuses goes to the balance, and nothing
   * is counted against the period.
   */
  is_of_cancel?: boolean;
  /** The provider has made it already, under this name. Also of a payment that is disputed. */
  made_as?: string;
}

/**
 * The intent to refund a part of a payment; undefined when so much is not left of it. What the
 * same money has brought the customer is reversed (see reversePayment). Of 100, a dispute of 80 was
 * opened, and the provider had refunded 50 before: the refund is of 50, and reverses the 20 that the
 * dispute has not. The subscription, if any, and the payment are locked.
 */
export async function beginRefund(
  context: RefundContext,
  original: TransactionRow,
  { amount_minor, reason, request_key, now, made_as, is_of_cancel = false }: Refund,
): Promise<TransactionRow | undefined> {
  const { tx } = context;
  const { transaction_id, subscription_id } = original;
  const claim = { transaction_id, amount_minor, is_made: made_as !== undefined };
  if ((await claimRefund(tx, claim)) === 0) return undefined;
  const reversals = await readReversals(tx, original);
  // What a dispute has reversed already is not reversed again.
  const reversible_minor = Math.min(amount_minor, original.total_minor - reversals.reversed_minor);
  const refund_id = newId('txn', now);
  const reversal = is_of_cancel
    ? { credit_minor: 0, debt_minor: 0, rest_minor: reversible_minor }
    : await reversePayment(tx, original, reversible_minor, { of: refund_id, reversed: reversals });
  const effect: RefundReversal = { ...reversal, is_of_cancel };
  const back = taxGivenBack(original, reversal.rest_minor, reversedSoFar(original, reversals));
  const refund: TransactionRow = {
    ...pending_defaults,
    transaction_id: refund_id,
    type: 'refund',
    customer_id: original.customer_id,
    product_id: original.product_id,
    subscription_id,
    checkout_session_id: original.checkout_session_id,
    refunded_transaction_id: transaction_id,
    quantity: original.quantity,
    subtotal_minor: amount_minor - back.tax_minor,
    discount_minor: 0,
    tax_minor: back.tax_minor,
    tax_rows: JSON.stringify(back.rows),
    tax_evidence: original.tax_evidence,
    balance_change_minor: 0 - reversal.credit_minor - reversal.debt_minor,
    total_minor: amount_minor,
    currency: original.currency,
    lines: JSON.stringify(refundLines(original, { amount_minor, reversal, back })),
    provider: original.provider,
    provider_reference: made_as ?? null,
    sold_country: original.sold_country,
    sold_code: original.sold_code,
    sold_link: original.sold_link,
    card_brand: original.card_brand,
    card_last_four: original.card_last_four,
    reason,
    metadata: original.metadata,
    request_key,
    effect: JSON.stringify(effect),
    next_attempt_at: firstAttemptAt(now),
    clock_moved_ms: await movedSince(context, now),
    created_at: now,
  };
  await openTransaction(tx, refund);
  return refund;
}

type RefundContext = Pick<StoreTx, 'tx' | 'store' | 'services'>;

/**
 * How far the clock of a test store was moved since an instant: by months, perhaps, since the request
 * came. Without this a refund under way would look old, and as if it was never made.
 */
async function movedSince(
  { tx, store, services }: RefundContext,
  instant: number,
): Promise<number> {
  if (store.mode !== 'test') return 0;
  return Math.max(0, services.clock() + (await lockClockAhead(tx)) - instant);
}

/** What was sold goes back with its tax; credit and debts that the money had become have none. */
function refundLines(
  original: TransactionRow,
  { amount_minor, reversal, back }: { amount_minor: number; reversal: Reversal; back: TaxShare },
): LineRow[] {
  const [first] = parseLines(original);
  const description = `Refund: ${first?.description ?? 'Purchase'}`;
  const line_text = { description, about: about('refund', first?.about?.name ?? null) };
  const from_balance = reversal.credit_minor + reversal.debt_minor;
  const lines = linesGivenBack(line_text, amount_minor - from_balance, back.rows);
  if (from_balance === 0) return lines;
  const balance_line = {
    description: 'Taken from the balance',
    quantity: 1,
    amount_minor: from_balance,
    about: about('taken_from_balance'),
  };
  return [...lines, untaxedLine('balance', balance_line)];
}
