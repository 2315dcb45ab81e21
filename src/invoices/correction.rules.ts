import { DAY_MS } from '../core/time.ts';
import { creditWhole } from './credit-note.rules.ts';
import {
  composeInvoice,
  type InvoiceDocument,
  type InvoiceParty,
  type InvoicePayment,
} from './invoice.rules.ts';
import { type NumberSeries, takeNumber } from './numbering.rules.ts';

const CORRECTION_DAYS = 90;

export type WhyNotCorrect =
  | 'not_an_invoice'
  | 'already_credited'
  | 'too_late'
  | 'country_changed'
  | 'nothing_changed';

/**
 * Why an invoice cannot be issued anew with this buyer. Its day counts as the first of 90. Another
 * country could mean another tax, and so another amount: that is a refund and a new purchase.
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
  if (invoice.buyer.address.country !== buyer.address.country) return 'country_changed';
  if (JSON.stringify(invoice.buyer) === JSON.stringify(buyer)) return 'nothing_changed';
  return undefined;
}

/**
 * The two documents of a correction, with the numbers that come next: a credit note over the whole
 * invoice, and the invoice again with the right buyer. No money moves: one is set off against the
 * other, and the new invoice is paid as the old one was.
 */
export function correctInvoice(
  invoice: InvoiceDocument,
  buyer: InvoiceParty,
  { series, today }: { series: NumberSeries; today: string },
): { credit_note: InvoiceDocument; invoice: InvoiceDocument; after: NumberSeries } {
  const first = takeNumber(series);
  const second = takeNumber(first.after);
  const offset: InvoicePayment = {
    kind: 'offset',
    amount_minor: invoice.total_minor,
    card_brand: null,
    card_last4: null,
    offset_number: second.number,
  };
  const credit_note = creditWhole(invoice, {
    number: first.number,
    issued_on: today,
    transaction_id: invoice.transaction_id,
    payments: [offset],
  });
  const corrected = composeInvoice(
    {
      ...invoice,
      number: second.number,
      issued_on: today,
      buyer,
      preceding: { relation: 'replaces', number: invoice.number, issued_on: invoice.issued_on },
    },
    invoice.taxes,
  );
  return { credit_note, invoice: corrected, after: second.after };
}
