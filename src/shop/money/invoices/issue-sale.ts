import assert from 'node:assert/strict';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { parseTaxSettings } from '../../tax/tax-settings.rules.ts';
import type { InvoiceDocument } from './invoice.rules.ts';
import { findNewestInvoice, findParties, type PartiesRow } from './invoice.sql.ts';
import { invoiceToken } from './invoice-address.rules.ts';
import { parseDocument } from './invoice-record.rules.ts';
import { parseInvoiceSettings } from './invoice-settings.rules.ts';
import { dayOf, issueDocument, newLink } from './issue-document.ts';
import { type BilledTo, buyerAsTaxed, buyerParty, languageIn, sellerParty } from './party.rules.ts';
import { givesBack, isSale, type SettledSale, saleDocument } from './sale-document.rules.ts';

/** A payment that has been settled, whatever it is for. */
export interface PaidTransaction extends Omit<SettledSale, 'period' | 'prices_include_tax'> {
  transaction_id: string;
  customer_id: string;
  subscription_id: string | null;
  currency: string;
  period_start: number | null;
  period_end: number | null;
  /** PlaceEvidence as JSON. */
  tax_evidence: string | null;
  settled_at: number;
  /** In place of what is known about the customer (BilledTo), as JSON. */
  billed_to: string | null;
}

/**
 * Issues the invoice of a payment as the last step of its transaction, with seller and buyer as
 * they are now. A change that gave back more than it charged is a credit note for the newest invoice
 * of its subscription; none is issued if that was paid before Kassa issued invoices. Returns the
 * token of the invoice, for events about the payment; undefined for a credit note or nothing.
 */
export async function issueSale(
  context: StoreTx,
  paid: PaidTransaction,
): Promise<string | undefined> {
  if (!isSale(paid)) return undefined;
  const { tx, last, store } = context;
  const { transaction_id, subscription_id } = paid;
  const known = await findParties(tx, paid.customer_id);
  assert(known, 'a payment has a customer');
  const billed_to: Partial<BilledTo> = JSON.parse(paid.billed_to ?? '{}');
  const parties = { ...known, ...billed_to };
  const sale = settledSale(paid, parties);
  const link = newLink(paid.settled_at);
  last(async () => {
    const at = { ...context, now: paid.settled_at };
    if (!givesBack(sale)) {
      await issueDocument(at, {
        cause: 'sale',
        sale_id: transaction_id,
        refers_to: null,
        link,
        compose: ({ number, issued_on }) =>
          saleDocument(sale, { ...termsOf(paid, parties, store.mode), number, issued_on }),
      });
      return;
    }
    const credited =
      subscription_id === null
        ? undefined
        : await findNewestInvoice(tx, { subscription_id, transaction_id });
    if (!credited) return;
    const { invoice_id: refers_to, number: credited_number } = credited;
    const { issued_on: credited_on } = parseDocument(credited);
    await issueDocument(at, {
      cause: 'change',
      sale_id: transaction_id,
      refers_to,
      compose: ({ number, issued_on }) =>
        saleDocument(sale, {
          ...termsOf(paid, parties, store.mode),
          number,
          issued_on,
          due_on: null,
          preceding: { relation: 'credits', number: credited_number, issued_on: credited_on },
        }),
    });
  });
  return givesBack(sale) ? undefined : invoiceToken(link);
}

function settledSale(paid: PaidTransaction, { tax_settings }: PartiesRow): SettledSale {
  const { period_start, period_end } = paid;
  const { prices_include_tax } = parseTaxSettings(tax_settings);
  const has_period = period_start !== null && period_end !== null;
  const period = has_period ? { start: dayOf(period_start), end: dayOf(period_end) } : null;
  return { ...paid, period, prices_include_tax };
}

type Terms = Omit<Parameters<typeof saleDocument>[1], 'number' | 'issued_on'>;

function termsOf(paid: PaidTransaction, parties: PartiesRow, mode: InvoiceDocument['mode']): Terms {
  const buyer = buyerAsTaxed(buyerParty(parties), paid.tax_evidence);
  const { language, notes } = parseInvoiceSettings(parties.invoice_settings);
  const paid_on = dayOf(paid.settled_at);
  return {
    mode,
    language: language === 'buyer' ? languageIn(buyer.address.country) : language,
    currency: paid.currency,
    due_on: paid_on,
    paid_on,
    seller: sellerParty(parties.store_name, parseTaxSettings(parties.tax_settings), {
      tax_rows: paid.tax_rows,
      day: paid_on,
    }),
    buyer,
    tax_in_currency: null,
    notes,
    customer_id: paid.customer_id,
    transaction_id: paid.transaction_id,
    buyer_reference: null,
    preceding: null,
  };
}
