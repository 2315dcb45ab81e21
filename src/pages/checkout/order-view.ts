import { amountDue, type CheckoutRow } from '../../checkout/checkout.rules.ts';
import { billOf, fullPriceMinor } from '../../checkout/price.rules.ts';
import { DAY_MS } from '../../core/time.ts';
import type { TaxRow } from '../../taxes/calculate-tax.rules.ts';
import { parseTaxDecision } from '../../taxes/stored-tax.rules.ts';
import { ratesText } from '../../taxes/tax-rate.rules.ts';
import { amountText, dateText } from '../shared/amounts.ts';
import { invalidAttributes, problemText } from '../shared/fields.ts';
import { type Html, html } from '../shared/html.ts';
import { amountRow } from '../shared/rows.ts';
import { type CheckoutView, isPriceKnown, type PaymentView } from './checkout-page.ts';

/** What is bought, and what it costs. */
export function orderView(view: PaymentView): Html {
  const { checkout, locale } = view;
  const amount = (minor: number) => amountText(minor, checkout.currency, locale);
  const { product_image_url, quantity } = checkout;
  const { balance_change_minor: change, due_minor } = amountDue(checkout);
  const has_trial = checkout.trial_days > 0;
  const unit = has_trial
    ? `${checkout.trial_days} days of trial`
    : amount(checkout.unit_price_minor);
  const [sale, ...discounts] = shownLines(checkout);
  const balance = change < 0 ? 'Paid from your balance' : 'Owed from earlier';
  return html`<section class="order" aria-labelledby="order-title">
  ${product_image_url && picture(product_image_url)}
  <h1 id="order-title">${checkout.product_name}</h1>
  <p class="due">${amount(due_minor)}${has_trial && html` <span class="quiet">today</span>`}${
    !isPriceKnown(view) && !has_trial && html` <span class="quiet">plus tax</span>`
  }</p>
  ${renewalNotice(view, { plus_tax: !isPriceKnown(view) })}
  <p class="description">${shortened(checkout.product_description)}</p>
  <table>
    <caption class="hidden">What you pay</caption>
    <tbody>
      ${amountRow(`${unit} × ${quantity}`, amount(sale?.minor ?? 0))}
      ${discounts.map(({ description, minor }) => amountRow(description, amount(minor)))}
      ${taxRows(view)}
      ${change !== 0 && amountRow(balance, amount(change))}
    </tbody>
    <tfoot>${amountRow(totalLabel(view), amount(due_minor))}</tfoot>
  </table>
  ${taxNotes(view)}
  ${couponForm(view)}
</section>`;
}

function totalLabel(view: PaymentView): string {
  if (view.checkout.trial_days > 0) return 'Due today';
  return isPriceKnown(view) ? 'Total' : 'Total before tax';
}

/** Prices as the shop states them: with the tax in them, or without. */
const shownLines = (checkout: CheckoutRow) =>
  billOf(checkout).lines.map(({ description, amount_minor, tax_minor }) => ({
    description,
    minor: checkout.includes_tax === 1 ? amount_minor : amount_minor - tax_minor,
  }));

/** The taxes that come on top. */
function taxRows(view: PaymentView): Html[] {
  const { checkout, locale } = view;
  if (checkout.includes_tax === 1) return [];
  if (!isPriceKnown(view)) {
    return [amountRow('Tax', 'depends on where you are')];
  }
  return taxesOf(checkout).map(({ label, tax_minor }) =>
    amountRow(label, amountText(tax_minor, checkout.currency, locale)),
  );
}

/** What is to be said about the tax: how much is in the price, or why there is none. */
function taxNotes(view: PaymentView): Html[] {
  const { checkout } = view;
  const included = includedTaxes(checkout, view.locale);
  const { kind } = parseTaxDecision(checkout.tax_decision);
  return [
    ...(checkout.includes_tax === 1 ? included : []),
    ...(kind === 'reverse_charge' ? [REVERSE_CHARGE] : []),
    ...(kind === 'exempt' ? ['Exempt from tax.'] : []),
  ].map((text) => html`<p class="next">${text}</p>`);
}

