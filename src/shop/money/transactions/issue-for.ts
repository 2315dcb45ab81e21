import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { rebalanceCreditNotes } from '../invoices/issue-dispute.ts';
import { issueRefund } from '../invoices/issue-refund.ts';
import { issueReversal } from '../invoices/issue-reversal.ts';
import { issueSale } from '../invoices/issue-sale.ts';
import type { DisputeRow } from './dispute.rules.ts';
import { parseLines } from './lines.rules.ts';
import { parseReversal } from './reverse-payment.ts';
import { parseRows, soldMinor } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

/**
 * Issues what a transaction that was paid has to have: an invoice, or a credit note. Returns the
 * transaction with the address of its invoice.
 */
export async function issueFor(context: StoreTx, paid: TransactionRow): Promise<TransactionRow> {
  const { settled_at, refunded_transaction_id: sale_id } = paid;
  assert(settled_at !== null, 'what is paid is settled');
  const tax_rows = parseRows(paid);
  if (sale_id === null) {
    const lines = parseLines(paid);
    const invoice_token = await issueSale(context, { ...paid, lines, tax_rows, settled_at });
    return { ...paid, invoice_token: invoice_token ?? null };
  }
  const sale_minor = soldMinor(tax_rows, parseReversal(paid));
  issueRefund(context, { ...paid, sale_id, sale_minor, tax_rows, settled_at });
  return paid;
}

/** A refund has failed after it was paid: what was issued for it is reversed. */
export function reverseFor(context: StoreTx, failed: TransactionRow): void {
  const { transaction_id, refunded_transaction_id: sale_id } = failed;
  if (sale_id !== null) issueReversal(context, { transaction_id, sale_id });
}

/**
 * Credits what the disputes of a payment have taken of its sale. One that is open is not credited
 * yet; one that was won may stand for a refund that was made meanwhile.
 */
export function issueForDisputes(
  context: StoreTx,
  { transaction_id: sale_id }: TransactionRow,
  disputes: DisputeRow[],
): void {
  const ended = disputes.filter(({ status }) => status !== 'opened');
  const taken = ended.map((one) => soldMinor(parseRows(one), one));
  rebalanceCreditNotes(context, {
    sale_id,
    sale_minor: taken.reduce((sum, one) => sum + one, 0),
    tax_rows: ended.flatMap(parseRows),
  });
}
