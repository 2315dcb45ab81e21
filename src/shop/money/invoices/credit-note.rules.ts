import { roundHalfAway, toNumber } from '../../tax/exact.rules.ts';
import {
  composeInvoice,
  type InvoiceDocument,
  type InvoiceDraft,
  type InvoiceLine,
  type InvoicePayment,
  type TaxGroup,
  type TaxSplit,
  taxKey,
} from './invoice.rules.ts';

interface Crediting {
  number: string;
  issued_on: string;
  /** The refund. */
  transaction_id: string;
  payments: InvoicePayment[];
}

/**
 * The credit note of a refund. `earlier` are the credit notes of the same invoice: every part is a
 * share of what is left of its line, so that refunds which add up to the total also add up to the
 * tax and to every line, and none is credited more than it cost. `taxes` are what was stored of the
 * refund, where it says how much it gives back of each tax; otherwise, or where they do not add up to
 * the amount, each line gives its share: a refund of 30.00 of 119.00, of which 19.00 are tax, has
 * 4.79 of tax and 25.21 without it.
 */
export function creditRefund(
  invoice: InvoiceDocument,
  earlier: InvoiceDocument[],
  refund: Crediting & { amount_minor: number; taxes?: TaxGroup[] },
): InvoiceDocument {
  const { amount_minor, taxes } = refund;
  const left = whatIsLeft(invoice, earlier);
  const total = left.reduce((all, one) => all + grossOf(one), 0);
  if (amount_minor <= 0 || amount_minor > total) throw new Error('more than there is to credit');
  if (amount_minor === invoice.total_minor) return creditWhole(invoice, refund);
  const fits = taxes && areTaxesOf(invoice, taxes) && sumOf(taxes.map(grossOf)) === amount_minor;
  const parts = fits ? partsByTax(invoice.lines, left, taxes) : partsByLine(left, amount_minor);
  const lines = invoice.lines.flatMap((line, at): InvoiceLine[] => {
    const { net_minor, tax_minor } = parts[at] ?? { net_minor: 0, tax_minor: 0 };
    if (net_minor === 0 && tax_minor === 0) return [];
    const plain = { quantity: 1, unit_price_minor: null, discount_minor: 0, credits_line: at };
    return [{ ...line, ...plain, subtotal_minor: net_minor, net_minor, tax_minor }];
  });
  return creditNote(invoice, lines, refund, taxes);
}

const areTaxesOf = (invoice: InvoiceDocument, taxes: TaxGroup[]): boolean =>
  taxes.every((group) => invoice.lines.some((line) => taxKey(line) === taxKey(group)));

const sumOf = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);

interface Part {
  net_minor: number;
  tax_minor: number;
}

const grossOf = ({ net_minor, tax_minor }: Part): number => net_minor + tax_minor;

function partsByLine(left: Part[], amount_minor: number): Part[] {
  const shares = divide(amount_minor, left.map(grossOf));
  return left.map((rest, at) => {
    const gross = shares[at] ?? 0;
    const tax_minor = shareOf(gross, rest);
    return { net_minor: gross - tax_minor, tax_minor };
  });
}

/** What is given back of each tax, by the lines that have it. */
function partsByTax(lines: InvoiceLine[], left: Part[], taxes: TaxGroup[]): Part[] {
  const parts = left.map(() => ({ net_minor: 0, tax_minor: 0 }));
  for (const group of taxes) {
    const places = lines.flatMap((line, at) => (taxKey(line) === taxKey(group) ? at : []));
    const weigh = (part: keyof Part) =>
      divide(
        group[part],
        places.map((at) => left[at]?.[part] ?? 0),
      );
    const [nets, sums] = [weigh('net_minor'), weigh('tax_minor')];
    places.forEach((at, index) => {
      parts[at] = { net_minor: nets[index] ?? 0, tax_minor: sums[index] ?? 0 };
    });
  }
  return parts;
}

/** The credit note of a whole invoice, line by line as it was. */
export const creditWhole = (invoice: InvoiceDocument, crediting: Crediting): InvoiceDocument =>
  creditNote(
    invoice,
    invoice.lines.map((line, at) => ({ ...line, credits_line: at })),
    crediting,
    invoice.taxes,
  );

/** What may still be credited of each line. */
function whatIsLeft(invoice: InvoiceDocument, earlier: InvoiceDocument[]) {
  const credited = earlier.flatMap((note) => note.lines);
  return invoice.lines.map(({ net_minor, tax_minor }, at) => {
    const same = credited.filter((line) => line.credits_line === at);
    return {
      net_minor: same.reduce((rest, line) => rest - line.net_minor, net_minor),
      tax_minor: same.reduce((rest, line) => rest - line.tax_minor, tax_minor),
    };
  });
}

function creditNote(
  invoice: InvoiceDocument,
  lines: InvoiceLine[],
  { number, issued_on, transaction_id, payments }: Crediting,
  splits?: TaxSplit[],
): InvoiceDocument {
  const draft: InvoiceDraft = {
    ...invoice,
    kind: 'credit_note',
    number,
    issued_on,
    due_on: null,
    paid_on: issued_on,
    lines,
    payments,
    transaction_id,
    tax_in_currency: null,
    preceding: { relation: 'credits', number: invoice.number, issued_on: invoice.issued_on },
  };
  return composeInvoice(draft, splits);
}

/**
 * Whole parts of `amount` in proportion to `weights`: rounded down, the rest by largest fraction. Of
 * 100, the weights 1, 1 and 1 get 34, 33 and 33.
 */
function divide(amount: number, weights: number[]): number[] {
  const all = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (amount === 0) return weights.map(() => 0);
  if (all === 0n) return weights.map((_, at) => (at === 0 ? amount : 0));
  const products = weights.map((weight) => BigInt(weight) * BigInt(amount));
  const parts = products.map((product) => floor(product, all));
  let rest = BigInt(amount) - parts.reduce((total, part) => total + part, 0n);
  const by_fraction = products
    .map((product, at) => ({ at, fraction: product - floor(product, all) * all }))
    .sort((a, b) => Number(b.fraction - a.fraction) || a.at - b.at);
  for (const { at } of by_fraction) {
    if (rest === 0n) break;
    parts[at] = (parts[at] ?? 0n) + 1n;
    rest -= 1n;
  }
  return parts.map(Number);
}

function floor(product: bigint, by: bigint): bigint {
  const whole = product / by;
  return product % by !== 0n && product < 0n !== by < 0n ? whole - 1n : whole;
}

/** The tax in a part of a line, rounded half away from zero: of 30.00 at 100.00 + 19.00, 4.79. */
function shareOf(gross: number, rest: { net_minor: number; tax_minor: number }): number {
  const whole = BigInt(rest.net_minor + rest.tax_minor);
  if (whole === 0n) return 0;
  const share = BigInt(gross) * BigInt(rest.tax_minor);
  return toNumber(whole < 0n ? roundHalfAway(-share, -whole) : roundHalfAway(share, whole));
}