const REVERSE_CHARGE = 'Reverse charge: no VAT is charged, your company accounts for it.';

/** `Includes 3.19 € VAT 19 %.` */
export const includedTaxes = (
  sold: Pick<CheckoutRow, 'tax_rows' | 'total_minor' | 'currency'>,
  locale: string,
): string[] =>
  taxesOf(sold).map(
    ({ label, tax_minor }) => `Includes ${amountText(tax_minor, sold.currency, locale)} ${label}.`,
  );

/** `VAT 19 %` and what it comes to; nothing for what is free. */
function taxesOf({ tax_rows, total_minor }: Pick<CheckoutRow, 'tax_rows' | 'total_minor'>) {
  const rows: TaxRow[] = total_minor === 0 ? [] : JSON.parse(tax_rows);
  return rows.flatMap(({ taxes }) =>
    taxes.map((one) => ({ label: ratesText([one]), tax_minor: one.tax_minor })),
  );
}

const picture = (address: string): Html =>
  html`<img src="${address}" alt="" width="96" height="96" referrerpolicy="no-referrer">`;

function couponForm({ checkout, address, coupon_problem, coupon_typed }: PaymentView): Html {
  const action = `${address}/coupon`;
  if (checkout.coupon_code !== null) {
    return html`<form class="coupon" method="post" action="${action}">
  <span>Coupon <strong>${checkout.coupon_code}</strong> is applied.</span>
  <button class="plain" name="remove" value="1">Remove coupon</button>
</form>`;
  }
  return html`<form class="coupon" method="post" action="${action}">
  <label for="coupon">Coupon</label>
  <input id="coupon" name="coupon" value="${coupon_typed}" maxlength="64" autocomplete="off"
    autocapitalize="characters" spellcheck="false"${invalidAttributes('coupon', coupon_problem)}>
  <button class="plain">Apply</button>
  ${problemText('coupon', coupon_problem)}
</form>`;
}

/** What a recurring product will cost, and when. `plus_tax`: it is not known yet which. */
export function renewalNotice(
  { checkout, locale, now }: CheckoutView,
  { plus_tax }: { plus_tax: boolean } = { plus_tax: false },
): Html | undefined {
  const { billing_interval, billing_interval_count, renewal_total_minor, trial_days } = checkout;
  if (billing_interval === null || renewal_total_minor === null) return undefined;
  const count = billing_interval_count ?? 1;
  const span = count === 1 ? billing_interval : `${count} ${billing_interval}s`;
  const amount = (minor: number) => amountText(minor, checkout.currency, locale);
  const full = amount(fullPriceMinor(checkout));
  const next = amount(renewal_total_minor);
  const months = `${checkout.coupon_months} month${checkout.coupon_months === 1 ? '' : 's'}`;
  const is_taxed = parseTaxDecision(checkout.tax_decision).rates.length > 0;
  const tax = plus_tax ? ' plus tax' : is_taxed ? ' including tax' : '';
  const price =
    next === full || checkout.coupon_duration === 'forever'
      ? `${next} every ${span}`
      : checkout.coupon_duration === 'once'
        ? `${next} for the first ${span}, then ${full} every ${span}`
        : `${next} every ${span} for the first ${months}, then ${full}`;
  if (trial_days === 0)
    return html`<p class="next">Renews at ${price}${tax}, until you cancel.</p>`;
  const until = dateText((checkout.completed_at ?? now) + trial_days * DAY_MS);
  return html`<p class="next">
  Free for ${trial_days} days, until ${until}. Then ${price}${tax}, until you cancel.
</p>`;
}

const DESCRIPTION_MAX = 600;

/** A description may be a page long; here the form must stay in sight. */
function shortened(text: string): string {
  const signs = [...text.trim()];
  return signs.length <= DESCRIPTION_MAX ? text : `${signs.slice(0, DESCRIPTION_MAX).join('')} …`;
}
