import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import { refundTax, type TaxShare } from '../../tax/refund-tax.rules.ts';
import { taxDay } from '../../tax/tax-of.rules.ts';
import { type LineRow, untaxedLine } from './lines.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** What has gone back of a payment so far. */
export interface ReversedSoFar {
  /** The rows of refunds and disputes that stand. */
  rows: readonly TaxRow[][];
  /** How much of it has ever become credit: a change of plan has given the tax back with it. */
  credited_minor: number;
}

const NO_TAX_BACK: TaxShare = { rows: [], net_minor: 0, tax_minor: 0 };

type Paid = Pick<TransactionRow, 'tax_rows' | 'created_at' | 'settled_at'>;

/**
 * The tax in a part of a payment that goes back to the customer: the part of what was sold, without
 * credit and debts. Of 119 with 19 of tax, 9.50 in 59.50. Where more goes back than is left of the
 * sale, the tax is that of what is left: after 100 of it have become credit, 3.03 in 59.50.
 */
export function taxGivenBack(
  payment: Paid,
  amount_minor: number,
  reversed: ReversedSoFar,
): TaxShare {
  const paid = parseRows(payment);
  if (paid.length === 0 || amount_minor === 0) return NO_TAX_BACK;
  const left = grossOf(paid) - reversed.rows.reduce((sum, rows) => sum + grossOf(rows), 0);
  const credited_minor = clamp(reversed.credited_minor, left);
  return refundTax({
    paid,
    given_back: reversed.rows,
    credited_minor,
    amount_minor: clamp(amount_minor, left - credited_minor),
    paid_on: taxDay(payment.settled_at ?? payment.created_at),
  });
}

const clamp = (amount_minor: number, most_minor: number): number =>
  Math.max(0, Math.min(amount_minor, most_minor));

export const parseRows = ({ tax_rows }: { tax_rows: string }): TaxRow[] => JSON.parse(tax_rows);

/** What was sold, with tax. */
export const grossOf = (rows: readonly TaxRow[]): number =>
  rows.reduce((sum, { net_minor, tax_minor }) => sum + net_minor + tax_minor, 0);

/** How much of what goes back was sold. Its tax rows say so; without tax there are none. */
export const soldMinor = (rows: readonly TaxRow[], { rest_minor }: { rest_minor: number }) =>
  rows.length > 0 ? grossOf(rows) : rest_minor;

export const taxOfRows = (rows: readonly TaxRow[]): number =>
  rows.reduce((sum, { tax_minor }) => sum + tax_minor, 0);

/** The lines of money that goes back: one for each tax, and one for what has none. */
export function linesGivenBack(
  { description, about }: Pick<LineRow, 'description' | 'about'>,
  amount_minor: number,
  rows: readonly TaxRow[],
): LineRow[] {
  const taxed = rows.map(
    ({ net_minor, tax_minor }, tax_row): LineRow => ({
      description,
      quantity: 1,
      amount_minor: net_minor + tax_minor,
      tax_minor,
      kind: 'sale',
      tax_row,
      about,
    }),
  );
  const rest = { description, quantity: 1, amount_minor: amount_minor - grossOf(rows), about };
  return [...taxed, untaxedLine('sale', rest)].filter((line) => line.amount_minor !== 0);
}

/** The same rows with the opposite sign: what was given back is sold again, or the other way round. */
export const oppositeRows = (rows: readonly TaxRow[]): TaxRow[] =>
  rows.map((row) => ({
    ...row,
    net_minor: 0 - row.net_minor,
    tax_minor: 0 - row.tax_minor,
    taxes: row.taxes.map((one) => ({ ...one, tax_minor: 0 - one.tax_minor })),
  }));
