import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { InvoiceId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { billing_fields } from '../../customers/customer-fields.rules.ts';
import { changedBuyer, whyNotCorrect } from './correction.rules.ts';
import { findInvoice, findParties, listInvoicesOfSale, lockSale } from './invoice.sql.ts';
import { Invoice, parseDocument, showInvoice } from './invoice-record.rules.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';
import { dayOf } from './issue-document.ts';
import { buyerParty } from './party.rules.ts';
import { replaceInvoice } from './replace-invoice.ts';
import { type Standing, standingOf } from './standing.rules.ts';

const { name, company, email, tax_id, address } = billing_fields;

export const correctInvoice = operation({
  method: 'POST',
  path: '/correct-invoice',
  summary: 'Issue an invoice anew with other details of the buyer',
  description:
    'A credit note over the invoice, less what was refunded of its payment, and a new invoice, in ' +
    'one act; the answer is the new one. What is sent replaces what the invoice says, and null clears it. If nothing is ' +
    "sent, the customer's details of today are taken. Amounts and taxes stay as they were paid. " +
    'Asking again for what was done is answered with the same invoice.',
  scope: 'full',
  input: Type.Object({
    invoice_id: InvoiceId,
    name,
    company,
    email,
    tax_id,
    address,
  }),
  output: Invoice,
  errors: [
    'invoice_not_found',
    'invoice_is_credit_note',
    'invoice_replaced',
    'invoice_refunded',
    'correction_too_late',
    'correction_country',
    'correction_tax_number',
    'correction_limit',
  ],
  example: { invoice_id: 'inv_1tq3v9w0e00h4rk6m2x8pz7ycn5', company: 'Analytical Engines Ltd' },
  async write({ input, refuse, ...context }) {
    const { tx, now, services } = context;
    const { base_url } = services;
    const { invoice_id, ...change } = input;
    const invoice = await findInvoice(tx, invoice_id);
    if (!invoice) throw refuse('invoice_not_found');
    if (invoice.kind === 'credit_note') throw refuse('invoice_is_credit_note');
    await lockSale(tx, invoice.sale_id);
    const rows = await listInvoicesOfSale(tx, invoice.sale_id);
    const standing = standingOf(rows);
    assert(standing, 'there is an invoice');
    const { document } = standing;
    const is_sent = Object.values(change).some((value) => value !== undefined);
    const parties = is_sent ? undefined : await findParties(tx, invoice.customer_id);
    const buyer = parties ? buyerParty(parties) : changedBuyer(parseDocument(invoice), change);
    if (isDeepStrictEqual(buyer, document.buyer)) return showInvoice(standing.invoice, base_url);
    if (standing.invoice.invoice_id !== invoice_id) throw refuse('invoice_replaced');
    const no = whyNotCorrect(document, buyer, { ...historyOf(rows, standing), today: dayOf(now) });
    if (no) throw refuse(no);
    const corrected = await replaceInvoice(context, standing, { buyer, reversed: null });
    return showInvoice(corrected, base_url);
  },
});

function historyOf(rows: InvoiceRow[], { document, notes, left_minor }: Standing) {
  const [first] = rows;
  const corrections = rows.filter((row) => row.kind === 'invoice' && row.cause === 'correction');
  return {
    is_refunded: notes.length > 0 && left_minor === 0,
    corrections: corrections.length,
    first_issued_on: first ? parseDocument(first).issued_on : document.issued_on,
  };
}
