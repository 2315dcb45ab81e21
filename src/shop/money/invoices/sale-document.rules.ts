import type { InvoiceTexts } from '../../../../texts/invoice-texts.ts';
import { fill, textsIn } from '../../../../texts/invoices.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import { dayIn } from './format.rules.ts';
import {
  composeInvoice,
  type InvoiceDocument,
  type InvoiceDraft,
  type InvoiceLine,
  type InvoicePayment,
  type TaxGroup,
  taxKey,
} from './invoice.rules.ts';

/** A line of a bill as it is stored: amounts with tax, below zero for what is taken off. */
interface BilledLine {
  description: string;
  quantity: number;
  amount_minor: number;
  tax_minor: number;
  kind: 'sale' | 'discount' | 'unused' | 'balance';
  tax_row: number | null;
  /** What it is about; older lines have a description alone. */
  about?: LineAbout | undefined;
}

interface LineAbout {
  reason: string;
  name: string | null;
  from: number | null;
  to: number | null;
}

/** A payment that has been settled. */
export interface SettledSale {
  lines: BilledLine[];
  /** What the lines come to, by tax. Empty: one row without tax. */
  tax_rows: TaxRow[];
  /** What the card was charged. */
  total_minor: number;
  /** Below 0: credit that was used. Above 0: credit that was given, or a debt that was paid. */
  balance_change_minor: number;
  card_brand: string | null;
  card_last_four: string | null;
  /** The days of the period that was paid for. */
  period: { start: string; end: string } | null;
  prices_include_tax: boolean;
}

/** What a document has that does not follow from the sale. */
export type SaleTerms = Omit<InvoiceDraft, 'kind' | 'lines' | 'payments' | 'supplied_on'>;

/**
 * Whether there is something to invoice: a trial that begins, a free product and the payment of a
 * debt are no sales. One that a coupon has made free of charge is.
 */
export const isSale = ({ lines }: Pick<SettledSale, 'lines'>): boolean =>
  lines.some(({ kind, amount_minor }) => kind !== 'balance' && amount_minor !== 0);

/** Whether it gives back more than it charges: then it is a credit note. */
export const givesBack = ({ total_minor, balance_change_minor }: SettledSale): boolean =>
  total_minor < balance_change_minor;

/** The invoice of a sale, or the credit note of one that gives back more than it charges. */
export function saleDocument(sale: SettledSale, terms: SaleTerms): InvoiceDocument {
  const is_back = givesBack(sale);
  const texts = textsIn(terms.language);
  const lines = invoiceLines(sale, texts).map((line) => (is_back ? negated(line) : line));
  const payments = paymentsOf(sale).map((payment) =>
    is_back ? { ...payment, amount_minor: -payment.amount_minor } : payment,
  );
  const draft: InvoiceDraft = {
    ...terms,
    kind: is_back ? 'credit_note' : 'invoice',
    supplied_on: sale.period?.start ?? terms.issued_on,
    lines,
    payments,
  };
  const groups = taxGroupsOf(sale.tax_rows).map((one) => (is_back ? negatedGroup(one) : one));
  return composeInvoice(draft, groups);
}

