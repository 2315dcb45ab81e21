import type { TaxChange, TaxKey, TaxTotal } from '../figures/figure-change.rules.ts';
import type { TaxRow } from './calculate-tax.rules.ts';
import type { TaxKind } from './decide-tax.rules.ts';

/** What was sold and what tax was charged, by country, rate, currency and kind. */
export interface ReportRow {
  /** Null where it was not known. */
  country: string | null;
  region: string | null;
  kind: TaxKind;
  scheme: TaxRow['scheme'];
  /** Null where nothing is charged; the rate is 0 then. */
  tax: string | null;
  rate_ppm: number;
  rate_type: 'standard' | 'reduced' | null;
  currency: string;
  /** The first day of the quarter that is corrected; null for sales of the period. */
  corrects: string | null;
  /** Without tax. Where two taxes are charged together, each has a row with the same amount. */
  net_minor: number;
  tax_minor: number;
}

/** A period from its first day to its last. */
export interface ReportPeriod {
  from: string;
  to: string;
}

/** A payment, or what goes back of one. Undone: it did not stand, and is taken out again. */
interface Entry {
  is_refund: boolean;
  is_undone: boolean;
}

/** What the taxes of a payment, or of money that goes back, add to the sums of their day. */
export function taxSumsOf(
  rows: readonly TaxRow[],
  { is_refund, is_undone }: Entry,
): TaxChange['taxes'] {
  const sign = is_refund === is_undone ? 1 : -1;
  const entries = is_undone ? -1 : 1;
  return rows.flatMap((row) =>
    partsOf(row).map(({ net_minor, tax_minor, ...key }) => ({
      key,
      sums: { net_minor: sign * net_minor, tax_minor: sign * tax_minor, entries },
    })),
  );
}

type Part = TaxKey & { net_minor: number; tax_minor: number };

/** A part for each tax, or one without a rate. */
function partsOf({ kind, country, scheme, net_minor, region, corrects, taxes }: TaxRow): Part[] {
  const where = { country: country ?? '', region: region ?? '', kind, scheme: scheme ?? '' };
  const rest = { corrects: corrects ?? '', net_minor };
  if (taxes.length === 0) {
    return [{ ...where, tax: '', rate_ppm: 0, rate_type: '', ...rest, tax_minor: 0 }];
  }
  return taxes.map(({ tax, rate_ppm, rate_type, tax_minor }) => ({
    ...where,
    tax,
    rate_ppm,
    rate_type,
    ...rest,
    tax_minor,
  }));
}

/**
 * The report of a period. What gives back a sale of the period itself is subtracted from it; what
 * gives back an earlier one is a correction of its quarter, as tax returns ask for it.
 */
export function taxReport(totals: readonly TaxTotal[], period: ReportPeriod): ReportRow[] {
  const rows = new Map<string, ReportRow>();
  for (const total of totals) {
    const { net_minor, tax_minor, ...which } = reportRow(total, period);
    const key = JSON.stringify(which);
    const before = rows.get(key) ?? { ...which, net_minor: 0, tax_minor: 0 };
    rows.set(key, {
      ...before,
      net_minor: before.net_minor + net_minor,
      tax_minor: before.tax_minor + tax_minor,
    });
  }
  return [...rows.values()].sort(inOrder);
}

const reportRow = (total: TaxTotal, { from }: ReportPeriod): ReportRow => {
  const is_earlier = total.corrects !== '' && total.corrects < from;
  return {
    country: total.country || null,
    region: total.region || null,
    kind: total.kind as TaxKind,
    scheme: (total.scheme || null) as ReportRow['scheme'],
    tax: total.tax || null,
    rate_ppm: total.rate_ppm,
    rate_type: (total.rate_type || null) as ReportRow['rate_type'],
    currency: total.currency,
    corrects: is_earlier ? quarterStart(total.corrects) : null,
    net_minor: total.net_minor,
    tax_minor: total.tax_minor,
  };
};

/** The first day of the quarter that a day is in. */
export function quarterStart(day: string): string {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`;
}

/** `2026-Q4` of its first day. */
export const quarterText = (start: string): string =>
  `${start.slice(0, 4)}-Q${(Number(start.slice(5, 7)) + 2) / 3}`;

/** Whether a period is exactly one quarter of a year. */
export function isQuarter({ from, to }: ReportPeriod): boolean {
  const start = quarterStart(from);
  const month = Number(start.slice(5, 7)) + 2;
  const days = month === 6 || month === 9 ? 30 : 31;
  return from === start && to === `${from.slice(0, 5)}${String(month).padStart(2, '0')}-${days}`;
}

function inOrder(a: ReportRow, b: ReportRow): number {
  const key = (row: ReportRow) =>
    [
      ...[row.corrects ?? '', row.country ?? '', row.region ?? '', row.kind, row.tax ?? ''],
      ...[String(row.rate_ppm).padStart(8, '0'), row.currency],
    ].join('\u0000');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
