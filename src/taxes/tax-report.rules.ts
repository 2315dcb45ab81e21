import type { TaxRow } from './calculate-tax.rules.ts';
import type { TaxKind } from './decide-tax.rules.ts';

/** A payment or a refund, with its tax as it is stored. */
export interface TaxEntry {
  /** When it was settled, `2026-11-16`. */
  day: string;
  currency: string;
  /** The rows of a refund are positive; they are subtracted. */
  is_refund: boolean;
  rows: readonly TaxRow[];
}

/** What was sold and what tax was charged, by country, rate, currency and kind. */
export interface ReportRow {
  /** Null where it was not known. */
  country: string | null;
  region: string | null;
  kind: TaxKind;
  scheme: TaxRow['scheme'];
  /** Null where nothing is charged. */
  tax: string | null;
  rate_ppm: number | null;
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

/**
 * Adds up what was settled in a period. What gives back a sale of the period itself is subtracted
 * from it; what gives back an earlier one is a correction of its quarter, as tax returns ask for it.
 */
export function startTaxReport(period: ReportPeriod) {
  const rows = new Map<string, ReportRow>();
  return {
    add({ day, currency, is_refund, rows: own }: TaxEntry): void {
      if (day < period.from || day > period.to) return;
      const sign = is_refund ? -1 : 1;
      for (const row of own) {
        const is_earlier = row.corrects !== null && row.corrects < period.from;
        const corrects = is_earlier ? quarterStart(row.corrects ?? day) : null;
        for (const part of partsOf(row)) add(rows, { ...part, currency, corrects }, sign);
      }
    },
    rows: (): ReportRow[] => [...rows.values()].sort(inOrder),
  };
}

type Part = Omit<ReportRow, 'currency' | 'corrects'>;

/** A row for each tax, or one without a rate. */
function partsOf({ kind, country, scheme, net_minor, region, taxes }: TaxRow): Part[] {
  const where = { country, region, kind, scheme, net_minor };
  if (taxes.length === 0) {
    return [{ ...where, tax: null, rate_ppm: null, rate_type: null, tax_minor: 0 }];
  }
  return taxes.map(({ tax, rate_ppm, rate_type, tax_minor }) => ({
    ...{ ...where, tax, rate_ppm, rate_type, tax_minor },
  }));
}

function add(rows: Map<string, ReportRow>, row: ReportRow, sign: 1 | -1): void {
  const { net_minor, tax_minor, ...which } = row;
  const key = JSON.stringify(which);
  const before = rows.get(key) ?? { ...which, net_minor: 0, tax_minor: 0 };
  rows.set(key, {
    ...before,
    net_minor: before.net_minor + sign * net_minor,
    tax_minor: before.tax_minor + sign * tax_minor,
  });
}

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
      ...[String(row.rate_ppm ?? 0).padStart(8, '0'), row.currency],
    ].join('\u0000');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
