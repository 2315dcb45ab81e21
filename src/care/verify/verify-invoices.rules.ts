import { whyNotInvoice } from '../../shop/money/invoices/invoice.rules.ts';
import { parseDocument } from '../../shop/money/invoices/invoice-record.rules.ts';
import type { InvoiceRow } from '../../shop/money/invoices/invoice-row.rules.ts';
import {
  FIRST_SERIES,
  numberText,
  type SeriesChangeRow,
} from '../../shop/money/invoices/numbering.rules.ts';
import { isSale } from '../../shop/money/invoices/sale-document.rules.ts';
import { isReversed } from '../../shop/money/invoices/standing.rules.ts';
import { parseLines } from '../../shop/money/transactions/lines.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';

// Invoices and credit notes: what is wrong with them, if anything.

/** The number that the document at a position has, by the series and its changes. */
export function numberAt(position: number, changes: SeriesChangeRow[]): string {
  const { from_position, prefix, first_number } = changes.findLast(
    (one) => one.from_position <= position,
  ) ?? { from_position: 1, prefix: FIRST_SERIES.prefix, first_number: FIRST_SERIES.next_number };
  return numberText({ prefix, next_number: first_number + position - from_position });
}

/** A document follows the one before it. */
export function numberProblems(
  row: InvoiceRow,
  before: InvoiceRow | undefined,
  changes: SeriesChangeRow[],
): string[] {
  const problems: string[] = [];
  const position = (before?.position ?? 0) + 1;
  if (row.position !== position) problems.push(`it is at ${row.position} instead of ${position}`);
  const number = numberAt(row.position, changes);
  if (row.number !== number) problems.push(`its number is ${row.number} instead of ${number}`);
  if (before && parseDocument(row).issued_on < parseDocument(before).issued_on) {
    problems.push('it is dated before the one before it');
  }
  return problems;
}

/** A document adds up, and says the same as the row that it is kept in. */
export function documentProblems(row: InvoiceRow, mode: 'test' | 'live'): string[] {
  const document = parseDocument(row);
  const same = ['number', 'kind', 'customer_id', 'transaction_id'] as const;
  return [
    ...whyNotInvoice(document),
    ...same.filter((name) => row[name] !== document[name]).map((name) => `another ${name}`),
    ...(document.mode === mode ? [] : [`it is of a ${document.mode} store`]),
  ];
}

/** A refund that stands: what it gave back of the sale. */
interface Refund {
  transaction_id: string;
  sold_minor: number;
  /** Null: it says nothing about taxes. */
  tax_minor: number | null;
}

interface Sale {
  payment: TransactionRow;
  documents: InvoiceRow[];
  refunds: Refund[];
  /** What disputes have taken of the sale, once they have ended. */
  disputed_minor: number;
  /** Up to this one, transactions may be from before Kassa issued invoices. */
  none_until: string;
}

/** A payment has its invoice, and what went back of it is credited: no more and no less. */
export function saleProblems({
  payment,
  documents,
  refunds,
  disputed_minor,
  none_until,
}: Sale): string[] {
  const [first, ...later] = documents;
  const is_sold = isPaid(payment) && isSale({ lines: parseLines(payment) });
  if (!first) return is_sold && payment.transaction_id > none_until ? mayLack(payment) : [];
  if (!is_sold) return ['it has an invoice, and is no sale'];
  const problems = firstProblems(payment, first);
  if (later.some(({ cause }) => cause === 'sale' || cause === 'change')) {
    problems.push('it has two invoices');
  }
  if (first.kind === 'credit_note') return problems;
  const went_back = refunds.reduce((sum, one) => sum + one.sold_minor, disputed_minor);
  const left = parseDocument(first).total_minor - went_back;
  const signed = documents.reduce((sum, row) => sum + signedTotal(row), 0);
  if (signed !== left) problems.push(`its documents come to ${signed}, ${left} is left of it`);
  for (const refund of refunds) problems.push(...refundProblems(refund, documents));
  return problems;
}

/** What gives back more than it charges has nothing to credit if that has no invoice. */
const mayLack = ({ total_minor, balance_change_minor }: TransactionRow): string[] =>
  total_minor < balance_change_minor ? [] : ['it has no invoice'];

function firstProblems(payment: TransactionRow, first: InvoiceRow): string[] {
  const { total_minor, tax_minor, currency } = parseDocument(first);
  const sold = payment.total_minor - payment.balance_change_minor;
  const cause = sold < 0 ? 'change' : 'sale';
  const problems: string[] = [];
  if (first.cause !== cause) problems.push(`its first document is a ${first.cause}`);
  if (total_minor !== Math.abs(sold)) problems.push(`its invoice is over ${total_minor}`);
  if (tax_minor !== (sold < 0 ? 0 - payment.tax_minor : payment.tax_minor)) {
    problems.push(`its invoice has a tax of ${tax_minor}`);
  }
  if (currency !== payment.currency) problems.push(`its invoice is in ${currency}`);
  if (first.customer_id !== payment.customer_id)
    problems.push('its invoice is of another customer');
  return problems;
}

const signedTotal = (row: InvoiceRow): number =>
  (row.kind === 'invoice' ? 1 : -1) * parseDocument(row).total_minor;

function refundProblems(refund: Refund, documents: InvoiceRow[]): string[] {
  const { transaction_id: id, sold_minor } = refund;
  const notes = documents.filter((row) => row.cause === 'refund' && row.transaction_id === id);
  const [note] = notes.filter((row) => !isReversed(row, documents));
  if (notes.length > 1) return [`its refund ${id} has two credit notes`];
  if (!note) return sold_minor === 0 ? [] : [`its refund ${id} has no credit note`];
  const { total_minor, tax_minor } = parseDocument(note);
  const is_right = total_minor === sold_minor && tax_minor === (refund.tax_minor ?? tax_minor);
  return is_right ? [] : [`the credit note of its refund ${id} is over ${total_minor}`];
}
