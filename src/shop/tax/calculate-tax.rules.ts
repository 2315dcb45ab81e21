import type { TaxDecision } from './decide-tax.rules.ts';
import { roundHalfAway, spread, sum, toNumber } from './exact.rules.ts';

/** A line of a bill before tax is calculated. */
export interface TaxableLine {
  /** Below 0: a discount, or something that is given back. */
  amount_minor: number;
  /** Whether the amount has the tax in it; money that is given back always has. */
  includes_tax: boolean;
  /** Whether it is a discount, which is summed apart. */
  is_discount: boolean;
  /** The tax of this line: what is given back has the tax that was paid for it. */
  tax: TaxDecision;
  /** The day of the sale that a line takes back; null for a new sale. */
  corrects: string | null;
}

/** A line with its tax: `amount` is what it adds to the total, `tax` the part of it that is tax. */
interface TaxedLine {
  amount_minor: number;
  tax_minor: number;
  /** Which of the bill's rows it is part of. */
  tax_row: number;
}

/** One tax at one rate. */
interface TaxSum {
  tax: string;
  rate_ppm: number;
  rate_type: 'standard' | 'reduced';
  region: string | null;
  tax_minor: number;
}

/** What all lines of a bill with the same tax come to. Stored with a payment, and on its invoice. */
export interface TaxRow {
  kind: TaxDecision['kind'];
  country: string | null;
  region: string | null;
  scheme: TaxDecision['scheme'];
  note: TaxDecision['note'];
  corrects: string | null;
  /** Without tax. */
  net_minor: number;
  /** The sum of `taxes`. */
  tax_minor: number;
  taxes: TaxSum[];
}

/** `subtotal - discount + tax = total`, and the lines' amounts sum to the total. */
export interface TaxedBill {
  /** In the order of the lines that were given. */
  lines: TaxedLine[];
  /** Without tax, also where prices include it. */
  subtotal_minor: number;
  discount_minor: number;
  tax_minor: number;
  total_minor: number;
  rows: TaxRow[];
}

/**
 * The tax of a bill. It is rounded once per rate, a half away from zero: on the sum of all lines
 * that have the same tax and the same way of stating prices, and spread over these lines.
 */
export function calculateTax(given: readonly TaxableLine[]): TaxedBill {
  const lines: TaxedLine[] = given.map(() => ({ amount_minor: 0, tax_minor: 0, tax_row: 0 }));
  const rows = new Map<string, TaxRow>();
  for (const group of groupsOf(given)) {
    const { net_minor, taxes, shares } = taxOfGroup(group.lines);
    const tax_row = addToRow(rows, group, { net_minor, taxes });
    group.lines.forEach(({ at, line }, index) => {
      const tax_minor = shares[index] ?? 0;
      const amount_minor = line.amount_minor + (line.includes_tax ? 0 : tax_minor);
      lines[at] = { amount_minor, tax_minor, tax_row };
    });
  }
  const nets = lines.map(({ amount_minor, tax_minor }) => amount_minor - tax_minor);
  const netOf = (is_discount: boolean) =>
    nets.reduce((all, net, at) => (given[at]?.is_discount === is_discount ? all + net : all), 0);
  const discount_minor = 0 - netOf(true);
  const subtotal_minor = netOf(false);
  const tax_minor = lines.reduce((all, line) => all + line.tax_minor, 0);
  return {
    lines,
    subtotal_minor,
    discount_minor,
    tax_minor,
    total_minor: subtotal_minor - discount_minor + tax_minor,
    rows: [...rows.values()],
  };
}

/**
 * The same lines with the tax in their amounts. A part of a period is charged and given back by
 * these amounts, so that both are the same share of the same sum.
 */
export function includingTax(given: readonly TaxableLine[]): TaxableLine[] {
  const { lines } = calculateTax(given);
  return given.map((line, at) => ({
    ...line,
    amount_minor: lines[at]?.amount_minor ?? line.amount_minor,
    includes_tax: true,
  }));
}

/**
 * The same lines with a little more discount, so that the total is a multiple of a step: for
 * currencies of which a payment provider does not charge every amount.
 */
