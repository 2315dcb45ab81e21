import type { StoreTx } from '../../../platform/operation/work.ts';
import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import { parseTaxRows } from '../../tax/stored-tax.rules.ts';
import { taxSumsOf } from '../../tax/tax-report.rules.ts';
import type { DisputeRow } from './dispute.rules.ts';
import { parseReversal } from './reverse-payment.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** Counts the taxes of a payment or refund; undone: of a refund that was not made after all. */
export function countTaxes(
  { addFigures }: Pick<StoreTx, 'addFigures'>,
  row: TransactionRow,
  is_undone = false,
): void {
  const { settled_at, currency } = row;
  if (settled_at === null) return;
  const taxes = taxSumsOf(taxRowsOf(row), { is_refund: row.type === 'refund', is_undone });
  addFigures({ at: settled_at, currency, taxes });
}

/** Counts the taxes that a dispute gives back, instead of what it gave back before. */
export function countDisputeTaxes(
  { addFigures }: Pick<StoreTx, 'addFigures'>,
  before: DisputeRow | undefined,
  after: DisputeRow,
): void {
  for (const [row, is_undone] of [
    [before, true],
    [after, false],
  ] as const) {
    if (!row || row.closed_at === null) continue;
    const taxes = taxSumsOf(lostTaxRows(row), { is_refund: true, is_undone });
    addFigures({ at: row.closed_at, currency: row.currency, taxes });
  }
}

/** The taxes of a payment, or those that a refund gives back. */
const taxRowsOf = (row: TransactionRow): TaxRow[] =>
  rowsOf(row.tax_rows, row.type === 'refund' ? parseReversal(row).rest_minor : soldNet(row));

/** One that was won has taken nothing, unless it stands for a refund. */
const lostTaxRows = ({ tax_rows, rest_minor }: DisputeRow): TaxRow[] =>
  rowsOf(tax_rows, rest_minor);

/**
 * What was sold while taxes did not matter has one row without a tax; a free trial has none, nor has
 * a refund of what a dispute had taken before.
 */
const rowsOf = (tax_rows: string, net_minor: number): TaxRow[] =>
  tax_rows === '[]' && net_minor === 0
    ? []
    : parseTaxRows(tax_rows === '[]' ? null : tax_rows, { net_minor });

const soldNet = ({ total_minor, balance_change_minor, tax_minor }: TransactionRow): number =>
  total_minor - balance_change_minor - tax_minor;