/** Stored tax rows as an invoice groups them. */
export function taxGroupsOf(rows: readonly TaxRow[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  for (const row of rows) {
    const rate_taxes_minor = row.taxes.map(({ tax_minor }) => tax_minor);
    const { net_minor, tax_minor } = row;
    const one: TaxGroup = { ...taxFields(row), net_minor, tax_minor, rate_taxes_minor };
    const before = groups.get(taxKey(one));
    groups.set(taxKey(one), before ? sumOf(before, one) : one);
  }
  return [...groups.values()];
}

const sumOf = (a: TaxGroup, b: TaxGroup): TaxGroup => ({
  ...a,
  net_minor: a.net_minor + b.net_minor,
  tax_minor: a.tax_minor + b.tax_minor,
  rate_taxes_minor: a.rate_taxes_minor.map((tax, at) => tax + (b.rate_taxes_minor[at] ?? 0)),
});

const negatedGroup = (group: TaxGroup): TaxGroup => ({
  ...group,
  net_minor: negative(group.net_minor),
  tax_minor: negative(group.tax_minor),
  rate_taxes_minor: group.rate_taxes_minor.map(negative),
});

type TaxFields = Pick<InvoiceLine, 'tax_kind' | 'rates' | 'note' | 'exemption_reason'>;

const taxFields = ({ kind, taxes, note }: TaxRow): TaxFields => ({
  tax_kind: kind,
  rates: taxes.map(({ tax, rate_ppm }) => ({ tax, rate_ppm })),
  note,
  exemption_reason: null,
});

const UNTAXED: TaxFields = {
  tax_kind: 'not_registered',
  rates: [],
  note: null,
  exemption_reason: null,
};

function invoiceLines(sale: SettledSale, texts: InvoiceTexts): InvoiceLine[] {
  const lines: (InvoiceLine & { tax_row: number | null })[] = [];
  for (const billed of sale.lines) {
    if (billed.kind === 'balance') continue;
    const { tax_row, tax_minor } = billed;
    const net_minor = billed.amount_minor - tax_minor;
    const [discounted] = billed.kind === 'discount' ? lines.slice(-1) : [];
    if (discounted && discounted.tax_row === tax_row) {
      discounted.discount_minor -= net_minor;
      discounted.net_minor += net_minor;
      discounted.tax_minor += tax_minor;
    } else lines.push({ ...invoiceLine(sale, billed, texts), tax_row });
  }
  return lines.map(({ tax_row: _, ...line }) => line);
}

function invoiceLine(sale: SettledSale, billed: BilledLine, texts: InvoiceTexts): InvoiceLine {
  const { quantity, amount_minor, tax_minor, tax_row } = billed;
  const description = describe(billed, texts);
  const net_minor = amount_minor - tax_minor;
  const row = tax_row === null ? undefined : sale.tax_rows[tax_row];
  const period = billed.kind === 'sale' ? sale.period : null;
  return {
    description,
    quantity,
    ...unitPrice(billed, sale.prices_include_tax),
    subtotal_minor: net_minor,
    discount_minor: 0,
    net_minor,
    tax_minor,
    ...(row ? taxFields(row) : UNTAXED),
    period_start: period?.start ?? null,
    period_end: period?.end ?? null,
    credits_line: null,
  };
}

/** A line in the language of its document. The days of what is sold are shown below it. */
function describe({ description, about }: BilledLine, texts: InvoiceTexts): string {
  const { reason, name, from, to } = about ?? NOTHING;
  if (name === null) return description;
  if (reason === 'period') return name;
  if (reason === 'remaining_time') return fill(texts.remaining_time, { name });
  if (reason !== 'unused_time') return description;
  const unused = fill(texts.unused_time, { name });
  if (from === null || to === null) return unused;
  const [start, end] = [dayIn(dayOf(from), texts), dayIn(dayOf(to), texts)];
  return `${unused}, ${fill(texts.period, { start, end })}`;
}

const NOTHING: LineAbout = { reason: '', name: null, from: null, to: null };

const dayOf = (at: number): string => isoInstant(at).slice(0, 10);

/** What one costs, as prices are stated if that is a whole amount; else the other way, or null. */
function unitPrice(
  { amount_minor, tax_minor, quantity }: BilledLine,
  prices_include_tax: boolean,
): Pick<InvoiceLine, 'unit_price_minor' | 'unit_price_includes_tax'> {
  const net = { minor: amount_minor - tax_minor, includes: false };
  const gross = { minor: amount_minor, includes: tax_minor !== 0 };
  const ways = prices_include_tax ? [gross, net] : [net, gross];
  const whole = ways.find(({ minor }) => minor % quantity === 0);
  return {
    unit_price_minor: whole ? whole.minor / quantity : null,
    unit_price_includes_tax: whole?.includes ?? false,
  };
}

const negated = (line: InvoiceLine): InvoiceLine => ({
  ...line,
  unit_price_minor: line.unit_price_minor === null ? null : negative(line.unit_price_minor),
  subtotal_minor: negative(line.subtotal_minor),
  discount_minor: negative(line.discount_minor),
  net_minor: negative(line.net_minor),
  tax_minor: negative(line.tax_minor),
});

/** Without -0, which JSON would write as 0 and equality distinguishes. */
const negative = (amount: number): number => 0 - amount;

/** How a payment was paid: by card, from the balance, or both. It adds up to the sale. */
export function paymentsOf(
  paid: Pick<SettledSale, 'total_minor' | 'balance_change_minor' | 'card_brand' | 'card_last_four'>,
): InvoicePayment[] {
  const { total_minor, balance_change_minor, card_brand, card_last_four } = paid;
  const is_card = card_brand !== null && card_last_four !== null;
  const by_card: InvoicePayment = {
    kind: is_card ? 'card' : 'other',
    amount_minor: total_minor,
    card_brand: is_card ? card_brand : null,
    card_last4: is_card ? card_last_four : null,
    offset_number: null,
  };
  const from_balance: InvoicePayment = {
    ...by_card,
    kind: 'balance',
    amount_minor: negative(balance_change_minor),
    card_brand: null,
    card_last4: null,
  };
  return [by_card, from_balance].filter(({ amount_minor }) => amount_minor !== 0);
}
