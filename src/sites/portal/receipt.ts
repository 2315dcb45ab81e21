import { html } from '../../platform/core/html.ts';
import { fromMinor, toMinor } from '../../platform/core/money.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { methodText } from '../shared/method-text.ts';
import { factRow } from '../shared/rows.ts';
import { type CustomerRecord, customerOf } from './billing.ts';
import { notFoundPage, portalPage } from './layout.ts';
import { billTable } from './lines.ts';
import { outcomeText } from './payments.ts';
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
  const { portal, day } = visit.words;
  const { payment_method } = transaction;
  const title = titleOf(visit, transaction);
  const lines = addressLines(visit, customer);
  const outcome = outcomeText(visit, transaction);
  return portalPage(visit, {
    title,
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  ${outcome && html`<p>${outcome}</p>`}
  <dl class="facts">
    ${factRow(portal.from, visit.store.name)}
    ${factRow(
      portal.billedTo,
      lines.length > 0 &&
        html`${lines.map((line, at) => [at > 0 && html`<br>`, html`<bdi>${line}</bdi>`])}`,
    )}
    ${factRow(portal.date, day(transaction.settled_at ?? transaction.created_at))}
    ${factRow(portal.paidWith, payment_method && methodText(visit.words, payment_method))}
  </dl>
  ${billTable(visit, transaction, {
    caption: title,
    total: totalName(visit, transaction),
    after: sumsAfter(visit, transaction),
  })}
  <p class="quiet screen">${portal.printThis}</p>
</div>`,
  });
}

function totalName({ words: { portal } }: Visit, { type, status }: TransactionRecord): string {
  if (type !== 'refund') return portal.total;
  return status === 'failed' || status === 'declined' ? portal.notRefunded : portal.refundedAmount;
}

/** What came back since, and what was paid after all. */
function sumsAfter({ words: { portal } }: Visit, one: TransactionRecord): Record<string, number> {
  const { total, refunded, currency, type, balance_change } = one;
  const minor = (value: number) => toMinor(value, currency) ?? 0;
  if (refunded > 0) {
    const left = fromMinor(minor(total) - minor(refunded), currency);
    return { [portal.refundedAmount]: -refunded, [portal.netPaid]: left };
  }
  return type === 'refund' && balance_change < 0
    ? { [portal.takenFromBalance]: balance_change }
    : {};
}

function titleOf({ words }: Visit, { type, status }: TransactionRecord): string {
  const { titles } = words.portal;
  const is_refund = type === 'refund';
  if (status === 'failed') return titles.refundFailed;
  if (status === 'declined') return is_refund ? titles.refundDeclined : titles.declined;
  if (status === 'pending') return is_refund ? titles.refundPending : titles.pending;
  return is_refund ? titles.refund : titles.receipt;
}

/** Who it is for, as it is written on a letter. */
export function addressLines(
  { words }: Pick<Visit, 'words'>,
  { billing, ...customer }: CustomerRecord,
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
    billing?.tax_id && words.portal.taxNumberIs(billing.tax_id),
    billing?.email ?? customer.email,
    billing?.phone,
  ].filter((part) => typeof part === 'string');
  return parts.filter((part) => part !== '');
}

const NOWHERE = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};
