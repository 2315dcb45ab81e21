import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { Customer } from '../../../shop/customers/customer.rules.ts';
import type { Invoice } from '../../../shop/money/invoices/invoice-record.rules.ts';
import { PROVIDER_FACTS } from '../../../shop/money/payments/provider-facts.ts';
import { isProviderName } from '../../../shop/money/payments/provider-names.rules.ts';
import { quantityText } from '../../shared/rows.ts';
import { card, chip, facts } from '../layout.ts';
import { customerAddress } from '../record-link.ts';
import { instant } from '../text.ts';
import type { Visit } from '../visit.ts';
import {
  declineReason,
  methodText,
  type Payment,
  round,
  statusChip,
  TYPES,
  totalText,
} from './payment-text.ts';

/** The working, as the invoice does it: what was sold, its tax, the balance, and what they make. */
export function amountsCard({ words }: Visit, payment: Payment): Html {
  const { currency, type, total, refunded, fee } = payment;
  const money = (amount: number, of = currency) => words.amount(amount, of);
  const row = (what: Html | string, amount: string, is_sum = false) =>
    html`<tr${is_sum && html` class="sum"`}><th scope="row">${what}</th>
  <td class="number">${amount}</td></tr>`;
  const lineRow = ({ description, quantity, amount, tax }: Payment['lines'][number]) =>
    row(html`${description}${quantityText(quantity)}`, money(round(amount - tax)));
  const feeText = fee === null ? '' : money(-fee, payment.fee_currency ?? currency);
  const taxes = payment.tax_breakdown.filter((one) => one.name !== null);
  return card(
    'Amount',
    html`<div class="scroll"><table class="amounts"><tbody>
${payment.lines.filter((line) => !isOfBalance(line)).map(lineRow)}
${taxes.map((one) =>
  row(
    html`${one.name} ${words.percent(one.rate)}${one.country && html`, ${one.country}`}
    <span class="quiet">of ${money(one.net)}</span>`,
    money(one.tax),
  ),
)}
${payment.lines.filter(isOfBalance).map(lineRow)}
${row(type === 'refund' ? 'Given back' : 'Charged', money(total), true)}
${refunded !== 0 && row('Refunded', money(-refunded))}
${fee !== null && fee !== 0 && row('Fee of the provider', feeText)}
</tbody></table></div>`,
  );
}

const BALANCE_REASONS: ReadonlySet<string | null> = new Set([
  ...['paid_from_balance', 'added_to_balance', 'taken_from_balance', 'owed_earlier', 'owed_next'],
]);

const isOfBalance = ({ reason }: Payment['lines'][number]): boolean => BALANCE_REASONS.has(reason);

export function detailsCard(
  visit: Visit,
  payment: Payment,
  { customer_id, email, name }: Static<typeof Customer>,
): Html {
  const { address, words } = visit;
  const { subscription_id, refunded_transaction_id, license_keys, tax_evidence } = payment;
  const place = tax_evidence?.billing_country ?? tax_evidence?.card_country;
  return card(
    'Details',
    facts([
      ['State', statusChip(payment)],
      ['Why declined', declineReason(visit, payment)],
      ['Type', TYPES[payment.type]],
      [
        'Customer',
        html`<a href="${customerAddress(visit, customer_id)}">
        ${name ?? email ?? customer_id}</a>${name && email && html`<br>${email}`}`,
      ],
      ['Paid with', methodText(payment)],
      [
        'Product',
        html`<a href="${address}/products/${payment.product_id}">
        ${payment.lines[0]?.description ?? payment.product_id}</a>`,
      ],
      [
        'Subscription',
        subscription_id &&
          html`<a href="${address}/subscriptions/${subscription_id}">To the subscription</a>`,
      ],
      [
        'Of the payment',
        refunded_transaction_id &&
          html`<a href="${address}/payments/${refunded_transaction_id}">To the payment</a>`,
      ],
      [
        'License key',
        license_keys.length > 0 &&
          html`${license_keys.map(
            (key) => html`<a href="${address}/licenses?query=${encodeURIComponent(key)}">
            <code>${key}</code></a>`,
          )}`,
      ],
      [
        'For',
        payment.period_start &&
          payment.period_end &&
          words.days(payment.period_start, payment.period_end),
      ],
      ['Country', place && words.countryName(place)],
      ['Reason', payment.reason],
      ['Note', payment.review_note],
      ['Created', instant(payment.created_at)],
      ['Settled', payment.settled_at && instant(payment.settled_at)],
      [
        'Provider',
        isProviderName(payment.provider)
          ? PROVIDER_FACTS[payment.provider].title
          : payment.provider && 'Test gateway',
      ],
      [
        'Its reference',
        payment.provider_reference && html`<code>${payment.provider_reference}</code>`,
      ],
      ['Identifier', html`<code>${payment.transaction_id}</code>`],
      ...Object.entries(payment.custom_fields).map(([label, value]): [string, string] => [
        label,
        String(value),
      ]),
      ...Object.entries(payment.metadata),
    ]),
  );
}

