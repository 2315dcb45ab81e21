import { successAddress } from '../../checkout/checkout.rules.ts';
import { invoiceAddresses } from '../../invoices/invoice-address.rules.ts';
import { parseLines } from '../../transactions/lines.rules.ts';
import type { TransactionRow } from '../../transactions/transaction.rules.ts';
import { amountText, dateText, quantityText } from '../shared/amounts.ts';
import { type Html, html } from '../shared/html.ts';
import { methodText } from '../shared/method-text.ts';
import type { PageAnswer } from '../shared/page.ts';
import { amountRow } from '../shared/rows.ts';
import { backButton, type CheckoutView, checkoutPage } from './checkout-page.ts';
import { renewalNotice } from './renewal-text.ts';
import { taxesOf } from './taxes-text.ts';

/** The page of a session that is paid: the receipt. */
export function paidPage(
  view: CheckoutView & {
    transaction: TransactionRow;
    license_keys: string[];
    shows_keys: boolean;
  },
): PageAnswer {
  const { checkout, store, transaction, locale, words, license_keys, shows_keys } = view;
  const back = successAddress(checkout);
  const amount = (minor: number) => amountText(minor, checkout.currency, locale);
  const {
    transaction_id,
    created_at,
    card_brand,
    card_last_four: last4,
    total_minor,
  } = transaction;
  const card = card_brand && methodText({ brand: card_brand, last4: last4 ?? '' });
  const done =
    total_minor > 0
      ? `${amount(total_minor)} is paid to ${store.name}.`
      : `Your order from ${store.name} is complete.`;
  return checkoutPage(
    view,
    200,
    `Thank you for buying ${checkout.product_name}`,
    html`
<div class="receipt" data-completed="${checkout.checkout_session_id}"
  data-success="${back ?? ''}">
  <h1>Thank you</h1>
  <p>${done}</p>
  ${shows_keys ? license_keys.map(licenseKey) : license_keys.length > 0 && whereKeysAre(store.name)}
  <table>
    <caption class="quiet">Receipt ${transaction_id}, ${dateText(created_at)}</caption>
    <tbody>${parseLines(transaction).map(({ description, quantity, amount_minor }) =>
      amountRow(`${description}${quantityText(quantity)}`, amount(amount_minor)),
    )}</tbody>
    <tfoot>${amountRow('Total', amount(total_minor))}</tfoot>
  </table>
  ${taxesOf(checkout, words).map(
    ({ label, amount }) =>
      html`<p class="quiet">${words.checkout.taxIncluded(label)}: ${amount}</p>`,
  )}
  ${total_minor > 0 && card && html`<p class="quiet">Paid with ${card}.</p>`}
  ${invoiceLinks(view)}
  ${renewalNotice(view)}
  ${back && backButton(back, store.name)}
</div>`,
    { can_copy: shows_keys && license_keys.length > 0 },
  );
}

/** The invoice as a page and as a file; nothing where nothing was to be invoiced. */
function invoiceLinks({
  base_path,
  transaction: { invoice_token },
}: CheckoutView & { transaction: TransactionRow }): Html | undefined {
  if (invoice_token === null) return undefined;
  const { invoice_url, invoice_pdf_url } = invoiceAddresses(base_path, invoice_token);
  return html`<p class="files">
    <a href="${invoice_url}">Your invoice</a>
    <a href="${invoice_pdf_url}">Download it as PDF</a>
  </p>`;
}

/** A key to copy; the button is shown by the script that makes it work. */
const licenseKey = (
  key: string,
  at: number,
): Html => html`<section class="license" aria-labelledby="license-${at}-title">
  <h2 id="license-${at}-title">Your license key</h2>
  <p class="key">
    <code id="license-${at}">${key}</code>
    <button class="plain" type="button" data-copy="license-${at}" hidden>Copy</button>
  </p>
  <p class="quiet" id="license-${at}-status" role="status"></p>
  <p class="quiet">
    Keep it: with it you activate the software on your devices. This page shows it for a day.
  </p>
</section>`;

/** Said in the place of keys that are not shown any more. */
const whereKeysAre = (
  shop: string,
): Html => html`<section class="license" aria-labelledby="license-title">
  <h2 id="license-title">Your license key</h2>
  <p class="quiet">
    It was shown here for a day after the purchase. You find it in your customer portal, to which
    ${shop} gives you a link, and in the mail about your purchase if you got one.
  </p>
</section>`;
