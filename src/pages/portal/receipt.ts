import { fromMinor, toMinor } from '../../core/money.ts';
import { declineMessage } from '../../payments/card.rules.ts';
import { dayText } from '../shared/amounts.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { type Html, html } from '../shared/html.ts';
import { methodText } from '../shared/method-text.ts';
import type { PageAnswer } from '../shared/page.ts';
import { factRow } from '../shared/rows.ts';
import { type CustomerRecord, customerOf } from './billing.ts';
import { notFoundPage, portalPage } from './layout.ts';
import { billTable } from './lines.ts';
import {
  documentAddress,
  type Handler,
  ownTransaction,
  type TransactionRecord,
  type Visit,
} from './visit.ts';

export const showReceipt: Handler<{ transaction_id: string }> = async (
  visit,
  _,
  { transaction_id },
) => {
  const transaction = await ownTransaction(visit, transaction_id);
  if (!transaction) return notFoundPage(visit);
  // An invoice stays what it was; this page would show the customer's details of today.
  const address = documentAddress(transaction);
  if (address !== undefined) return redirectAfterForm(address);
  return receiptPage(visit, transaction, await customerOf(visit));
};

/** Made for paper as well: what is only of use on a screen is left out there. */
function receiptPage(
  visit: Visit,
  transaction: TransactionRecord,
  customer: CustomerRecord,
): PageAnswer {
  const { transaction_id, total, refunded, currency, payment_method } = transaction;
  const title = titleOf(transaction);
  const left = fromMinor(minor(total, currency) - minor(refunded, currency), currency);
  return portalPage(visit, {
    title,
    main: html`<div class="receipt">
  <h1>${title}</h1>
  <dl class="facts">
    ${factRow('From', visit.store.name)}
    ${factRow(
      'For',
      html`${addressLines(customer, visit).map((line, at) => [at > 0 && html`<br>`, line])}`,
    )}
    ${factRow('Number', transaction_id)}
    ${factRow('Date', dayText(transaction.settled_at ?? transaction.created_at))}
    ${factRow('Refund of', transaction.refunded_transaction_id)}
    ${factRow('Card', payment_method && methodText(payment_method))}
  </dl>
  ${billTable(visit, transaction, {
    caption: title,
    total: totalName(transaction),
    after:
      refunded > 0
        ? { 'Given back since': -refunded, 'Paid in the end': left }
        : transaction.type === 'refund' && transaction.balance_change < 0
          ? { 'Taken from your balance': transaction.balance_change }
          : {},
  })}
  ${noteOf(transaction)}
  <p class="quiet screen">Print this page for your books.</p>
</div>`,
  });
}

function totalName({ type, status }: TransactionRecord): string {
  if (type !== 'refund') return 'Total';
  return status === 'failed' || status === 'declined' ? 'Not given back' : 'Given back';
}

/** What became of it, where that is not plain from the amounts. */
function noteOf({ type, status, decline_code, dispute }: TransactionRecord): Html | null {
  if (status === 'failed') {
    return html`<p>
    The bank did not take this refund: the money was not given back. Please ask the shop.
  </p>`;
  }
  if (status === 'disputed') {
    return html`<p>You disputed this payment with your bank, which has yet to decide.</p>`;
  }
  if (status === 'charged_back') return html`<p>Your bank gave this payment back.</p>`;
  if (dispute?.status === 'won') {
    return html`<p>You disputed this payment. Your bank decided that it stands.</p>`;
  }
  if (decline_code === null) return null;
  if (type === 'refund') return html`<p>The money was not given back. Please ask the shop.</p>`;
  return html`<p>Nothing was charged. ${declineMessage(decline_code)}</p>`;
}

const minor = (amount: number, currency: string): number => toMinor(amount, currency) ?? 0;

function titleOf({ type, status }: TransactionRecord): string {
  if (status === 'failed') return 'Failed refund';
  if (status === 'declined') return type === 'refund' ? 'Refused refund' : 'Declined payment';
  if (status === 'pending') return type === 'refund' ? 'Refund under way' : 'Payment under way';
  return type === 'refund' ? 'Refund' : 'Receipt';
}

/** Who it is for, as it is written on a letter. */
export function addressLines(
  { billing, ...customer }: CustomerRecord,
  { words }: Pick<Visit, 'words'>,
): string[] {
  const { line1, line2, postal_code, city, state, country } = billing?.address ?? NOWHERE;
  const land = country ?? customer.country;
  const parts = [
    billing?.company,
    billing?.name ?? customer.name,
    line1,
    line2,
    [postal_code, city].filter(Boolean).join(' '),
    state,
    land && words.countryName(land),
    billing?.tax_id && `Tax number ${billing.tax_id}`,
    billing?.email ?? customer.email,
    billing?.phone,
  ].filter((part) => typeof part === 'string');
  const said = parts.filter((part) => part !== '');
  return said.length > 0 ? said : [customer.customer_id];
}

const NOWHERE = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};