export function downToStep(given: readonly TaxableLine[], step_minor: number): TaxableLine[] {
  const { total_minor } = calculateTax(given);
  const over = total_minor % step_minor;
  const [first] = given;
  if (over <= 0 || !first) return [...given];
  const rounding = { ...first, amount_minor: -over, includes_tax: true, is_discount: true };
  return [...includingTax(given), rounding];
}

interface Placed {
  at: number;
  line: TaxableLine;
}

interface Group {
  /** The same for lines whose prices include the tax and lines whose prices do not. */
  row_key: string;
  lines: [Placed, ...Placed[]];
}

/** Lines that are rounded together. */
function groupsOf(given: readonly TaxableLine[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  const known = new Map<TaxDecision, string>(); // Most lines of a bill share one decision.
  given.forEach((line, at) => {
    const tax_key = known.get(line.tax) ?? JSON.stringify(line.tax);
    known.set(line.tax, tax_key);
    const row_key = `${line.corrects} ${tax_key}`;
    const key = `${line.includes_tax} ${row_key}`;
    const group = groups.get(key);
    if (group) group.lines.push({ at, line });
    else groups.set(key, { row_key, lines: [{ at, line }] });
  });
  return groups.values();
}

const MILLION = 1_000_000n;

/** The tax on the sum of lines that have the same tax, and each line's share of it. */
function taxOfGroup(group: Group['lines']) {
  const [{ line }] = group;
  const { rates } = line.tax;
  if (rates.length === 0) {
    const net_minor = group.reduce((all, one) => all + one.line.amount_minor, 0);
    return { net_minor, taxes: [], shares: group.map(() => 0) };
  }
  const ppm = rates.map(({ rate_ppm }) => BigInt(rate_ppm));
  const all_ppm = sum(ppm);
  const amounts = group.map((one) => BigInt(one.line.amount_minor));
  const amount = sum(amounts);
  const shares = amounts.map(() => 0n);
  let sums: bigint[];
  if (line.includes_tax) {
    const whole = MILLION + all_ppm;
    const tax = roundHalfAway(amount * all_ppm, whole);
    sums = all_ppm === 0n ? ppm : splitByRate(tax, ppm, all_ppm);
    addTo(shares, spread(tax, times(amounts, all_ppm), whole));
  } else {
    sums = ppm.map((one) => roundHalfAway(amount * one, MILLION));
    ppm.forEach((one, at) => {
      addTo(shares, spread(sums[at] ?? 0n, times(amounts, one), MILLION));
    });
  }
  const tax = sum(sums);
  return {
    net_minor: toNumber(line.includes_tax ? amount - tax : amount),
    taxes: rates.map((rate, at) => ({ ...rate, tax_minor: toNumber(sums[at] ?? 0n) })),
    shares: shares.map(toNumber),
  };
}

/** A tax that was charged in one sum, by the rates that it is made of. */
const splitByRate = (tax: bigint, ppm: bigint[], all_ppm: bigint): bigint[] => {
  // Of the positive amount, so that what is given back is split like what was paid.
  const is_negative = tax < 0n;
  const size = is_negative ? -tax : tax;
  const parts = spread(size, times(ppm, size), all_ppm);
  return is_negative ? parts.map((part) => -part) : parts;
};

const times = (numbers: bigint[], factor: bigint): bigint[] => numbers.map((one) => one * factor);

function addTo(sums: bigint[], parts: bigint[]): void {
  parts.forEach((part, at) => {
    sums[at] = (sums[at] ?? 0n) + part;
  });
}

/** Adds a group to the row of its tax, and says which that is: both ways of stating prices share it. */
function addToRow(
  rows: Map<string, TaxRow>,
  { row_key, lines: [{ line }] }: Group,
  { net_minor, taxes }: { net_minor: number; taxes: TaxSum[] },
): number {
  const { tax, corrects } = line;
  const { kind, country, region, scheme, note } = tax;
  const before = rows.get(row_key);
  const merged = taxes.map((one, at) => ({
    ...one,
    tax_minor: one.tax_minor + (before?.taxes[at]?.tax_minor ?? 0),
  }));
  rows.set(row_key, {
    kind,
    country,
    region,
    scheme,
    note,
    corrects,
    net_minor: net_minor + (before?.net_minor ?? 0),
    tax_minor: merged.reduce((all, one) => all + one.tax_minor, 0),
    taxes: merged,
  });
  return [...rows.keys()].indexOf(row_key);
}
