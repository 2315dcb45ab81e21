import type { Static } from 'typebox';
import { type Html, html } from '../../platform/core/html.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/core/time.ts';
import { HEADER_ADDRESSES_MAX } from '../../platform/core/web-address.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { successAddress } from '../../shop/checkout/return-address.rules.ts';
import {
  type LineRow,
  type Lines,
  parseLines,
  showLines,
} from '../../shop/money/transactions/lines.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { invoiceLinks } from '../shared/invoice-links.ts';
import { lineText } from '../shared/line-text.ts';
import { methodText } from '../shared/method-text.ts';
import { amountRow, quantityText } from '../shared/rows.ts';
import { successMark } from '../shared/success-mark.ts';
import { backButton, type CheckoutView, checkoutPage } from './checkout-page.ts';
import { renewalNotice } from './renewal-text.ts';
import { taxesOf } from './taxes-text.ts';

type PaidView = CheckoutView & {
  transaction: TransactionRow;
  license_keys: string[];
  shows_keys: boolean;
  /** Whether a mail was sent, and where to. */
  mail_text: string | undefined;
};

/** Long enough to be read; with a key on it, to copy that. */
const SHOWN_SECONDS = 8;
const SHOWN_WITH_KEY_SECONDS = 30;
/** Whoever opens a receipt later wants to read it. */
const LEADS_ON_MS = MINUTE_MS;

/** The page of a session that is paid: the receipt, what to do next, and then on to the shop. */
export function paidPage(view: PaidView): PageAnswer {
  const { checkout, words, license_keys, shows_keys } = view;
  const { after } = words;
  const can_copy = shows_keys && license_keys.length > 0;
  const back = successAddress(checkout);
  const is_short = back !== null && back.length <= HEADER_ADDRESSES_MAX;
  const leads_on = is_short && view.now < (checkout.completed_at ?? 0) + LEADS_ON_MS;
  const page = checkoutPage(
    view,
    200,
    after.thanks,
    html`
<div class="receipt" data-completed="${checkout.checkout_session_id}"
  data-success="${back ?? ''}">
  <div class="success">
    ${successMark()}
    <h1>${after.thanks}</h1>
    <p>${outcomeText(view)}</p>
    ${view.mail_text && html`<p class="quiet">${view.mail_text}</p>`}
  </div>
  ${shows_keys ? license_keys.map(licenseKey(view)) : license_keys.length > 0 && keyIsGone(view)}
  ${billTable(view)}
  ${invoiceLinks(view, view.transaction.invoice_token)}
  ${renewalNotice(view)}
  ${nextSteps(view, can_copy)}
  ${back && backButton(back, after.backTo(view.store.name))}
  ${leads_on && html`<p class="quiet">${goingBack(view, back)}</p>`}
</div>`,
    { can_copy },
  );
  if (!leads_on) return page;
  const seconds = can_copy ? SHOWN_WITH_KEY_SECONDS : SHOWN_SECONDS;
  const refresh = `${checkout.redirect === 1 ? 0 : seconds}; url=${back}`;
  return { ...page, headers: { ...page.headers, Refresh: refresh } };
}

function outcomeText({ checkout, store, transaction, words }: PaidView): string {
  const { after } = words;
  if (checkout.trial_days > 0) {
    const from = checkout.completed_at ?? transaction.created_at;
    return after.trialStarted(words.day(from + checkout.trial_days * DAY_MS));
  }
  if (transaction.total_minor === 0) return after.complete(store.name);
  const amount = words.money(transaction.total_minor, checkout.currency);
  return after.paid({ amount, shop: store.name });
}

const goingBack = ({ store, words }: PaidView, back: string): Html =>
  words.after.goingBack({
    shop: store.name,
    now: (text) => html`<a href="${back}">${text}</a>`,
  });

function billTable({ checkout, transaction, words }: PaidView): Html {
  const { currency } = checkout;
  const { after } = words;
  const { transaction_id, created_at, card_brand, card_last_four, total_minor } = transaction;
  const method =
    total_minor > 0 && card_brand !== null
      ? methodText(words, { brand: card_brand, last4: card_last_four ?? '' })
      : undefined;
  const caption = after.receipt({ number: transaction_id, day: words.day(created_at) });
  const lineRow = (line: Static<typeof Lines>[number]) =>
    amountRow(
      `${lineText(words, line)}${quantityText(line.quantity)}`,
      words.amount(line.amount, currency),
    );
  const has_tax_in_it = checkout.includes_tax === 1;
  const { sold, balance } = statedLines(transaction, has_tax_in_it);
  const taxes = taxesOf(checkout, words);
  return html`<table>
    <caption class="quiet">${caption}</caption>
    <tbody>${showLines(sold, currency).map(lineRow)}
    ${!has_tax_in_it && taxes.map(({ label, amount }) => amountRow(label, amount))}
    ${showLines(balance, currency).map(lineRow)}</tbody>
    <tfoot>${amountRow(after.total, words.money(total_minor, currency))}</tfoot>
  </table>
  ${
    has_tax_in_it &&
    taxes.map(
      ({ label, amount }) =>
        html`<p class="quiet">${words.checkout.taxIncluded(label)}: ${amount}</p>`,
    )
  }
  ${method && html`<p class="quiet">${after.paidWith(method)}</p>`}`;
}

/** What was sold, with the tax in it or without, as the shop states prices; and what is no sale. */
function statedLines(transaction: TransactionRow, has_tax_in_it: boolean) {
  const lines = parseLines(transaction);
  const withoutTax = ({ amount_minor, tax_minor, ...line }: LineRow): LineRow => ({
    ...line,
    ...{ amount_minor: amount_minor - tax_minor, tax_minor },
  });
  const sold = lines.filter(({ kind }) => kind !== 'balance');
  return {
    sold: has_tax_in_it ? sold : sold.map(withoutTax),
    balance: lines.filter(({ kind }) => kind === 'balance'),
  };
}

function nextSteps({ base_path, store, words: { after } }: PaidView, has_key: boolean): Html {
  const portal = `${base_path}/portal/store/${store.number}`;
  return html`<section class="steps" aria-labelledby="steps-title">
    <h2 id="steps-title">${after.whatNext}</h2>
    <ul>
      ${has_key && html`<li>${after.activate}</li>`}
      <li>${after.manage((text) => html`<a href="${portal}">${text}</a>`)}</li>
    </ul>
  </section>`;
}

/** A key to copy; the button is shown by the script that makes it work. */
const licenseKey =
  ({ words: { after, portal } }: PaidView) =>
  (key: string, at: number): Html =>
    html`<section class="license" aria-labelledby="license-${at}-title">
  <h2 id="license-${at}-title">${after.licenseKey}</h2>
  <p class="key">
    <code id="license-${at}">${key}</code>
    <button class="plain" type="button" data-copy="license-${at}"
      data-copied="${after.copied}" data-select="${portal.pressToCopy}"
      hidden>${after.copy}</button>
  </p>
  <p class="quiet" id="license-${at}-status" role="status"></p>
  <p class="quiet">${after.keepKey} ${after.keyShownForDay}</p>
</section>`;

/** Said in the place of keys that are not shown any more. */
const keyIsGone = ({
  words: { after },
}: PaidView): Html => html`<section class="license" aria-labelledby="license-title">
  <h2 id="license-title">${after.licenseKey}</h2>
  <p class="quiet">${after.keyNotShown}</p>
</section>`;
