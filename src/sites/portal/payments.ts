import { type Html, html } from '../../platform/core/html.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { listPage, readCursor } from '../../platform/core/pagination.ts';
import { invoiceAddresses } from '../../shop/money/invoices/invoice-address.rules.ts';
import { listPayments, type PaymentRow } from '../../shop/money/transactions/payment-list.sql.ts';
import { isPaid, showDispute } from '../../shop/money/transactions/transaction-status.rules.ts';
import { declineText } from '../shared/decline-text.ts';
import { listInput, type Range, restLink, type Section } from './lists.ts';
import { chip } from './status.ts';
import type { TransactionRecord, Visit } from './visit.ts';

export async function paymentsSection(visit: Visit, range: Range): Promise<Section> {
  const { customer_id, limit, cursor } = listInput(visit, range);
  const [before] = readCursor(cursor, 'transactions', ['']) ?? [LAST];
  const { reader } = visit;
  const { rows, end } = await listPayments(reader, { customer_id, before, limit: limit + 1 });
  const { data, next_cursor } = listPage(rows, {
    ...{ list: 'transactions', limit, end },
    show: (row) => paymentItem(visit, row),
    cursor: (row) => [row.transaction_id],
  });
  return { items: data, more: restLink(visit, 'payments', { range, next_cursor }) };
}

const LAST = 'txn_z'; // Behind every identifier, in any collation.

const MOODS = {
  paid: 'good',
  pending: 'over',
  declined: 'bad',
  failed: 'bad',
  refunded: 'over',
  partially_refunded: 'over',
  disputed: 'warn',
  charged_back: 'bad',
} as const;

function paymentItem(visit: Visit, one: PaymentRow): Html {
  const { portal, day, money } = visit.words;
  const { product_name: name, currency } = one;
  const type = portal.paymentTypes[one.type];
  const on = day(one.created_at);
  const is_made = one.status !== 'declined' && one.status !== 'failed';
  const total = money(one.type === 'refund' ? -one.total_minor : one.total_minor, currency);
  const refunded = fromMinor(one.refunded_minor, currency);
  const outcome = outcomeText(visit, { ...one, refunded, dispute: showDispute(one) });
  return html`<li class="payment">
  <div class="about">
    <p class="what"><bdi>${name}</bdi> ${statusChip(visit, one)}</p>
    <p class="quiet">${portal.paymentOn({ type, day: on })}</p>
    ${outcome && html`<p class="quiet">${outcome}</p>`}
  </div>
  <p class="amount">${is_made ? total : html`<s>${total}</s>`}</p>
  <p class="links">${papers(visit, one, portal.ofPayment({ product: name, day: on }))}</p>
</li>`;
}

/** A refund that was paid is a refund; its name says that. */
function statusChip({ words: { portal } }: Visit, { type, status }: PaymentRow): Html {
  const is_refund = type === 'refund' && status === 'paid';
  return is_refund
    ? chip('over', portal.paymentStatus.refunded)
    : chip(MOODS[status], portal.paymentStatus[status]);
}

type Outcome = Pick<
  TransactionRecord,
  'type' | 'status' | 'refunded' | 'currency' | 'decline_code' | 'dispute'
>;

/** What became of it, where its status does not say all. */
export function outcomeText(
  { words }: Visit,
  { type, status, refunded, currency, decline_code, dispute }: Outcome,
): string | undefined {
  const { portal, amount, payments } = words;
  if (status === 'partially_refunded') return portal.amountRefunded(amount(refunded, currency));
  if (status === 'failed') return portal.refundFailed;
  if (status === 'disputed') return portal.disputeOpen;
  if (status === 'charged_back') return portal.disputeLost;
  if (dispute?.status === 'won') return portal.disputeWon;
  if (status !== 'declined') return undefined;
  if (type === 'refund') return portal.refundDeclined;
  return `${declineText(words, decline_code ?? '').text} ${payments.nothingCharged}`;
}

/** The invoice or credit note where there is one; otherwise what is known of the payment. */
function papers({ address, base_path, words: { portal } }: Visit, one: PaymentRow, which: string) {
  const link = (at: string, name: string) =>
    html`<a href="${at}">${name}<span class="hidden"> ${which}</span></a>`;
  const is_paid = isPaid(one);
  if (!is_paid || one.invoice_token === null) {
    return link(
      `${address}/receipt/${one.transaction_id}`,
      is_paid ? portal.receipt : portal.details,
    );
  }
  const at = invoiceAddresses(base_path, one.invoice_token);
  const gives_back = one.type === 'refund' || one.total_minor < one.balance_change_minor;
  return html`${link(at.invoice_url, gives_back ? portal.creditNote : portal.invoice)}
    ${link(at.invoice_pdf_url, portal.pdf)}`;
}
