import { DAY_MS } from '../../../platform/core/time.ts';
import { creditRefund, creditWhole } from './credit-note.rules.ts';
import {
  composeInvoice,
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  type InvoicePayment,
} from './invoice.rules.ts';
import { NO_ADDRESS, numbersOf } from './party.rules.ts';

const CORRECTION_DAYS = 90;
const CORRECTIONS_MAX = 10;

export type WhyNotCorrect =
  | 'invoice_refunded'
  | 'correction_limit'
  | 'correction_too_late'
  | 'correction_country'
  | 'correction_tax_number';

/**
 * Why an invoice cannot be issued anew with this buyer. The day of the first invoice of the sale
 * counts as the first of 90. Another country could mean another tax, and so another amount: that is
 * a refund and a new purchase, and so is another number where no tax was charged because of it. Where
 * nobody has asked for the country, it made no difference, and may be added.
 */
export function whyNotCorrect(
  { buyer: before, taxes }: Pick<InvoiceDocument, 'buyer' | 'taxes'>,
  buyer: InvoiceParty,
  sale: { is_refunded: boolean; corrections: number; first_issued_on: string; today: string },
): WhyNotCorrect | undefined {
  if (sale.is_refunded) return 'invoice_refunded';
  if (!isInTime(sale.first_issued_on, sale.today)) return 'correction_too_late';
  if (sale.corrections >= CORRECTIONS_MAX) return 'correction_limit';
  const { country } = before.address;
  if (country !== null && country !== buyer.address.country) return 'correction_country';
  const { vat_number } = before;
  const is_by_number = taxes.some(({ tax_kind }) => tax_kind === 'reverse_charge');
  return is_by_number && vat_number !== null && vat_number !== buyer.vat_number
    ? 'correction_tax_number'
    : undefined;
}

export const isInTime = (issued_on: string, today: string): boolean =>
  Date.parse(today) - Date.parse(issued_on) < CORRECTION_DAYS * DAY_MS;

/** What somebody wants to have changed. What is not sent stays, and null clears it. */
export interface BuyerChange {
  name?: string | null | undefined;
  company?: string | null | undefined;
  email?: string | null | undefined;
  tax_id?: string | null | undefined;
  address?:
    | Partial<Record<keyof InvoiceParty['address'], string | null | undefined>>
    | null
    | undefined;
}

/** The buyer of an invoice after a change. Without a country, an address is in the same one. */
export function changedBuyer(
  { buyer, customer_id }: Pick<InvoiceDocument, 'buyer' | 'customer_id'>,
  change: BuyerChange,
): InvoiceParty {
  const { email, address, tax_id } = { ...change, email: keep(change.email, buyer.email) };
  // Where nobody has given a name, the invoice has the address or the identifier in its place.
  const is_named = ![buyer.email, customer_id].includes(buyer.name);
  const company = keep(change.company, buyer.contact === null ? null : buyer.name);
  const person = keep(change.name, buyer.contact ?? (is_named ? buyer.name : null));
  const country = address?.country?.toUpperCase() ?? buyer.address.country;
  const kept = address === undefined ? buyer.address : { ...NO_ADDRESS, ...withNulls(address) };
  return {
    name: company ?? person ?? email ?? customer_id,
    contact: company === null ? null : person,
    email,
    address: { ...kept, country },
    ...(tax_id === undefined
      ? { vat_number: buyer.vat_number, tax_number: buyer.tax_number }
      : numbersOf(tax_id, country)),
    registration: buyer.registration,
  };
}

const keep = <T>(sent: T | undefined, before: T): T => (sent === undefined ? before : sent);

const withNulls = (address: NonNullable<BuyerChange['address']> | null) =>
  Object.fromEntries(Object.entries(address ?? {}).map(([name, value]) => [name, value ?? null]));

/**
 * The credit note over what is left of an invoice that is replaced. No money moves: it is set off
 * against the invoice that has the number after it.
 */
export function creditRest(
  invoice: InvoiceDocument,
  notes: InvoiceDocument[],
  { number, next, issued_on }: { number: string; next: string; issued_on: string },
): InvoiceDocument {
  const amount_minor = leftMinor(invoice, notes);
  const { transaction_id } = invoice;
  const payments = [offset(amount_minor, next)];
  const crediting = { number, issued_on, transaction_id, payments };
  return notes.length === 0
    ? creditWhole(invoice, crediting)
    : creditRefund(invoice, notes, { ...crediting, amount_minor });
}

/**
 * The invoice that replaces another: what is left of it after its credit notes, and what such a note
 * has credited whose money has not gone back after all.
 */
export function invoiceAnew(
  invoice: InvoiceDocument,
  notes: InvoiceDocument[],
  terms: {
    number: string;
    issued_on: string;
    buyer: InvoiceParty;
    /** The note that credits the rest; null if there is no rest. */
    credit_number: string | null;
    reversed: InvoiceDocument | null;
  },
): InvoiceDocument {
  const { number, issued_on, buyer, credit_number, reversed } = terms;
  const is_whole = notes.length === 0 && reversed === null;
  const left = leftMinor(invoice, notes);
  const payments = [
    ...(credit_number === null ? [] : [offset(left, credit_number)]),
    ...(reversed === null ? [] : [offset(reversed.total_minor, reversed.number)]),
  ];
  const again = reversed?.lines.map(asNew) ?? [];
  return composeInvoice(
    {
      ...invoice,
      number,
      issued_on,
      buyer,
      lines: is_whole ? invoice.lines : [...linesLeft(invoice, notes), ...again],
      payments: is_whole ? invoice.payments : payments,
      preceding: { relation: 'replaces', number: invoice.number, issued_on: invoice.issued_on },
    },
    is_whole ? invoice.taxes : [],
  );
}

/** The invoice that reverses a credit note whose refund has failed, or whose dispute was won. */
export const reversalOf = (
  note: InvoiceDocument,
  { number, issued_on }: { number: string; issued_on: string },
): InvoiceDocument =>
  composeInvoice(
    {
      ...note,
      kind: 'invoice',
      number,
      issued_on,
      due_on: issued_on,
      paid_on: issued_on,
      lines: note.lines.map(asNew),
      payments: [offset(note.total_minor, note.number)],
      preceding: { relation: 'reverses', number: note.number, issued_on: note.issued_on },
    },
    note.taxes,
  );

const leftMinor = (invoice: InvoiceDocument, notes: InvoiceDocument[]): number =>
  notes.reduce((left, note) => left - note.total_minor, invoice.total_minor);

function linesLeft(invoice: InvoiceDocument, notes: InvoiceDocument[]): InvoiceLine[] {
  if (notes.length === 0) return invoice.lines;
  if (leftMinor(invoice, notes) === 0) return [];
  const { lines } = creditRest(invoice, notes, { number: '-', next: '-', issued_on: '0000-00-00' });
  return lines.map(asNew);
}

const asNew = (line: InvoiceLine): InvoiceLine => ({ ...line, credits_line: null });

const offset = (amount_minor: number, offset_number: string): InvoicePayment => ({
  kind: 'offset',
  amount_minor,
  offset_number,
  card_brand: null,
  card_last4: null,
});