const DISPUTES = {
  opened: ['bad', 'Open'],
  won: ['good', 'Won'],
  lost: ['bad', 'Lost'],
} as const;

/** The buyer asked the bank for the money back: until when that can be answered, and where. */
export function disputeCard({ words }: Visit, { dispute, currency }: Payment): Html | false {
  if (dispute === null) return false;
  const [mood, text] = DISPUTES[dispute.status];
  const reason = dispute.reason.replaceAll('_', ' ');
  return card(
    'Dispute',
    html`<p>The buyer has asked the bank for ${words.amount(dispute.amount, currency)} back
  (${reason}). ${
    dispute.status === 'opened' &&
    html`Answer it at the payment provider${
      dispute.due_at && html` until <strong>${instant(dispute.due_at)}</strong>`
    }: without an answer it is lost.`
  }</p>
${facts([
  ['Opened', instant(dispute.opened_at)],
  ['Closed', dispute.closed_at && instant(dispute.closed_at)],
  ['Fee', words.amount(dispute.fee, dispute.fee_currency)],
])}`,
    chip(mood, text),
  );
}

export const refundsCard = (visit: Visit, refunds: readonly Payment[]): Html | false =>
  refunds.length > 0 &&
  card(
    'Refunds',
    html`<ul class="rows">${refunds.map(
      (one) => html`<li><a href="${visit.address}/payments/${one.transaction_id}">
    ${totalText(visit, one)}</a> ${statusChip(one)}
    <span class="quiet">${instant(one.created_at)}${
      one.reason && html` · ${one.reason}`
    }</span></li>`,
    )}</ul>`,
  );

type ShownInvoice = Static<typeof Invoice>;

/** Invoices and credit notes, as a page, as PDF and as XML. */
export const documentsCard = (visit: Visit, invoices: readonly ShownInvoice[]): Html | false =>
  invoices.length > 0 &&
  card(
    'Invoices',
    html`<ul class="rows">${invoices.map(
      (one) => html`<li><span>${one.number}
    <span class="quiet">${one.kind === 'invoice' ? 'Invoice' : 'Credit note'},
    ${visit.words.amount(one.total, one.currency)}</span></span>
    <span class="actions">${invoiceLinks(one)}</span></li>`,
    )}</ul>`,
  );

export const invoiceLinks = (one: ShownInvoice): Html =>
  html`<a href="${one.invoice_url}">Page<span class="hidden"> of ${one.number}</span></a>
  <a href="${one.invoice_pdf_url}">PDF<span class="hidden"> of ${one.number}</span></a>
  ${
    one.invoice_xml_url &&
    html`<a href="${one.invoice_xml_url}">XML<span class="hidden"> of ${one.number}</span></a>`
  }`;
