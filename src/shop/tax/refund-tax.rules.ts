import type { TaxRow } from './calculate-tax.rules.ts';
import { roundHalfAway, sum, toNumber } from './exact.rules.ts';

/** What a refund gives back of each tax of a payment. All amounts are positive, as on the refund. */
export interface TaxShare {
  rows: TaxRow[];
  /** Without tax. */
  net_minor: number;
  tax_minor: number;
}

interface Refund {
  /** The rows of the payment. */
  paid: readonly TaxRow[];
  /** The rows of what was given back of it before and still stands, in any order. */
  given_back: readonly (readonly TaxRow[])[];
  /**
   * How much of it has ever become credit, by a change of plan that gave the tax back with it. A
   * refund that takes such credit back returns the money, but not the tax a second time.
   */
  credited_minor?: number;
  /** The part of a refund that was paid for the sale itself, with tax; at most what is left. */
  amount_minor: number;
  /** The day of the payment, which the refund corrects. */
  paid_on: string;
}

/**
 * The share of tax in a refund. Refunds of the whole, in any parts and any order, give back exactly
 * the tax that was paid; on the way the share is never off by more than rounding. If a refund has
 * failed, what stands counts, and the next ones make up for it.
 */
export function refundTax(refund: Refund): TaxShare {
  const { paid, given_back, credited_minor = 0, amount_minor, paid_on } = refund;
  const parts = partsOf(paid);
  const credited = sharesOf(parts, noneOf(parts), credited_minor);
  const given = [credited, ...given_back.map((rows) => partsOf(rows))];
  const before = parts.map((_, at) => sum(given.map((one) => one[at] ?? 0n)));
  return shareOf(paid, sharesOf(parts, before, amount_minor), paid_on);
}

const noneOf = (parts: bigint[]): bigint[] => parts.map(() => 0n);

/** An amount by the parts of a payment, of which something may have been given back before. */
function sharesOf(parts: bigint[], before: bigint[], amount_minor: number): bigint[] {
  const amount = BigInt(amount_minor);
  const left = sum(parts) - sum(before);
  if (amount < 0n || amount > left) throw new Error(`${amount_minor} is more than is left`);
  return parts.every((part) => part >= 0n)
    ? sharesInTurn(parts, before, amount)
    : sharesAtOnce(parts, before, amount);
}

/** All taxes first, then all net amounts: the tax is what must be exact. */
const partsOf = (rows: readonly TaxRow[]): bigint[] => [
  ...rows.flatMap(({ taxes }) => taxes.map(({ tax_minor }) => BigInt(tax_minor))),
  ...rows.map(({ net_minor }) => BigInt(net_minor)),
];

/**
 * Splits off one part after the other. A part gets what it should have had by now, less what it has
 * had, but not so much or so little that it or the rest could no longer come out even.
 */
function sharesInTurn(parts: bigint[], before: bigint[], amount: bigint): bigint[] {
  let [whole, given, rest] = [sum(parts), sum(before), amount];
  return parts.map((part, at) => {
    const had = before[at] ?? 0n;
    const [others, others_had] = [whole - part, given - had];
    const share_of_whole = whole === 0n ? 0n : roundHalfAway(part * (given + rest), whole) - had;
    const least = larger(0n, rest - (others - others_had));
    // Never below 0: the share of what became credit is rounded by itself, and may be a unit more.
    const share = larger(0n, smaller(larger(share_of_whole, least), smaller(rest, part - had)));
    [whole, given, rest] = [others, others_had, rest - share];
    return share;
  });
}

/** With something given back in the same payment: each part by itself, the largest takes the rest. */
function sharesAtOnce(parts: bigint[], before: bigint[], amount: bigint): bigint[] {
  const [whole, by_now] = [sum(parts), sum(before) + amount];
  if (whole === 0n) return parts.map(() => 0n);
  const shares = parts.map((part, at) => roundHalfAway(part * by_now, whole) - (before[at] ?? 0n));
  const largest = parts.reduce((best, part, at) => (part > (parts[best] ?? 0n) ? at : best), 0);
  shares[largest] = (shares[largest] ?? 0n) + amount - sum(shares);
  return shares;
}

/** The shares as rows like those of the payment. */
function shareOf(paid: readonly TaxRow[], shares: bigint[], paid_on: string): TaxShare {
  const amounts = shares.map(toNumber).values();
  const next = (): number => amounts.next().value ?? 0;
  const taxes = paid.map((row) => row.taxes.map((one) => ({ ...one, tax_minor: next() })));
  const rows = paid.map((row, at) => {
    const own = taxes[at] ?? [];
    const tax_minor = own.reduce((all, one) => all + one.tax_minor, 0);
    const corrects = row.corrects ?? paid_on;
    return { ...row, corrects, net_minor: next(), tax_minor, taxes: own };
  });
  const sumOf = (field: 'net_minor' | 'tax_minor') =>
    rows.reduce((all, row) => all + row[field], 0);
  return { rows, net_minor: sumOf('net_minor'), tax_minor: sumOf('tax_minor') };
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
