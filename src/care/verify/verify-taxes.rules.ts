import { COUNTRIES } from '../../platform/core/countries.ts';
import { parseLines } from '../../shop/money/transactions/lines.rules.ts';
import {
  grossOf,
  parseRows,
  taxOfRows,
} from '../../shop/money/transactions/tax-given-back.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { TaxRow } from '../../shop/tax/calculate-tax.rules.ts';
import type { OwnRate } from '../../shop/tax/tax-rate.rules.ts';
import {
  ownRateProblems,
  parseTaxSettings,
  registrationProblems,
} from '../../shop/tax/tax-settings.rules.ts';

// Taxes: what is wrong with them, if anything.

interface Taxed {
  tax_rows: string;
  subtotal_minor: number;
  discount_minor: number;
  tax_minor: number;
}

/** The rows of a session make its tax and its net amount. */
export function taxRowProblems(row: Taxed): string[] {
  const rows = parseRows(row);
  const net = row.subtotal_minor - row.discount_minor;
  return [...sumProblems(rows, row), ...netProblems(rows, net)];
}

/** The same of a payment or refund, with which its lines agree. */
export function taxProblems(row: TransactionRow): string[] {
  const rows = parseRows(row);
  const net = row.subtotal_minor - row.discount_minor;
  // Credit and debts that a refund takes back have no tax.
  const sold = row.total_minor + row.balance_change_minor;
  const too_much = row.type === 'refund' && grossOf(rows) > sold;
  return [
    ...sumProblems(rows, row),
    ...(row.type === 'refund' ? [] : netProblems(rows, net)),
    ...(too_much ? [`its taxes are of ${grossOf(rows)}, ${sold} was sold`] : []),
    ...taxedLineProblems(row, rows),
  ];
}

function sumProblems(rows: TaxRow[], { tax_minor }: Pick<Taxed, 'tax_minor'>): string[] {
  const sum = taxOfRows(rows);
  return [
    ...(sum === tax_minor ? [] : [`its taxes make ${sum}, its tax is ${tax_minor}`]),
    ...rows.flatMap(oneRowProblems),
  ];
}

function netProblems(rows: TaxRow[], net_minor: number): string[] {
  const sum = rows.reduce((all, one) => all + one.net_minor, 0);
  return rows.length === 0 || sum === net_minor
    ? []
    : [`its taxes are of ${sum}, its net amount is ${net_minor}`];
}

/** How far rounding may take a tax from its rate: of lines, of two taxes in a price, of refunds. */
const ROUNDING_MINOR = 3;

function oneRowProblems({ kind, net_minor, tax_minor, taxes }: TaxRow): string[] {
  const sum = taxes.reduce((all, one) => all + one.tax_minor, 0);
  if (sum !== tax_minor) return [`the taxes of a row make ${sum}, not ${tax_minor}`];
  if (taxes.length > 0 !== (kind === 'charged' || kind === 'zero')) return [`its rates: ${kind}`];
  return taxes
    .filter((one) => {
      const meant = (net_minor * one.rate_ppm) / 1_000_000;
      return !(Math.abs(one.tax_minor - meant) <= ROUNDING_MINOR);
    })
    .map((one) => `${one.tax_minor} is not ${one.rate_ppm / 10_000} % of ${net_minor}`);
}

function taxedLineProblems(row: TransactionRow, rows: TaxRow[]): string[] {
  const lines = parseLines(row);
  const sum = lines.reduce((all, line) => all + line.tax_minor, 0);
  const problems = sum === row.tax_minor ? [] : [`the taxes of its lines make ${sum}`];
  const has_stray_tax = lines.some(({ tax_row, tax_minor }) =>
    tax_row === null ? tax_minor !== 0 : !(tax_row in rows),
  );
  if (has_stray_tax) return [...problems, 'a line has a tax of no row'];
  rows.forEach(({ net_minor, tax_minor }, at) => {
    const own = lines.filter(({ tax_row }) => tax_row === at);
    const amount = own.reduce((all, line) => all + line.amount_minor, 0);
    const tax = own.reduce((all, line) => all + line.tax_minor, 0);
    if (amount - tax !== net_minor || tax !== tax_minor) {
      problems.push(`lines of ${amount} with a tax of ${tax} make no row ${at}`);
    }
  });
  return problems;
}

/** Refunds and disputes give back taxes of the payment, never more, and all of them for all of it. */
export function taxBackProblems(row: TransactionRow, back: readonly TaxRow[][]): string[] {
  const paid = parseRows(row);
  const given = back.filter((rows) => rows.length > 0);
  if (given.length === 0) return [];
  if (given.some((rows) => shapeOf(rows) !== shapeOf(paid))) return ['another tax is given back'];
  const problems = given.flatMap((rows) => rows.flatMap(oneRowProblems));
  if (problems.length > 0) return problems;
  const parts = partsOf(paid);
  const sums = parts.map((_, at) => given.reduce((all, rows) => all + (partsOf(rows)[at] ?? 0), 0));
  const is_whole = given.reduce((all, rows) => all + grossOf(rows), 0) === grossOf(paid);
  if (is_whole) {
    return String(sums) === String(parts) ? [] : [`${sums} is given back of ${parts}`];
  }
  const is_plain = parts.every((part) => part >= 0); // A change of plan gives back and charges.
  const is_more = is_plain && sums.some((sum, at) => sum < 0 || sum > (parts[at] ?? 0));
  return is_more ? [`${sums} is given back of ${parts}`] : [];
}

const partsOf = (rows: readonly TaxRow[]): number[] =>
  rows.flatMap(({ net_minor, taxes }) => [net_minor, ...taxes.map((one) => one.tax_minor)]);

/** Which taxes they are, without the amounts. */
const shapeOf = (rows: readonly TaxRow[]): string =>
  JSON.stringify(
    rows.map(({ kind, country, region, taxes }) => [
      ...[kind, country, region],
      ...taxes.map(({ tax, rate_ppm }) => [tax, rate_ppm]),
    ]),
  );

/** What a store says about its taxes could be said again. */
export function taxSettingsProblems(tax_settings: string, rates: OwnRate[]): string[] {
  const { country, registrations } = parseTaxSettings(tax_settings);
  const known = country === null ? registrations.length === 0 : COUNTRIES.has(country);
  const wrong = [
    ...registrationProblems(registrations),
    ...rates.flatMap((rate, at) => ownRateProblems(rate, rates.slice(0, at))),
  ];
  return [
    ...(known ? [] : [`its country is ${country}`]),
    ...wrong.map(({ param, message }) => `${param} ${message}`),
  ];
}
