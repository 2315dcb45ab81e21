import type { Static } from 'typebox';
import {
  Instant,
  Nullable,
  OneOf,
  TextOrNull,
  UsuallyNull,
} from '../../../platform/core/fields.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstantOrNull } from '../../../platform/core/time.ts';
import {
  calculateTax,
  type TaxableLine,
  type TaxedBill,
  type TaxRow,
} from '../../tax/calculate-tax.rules.ts';
import { LINE_REASONS, type LineAbout } from './line-about.rules.ts';

/** A line of a bill, in minor units. */
export interface LineRow {
  description: string;
  quantity: number;
  /** What it adds to the total, with tax. */
  amount_minor: number;
  /** How much of the amount is tax. */
  tax_minor: number;
  /** `unused` gives back the price of time that was paid for; `balance` is no sale. */
  kind: 'sale' | 'discount' | 'unused' | 'balance';
  /** Which of the tax rows it is part of; null: none. */
  tax_row: number | null;
  /** What it is about; older lines have a description alone. */
  about?: LineAbout | undefined;
}

/** A line of a bill before its tax is calculated. */
export interface ChargeLine extends Omit<TaxableLine, 'is_discount'> {
  description: string;
  quantity: number;
  kind: Exclude<LineRow['kind'], 'balance'>;
  about: LineAbout;
}

export const taxableLine = (line: ChargeLine): TaxableLine => ({
  ...line,
  is_discount: line.kind === 'discount',
});

/** `subtotal - discount + tax` is the sum of the lines; subtotal and discount are without tax. */
export interface TaxedLines
  extends Pick<TaxedBill, 'subtotal_minor' | 'discount_minor' | 'tax_minor'> {
  lines: LineRow[];
  /** Empty where taxes do not matter. */
  tax_rows: TaxRow[];
}

/** The lines of a bill with their tax. */
export function taxLines(given: readonly ChargeLine[]): TaxedLines {
  const { lines, rows, subtotal_minor, discount_minor, tax_minor } = calculateTax(
    given.map(taxableLine),
  );
  const matters = rows.some(({ country }) => country !== null);
  return {
    subtotal_minor,
    discount_minor,
    tax_minor,
    tax_rows: matters ? rows : [],
    lines: given.map(({ kind, ...line }, at) => ({
      ...untaxedLine(kind, line),
      ...(matters && lines[at]),
    })),
  };
}

/** A line without tax. */
export const untaxedLine = (
  kind: LineRow['kind'],
  line: Pick<LineRow, 'description' | 'quantity' | 'amount_minor' | 'about'>,
): LineRow => {
  const { description, quantity, amount_minor, about } = line;
  return { description, quantity, amount_minor, kind, tax_minor: 0, tax_row: null, about };
};

/** The lines as they were stored; before Kassa knew taxes, they had no kind. */
export const parseLines = (row: { lines: string }): LineRow[] =>
  JSON.parse(row.lines).map((line: LineRow) => ({ ...untaxedLine('sale', line), ...line }));

const Line = Type.Object(
  {
    description: Type.String({ examples: ['Photo editor'] }),
    quantity: Type.Integer({ examples: [1] }),
    amount: Type.Number({ description: 'What it adds to the total, with tax', examples: [19.99] }),
    tax: Type.Number({ description: 'How much of the amount is tax', examples: [3.19] }),
    reason: Nullable(
      OneOf([...LINE_REASONS], {
        description:
          'What it is, for texts of your own; null in payments made before this was kept',
        examples: ['product'],
      }),
    ),
    name: TextOrNull('Photo editor', 'The product or plan, or the code of a discount'),
    period_start: UsuallyNull(Instant),
    period_end: UsuallyNull(Instant),
  },
  { title: 'TransactionLine' },
);
export const Lines = Type.Array(Line);

/** Lines as the API shows them. */
export const showLines = (lines: readonly LineRow[], currency: string): Static<typeof Lines> =>
  lines.map(({ description, quantity, amount_minor, tax_minor, about }) => ({
    description,
    quantity,
    amount: fromMinor(amount_minor, currency),
    tax: fromMinor(tax_minor, currency),
    reason: about?.reason ?? null,
    name: about?.name ?? null,
    period_start: isoInstantOrNull(about?.from ?? null),
    period_end: isoInstantOrNull(about?.to ?? null),
  }));
