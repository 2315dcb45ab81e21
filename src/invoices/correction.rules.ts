import { DAY_MS } from '../core/time.ts';
import { creditRefund, creditWhole } from './credit-note.rules.ts';
import {
  composeInvoice,
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  type InvoicePayment,
} from './invoice.rules.ts';

const CORRECTION_DAYS = 90;

export type WhyNotCorrect =
  | 'not_an_invoice'
  | 'already_credited'
  | 'too_late'
  | 'country_changed'
  | 'nothing_changed';

/**
 * Why an invoice cannot be issued anew with this buyer. Its day counts as the first of 90. Another
 * country could mean another tax, and so another amount: that is a refund and a new purchase. Where
 * nobody has asked for the country, it made no difference, and may be added.
 */
export function whyNotCorrect(
  invoice: InvoiceDocument,
  buyer: InvoiceParty,
  { is_credited, today }: { is_credited: boolean; today: string },
): WhyNotCorrect | undefined {
  if (invoice.kind !== 'invoice') return 'not_an_invoice';
  if (is_credited) return 'already_credited';
  const age_days = (Date.parse(today) - Date.parse(invoice.issued_on)) / DAY_MS;
  if (age_days >= CORRECTION_DAYS) return 'too_late';
  const { country } = invoice.buyer.address;
  if (country !== null && country !== buyer.address.country) return 'country_changed';
  if (JSON.stringify(invoice.buyer) === JSON.stringify(buyer)) return 'nothing_changed';
  return undefined;
}

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
      ...{ number, issued_on, buyer },
      lines: is_whole ? invoice.lines : [...linesLeft(invoice, notes), ...again],
      payments: is_whole ? invoice.payments : payments,
      preceding: { relation: 'replaces', number: invoice.number, issued_on: invoice.issued_on },
    },
    is_whole ? invoice.taxes : [],
  );
}

/** The invoice that reverses a credit note whose money has not gone back after all. */
export const reversalOf = (
  note: InvoiceDocument,
  { number, issued_on }: { number: string; issued_on: string },
): InvoiceDocument =>
  composeInvoice(
    {
      ...note,
      kind: 'invoice',
      ...{ number, issued_on, due_on: issued_on, paid_on: issued_on },
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
  ...{ kind: 'offset', amount_minor, offset_number },
  ...{ card_brand: null, card_last4: null },
});
