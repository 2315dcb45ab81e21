import { getTransactions } from '../../transactions/get-transactions.ts';
import { declineText } from '../shared/decline-text.ts';
import { type Html, html } from '../shared/html.ts';
import { listInput, type Range, restLink, type Section } from './lists.ts';
import { chip } from './status.ts';
import {
  addressHere,
  documentAddress,
  productOf,
  type TransactionRecord,
  type Visit,
} from './visit.ts';

export async function paymentsSection(visit: Visit, range: Range): Promise<Section> {
  const list = await visit.ask(getTransactions, listInput(visit, range));
  const items: Html[] = [];
  for (const one of list.data) items.push(await paymentItem(visit, one));
  const { next_cursor } = list;
  return { items, more: restLink(visit, 'payments', { range, next_cursor }) };
}

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

async function paymentItem(visit: Visit, one: TransactionRecord): Promise<Html> {
  const { portal, day, amount } = visit.words;
  const product = one.product_id === null ? undefined : await productOf(visit, one.product_id);
  const type = portal.paymentTypes[one.type];
  const name = product?.name ?? type;
  const on = day(one.created_at);
  const is_made = one.status !== 'declined' && one.status !== 'failed';
  const total = amount(one.type === 'refund' ? -one.total : one.total, one.currency);
  const outcome = outcomeText(visit, one);
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
function statusChip({ words: { portal } }: Visit, { type, status }: TransactionRecord): Html {
  const is_refund = type === 'refund' && status === 'paid';
  return is_refund
    ? chip('over', portal.paymentStatus.refunded)
    : chip(MOODS[status], portal.paymentStatus[status]);
}

/** What became of it, where its status does not say all. */
export function outcomeText(
  { words }: Visit,
  { type, status, refunded, currency, decline_code, dispute }: TransactionRecord,
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
function papers({ address, words: { portal } }: Visit, one: TransactionRecord, which: string) {
  const link = (at: string, name: string) =>
    html`<a href="${at}">${name}<span class="hidden"> ${which}</span></a>`;
  const at = documentAddress(one);
  if (at === undefined) {
    const is_paid =
      one.status !== 'declined' && one.status !== 'failed' && one.status !== 'pending';
    return link(
      `${address}/receipt/${one.transaction_id}`,
      is_paid ? portal.receipt : portal.details,
    );
  }
  const gives_back = one.type === 'refund' || one.total < one.balance_change;
  const pdf = one.invoice_pdf_url;
  return html`${link(at, gives_back ? portal.creditNote : portal.invoice)}
    ${pdf !== null && link(addressHere(pdf), portal.pdf)}`;
}
