import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../db/database.ts';
import type { TaxRow } from '../taxes/calculate-tax.rules.ts';
import { parseTaxRows } from '../taxes/stored-tax.rules.ts';
import { taxDay } from '../taxes/tax-of.rules.ts';
import { type ReportPeriod, type ReportRow, startTaxReport } from '../taxes/tax-report.rules.ts';
import { parseTakenBack } from './take-back.ts';
import { type LostRow, listLost, listSettled, type SettledRow } from './tax-report.sql.ts';

const ROWS_AT_ONCE = 200;

/**
 * Adds up the taxes of what was settled in a period: payments, refunds and lost disputes. It reads
 * a few at a time and lets others have their turn in between.
 */
export async function readTaxReport(
  reader: Reader,
  period: ReportPeriod,
  { since, until }: { since: number; until: number },
): Promise<ReportRow[]> {
  const report = startTaxReport(period);
  const page = { until, limit: ROWS_AT_ONCE };
  let paid: SettledRow[];
  let last = { settled_at: since - 1, transaction_id: '~' };
  do {
    paid = await listSettled(reader, { ...page, ...last });
    for (const row of paid) {
      const is_refund = row.type === 'refund';
      const rows = rowsOf(row.tax_rows, is_refund ? parseTakenBack(row).rest_minor : soldNet(row));
      report.add({ day: taxDay(row.settled_at), currency: row.currency, is_refund, rows });
      last = { settled_at: row.settled_at, transaction_id: row.transaction_id };
    }
    await setImmediate();
  } while (paid.length === ROWS_AT_ONCE);
  let lost: LostRow[];
  let lost_last = { closed_at: since - 1, transaction_id: '~', reference: '' };
  do {
    lost = await listLost(reader, { ...page, ...lost_last });
    for (const row of lost) {
      const { closed_at, transaction_id, reference, currency } = row;
      const rows = rowsOf(row.tax_rows, row.rest_minor);
      report.add({ day: taxDay(closed_at), currency, is_refund: true, rows });
      lost_last = { closed_at, transaction_id, reference };
    }
    await setImmediate();
  } while (lost.length === ROWS_AT_ONCE);
  return report.rows();
}

/**
 * What was sold while taxes did not matter has one row without a tax; a free trial has none, nor has
 * a refund of what a dispute had taken before.
 */
const rowsOf = (tax_rows: string, net_minor: number): TaxRow[] =>
  tax_rows === '[]' && net_minor === 0
    ? []
    : parseTaxRows(tax_rows === '[]' ? null : tax_rows, { net_minor });

const soldNet = ({ total_minor, balance_change_minor, tax_minor }: SettledRow): number =>
  total_minor - balance_change_minor - tax_minor;
