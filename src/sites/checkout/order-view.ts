import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { imageAddress } from '../../shop/catalogue/products/product-image.rules.ts';
import { amountDue, type CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import { billOf, fullPriceMinor } from '../../shop/checkout/price.rules.ts';
import { limitsOf } from '../../shop/checkout/quantity.rules.ts';
import { parseTaxDecision } from '../../shop/tax/stored-tax.rules.ts';
import { invalidAttributes, problemText } from '../shared/fields.ts';
import { markdown } from '../shared/markdown.ts';
import { isPriceKnown, type PaymentView, part } from './checkout-page.ts';
import { renewalNotice } from './renewal-text.ts';
import { taxesOf } from './taxes-text.ts';

/** What is bought, and what it costs. */
export function orderView(view: PaymentView): Html {
  const { checkout, words } = view;
  const due = words.money(amountDue(checkout).due_minor, checkout.currency);
  const is_known = isPriceKnown(view);
  const after =
    checkout.trial_days > 0 ? words.checkout.today : is_known ? undefined : words.checkout.plusTax;
  const price = html`<p class="due"><bdi data-part="amount">${due}</bdi>${
    after && html` <span>${after}</span>`
  }</p>
  ${renewalNotice(view, aboutTax(view))}`;
  const notes = taxNotes(view).map((text) => html`<p class="quiet">${text}</p>`);
  return html`${part('price', price, { is_live: true })}
  <ul class="lines">
    ${productLine(view)}
    ${checkout.trial_days > 0 && trialLine(view)}
  </ul>
  ${part('sums', html`<dl class="sums">${sums(view)}</dl>${notes}`)}
  ${checkout.coupon_code === null && codeField(view)}`;
}

/** What the page is about. */
export function orderTitle({ checkout, store, words }: PaymentView): string {
  const { product_name: product, billing_interval, trial_days } = checkout;
  if (trial_days > 0) return words.checkout.tryProduct(product);
  if (billing_interval !== null) return words.checkout.subscribeTo(product);
  return checkout.total_minor > 0
    ? words.checkout.payShop(store.name)
    : words.checkout.getProduct(product);
}

function aboutTax(view: PaymentView): 'plus' | 'included' | undefined {
  if (!isPriceKnown(view)) return 'plus';
  const { rates } = parseTaxDecision(view.checkout.tax_decision);
  return rates.length > 0 ? 'included' : undefined;
}

/** Before a coupon and without what is given away: as the shop states its prices. */
const statedMinor = ({ unit_price_minor, quantity }: CheckoutRow): number =>
  unit_price_minor * quantity;

function productLine(view: PaymentView): Html {
  const { checkout, words, base_path } = view;
  const image_url = imageAddress(base_path, checkout.product_image_url);
  const { quantity, billing_interval, currency } = checkout;
  const unit = words.money(checkout.unit_price_minor, currency);
  const price =
    billing_interval === null
      ? quantity > 1 && unit
      : words.checkout.priceEvery({
          amount: unit,
          every: words.shared.every(billing_interval, checkout.billing_interval_count ?? 1),
        });
  const detail =
    price && (quantity > 1 ? words.checkout.quantityTimes({ quantity, amount: price }) : price);
  return html`<li>
    ${image_url && picture(image_url)}
    <div>
      <strong><bdi>${checkout.product_name}</bdi></strong>
      ${detail && html`<span class="quiet">${detail}</span>`}
      ${description(checkout, words)}
      ${quantityField(view)}
    </div>
    <span class="cost">${words.money(statedMinor(checkout), currency)}</span>
  </li>`;
}

/** Plus and minus, and a field for those who want many; each shows the new price. */
function quantityField({ checkout, words, address, problems, ...view }: PaymentView) {
  const limits = limitsOf(checkout);
  if (!limits) return undefined;
  const value = view.typed_quantity ?? String(checkout.quantity);
  const step = (name: 'less' | 'more', label: string, is_end: boolean) =>
    html`<button name="step" value="${name}" formaction="${address}/quantity"
        aria-label="${label}"${is_end && html` disabled`}></button>`;
  return html`<span class="stepper" role="group" aria-label="${words.checkout.quantity}">
      ${step('less', words.checkout.oneLess, checkout.quantity <= limits.minimum)}
      <input id="quantity" name="quantity" value="${value}" inputmode="numeric" maxlength="7"
        autocomplete="off" aria-label="${words.checkout.quantity}"${invalidAttributes(
          'quantity',
          problems.quantity,
        )}>
      ${step('more', words.checkout.oneMore, checkout.quantity >= limits.maximum)}
    </span>
    ${problemText('quantity', problems.quantity)}`;
}

const picture = (address: string): Html =>
  html`<img src="${address}" alt="" width="48" height="48" referrerpolicy="no-referrer">`;

const SHORT = 140;

function description({ product_description }: CheckoutRow, words: Words): Html | undefined {
  const text = product_description.trim();
  if (text === '') return undefined;
  if (text.length <= SHORT)
    return html`<div class="description quiet" dir="auto">${markdown(text)}</div>`;
  return html`<details class="about">
    <summary>${words.checkout.about}</summary>
    <div class="description quiet" dir="auto">${markdown(text)}</div>
  </details>`;
}

const trialLine = ({ checkout, words }: PaymentView): Html => html`<li class="saved">
    <span>${words.checkout.freeTrial(checkout.trial_days)}</span>
    <span class="cost">${words.money(-statedMinor(checkout), checkout.currency)}</span>
  </li>`;

/** From the price to what is due, as far as there is something between them. */
function sums(view: PaymentView): Html[] {
  const { checkout, words } = view;
  const { balance_change_minor: change, due_minor } = amountDue(checkout);
  const money = (minor: number) => words.money(minor, checkout.currency);
  const { sale_minor, discount_minor } = stated(checkout);
  const rows = [
    ...discountRows(view, discount_minor),
    ...taxRows(view),
    ...(change === 0
      ? []
      : [
          row(
            change < 0 ? words.checkout.paidFromBalance : words.checkout.owedFromEarlier,
            money(change),
          ),
        ]),
  ];
  const total = html`<div class="total">
    <dt>${totalLabel(view)}</dt><dd>${money(due_minor)}</dd>
  </div>`;
  const included = checkout.includes_tax === 1 ? taxesOf(checkout, words) : [];
  return [
    ...(rows.length > 0 ? [row(words.checkout.subtotal, money(sale_minor))] : []),
    ...rows,
    total,
    ...included.map(({ label, amount }) =>
      row(words.checkout.taxIncluded(label), amount, { is_quiet: true }),
    ),
  ];
}

const row = (what: Html | string, amount: string, { is_quiet } = { is_quiet: false }): Html =>
  html`<div${is_quiet && html` class="quiet"`}><dt>${what}</dt><dd>${amount}</dd></div>`;

function totalLabel(view: PaymentView): string {
  const { dueToday, total, totalBeforeTax } = view.words.checkout;
  if (view.checkout.trial_days > 0) return dueToday;
  return isPriceKnown(view) ? total : totalBeforeTax;
}

/** What is sold and what is taken off, with the tax in it or without, as the shop states prices. */
function stated(checkout: CheckoutRow) {
  const [sale = 0, discount = 0] = billOf(checkout).lines.map(({ amount_minor, tax_minor }) =>
    checkout.includes_tax === 1 ? amount_minor : amount_minor - tax_minor,
  );
  return { sale_minor: sale, discount_minor: discount };
}

function discountRows({ checkout, words, address }: PaymentView, discount_minor: number): Html[] {
  const { coupon_code: code, percent_bps, coupon_amount_minor, currency, trial_days } = checkout;
  const amount = words.money(discount_minor, currency);
  if (code === null) {
    return discount_minor === 0 ? [] : [row(words.checkout.rounding, amount)];
  }
  const off =
    coupon_amount_minor === null
      ? words.checkout.percentOff(words.percent((percent_bps ?? 0) / 100))
      : words.checkout.amountOff(words.money(coupon_amount_minor, currency));
  const what = html`<span class="coupon" dir="auto">${code}
      <button name="remove" value="1" formaction="${address}/coupon"
        aria-label="${words.checkout.removeCode(code)}"></button></span>
      <span class="quiet">${off}</span>`;
  return [row(what, trial_days > 0 ? words.checkout.afterTrial : amount)];
}

/** The taxes that come on top. */
function taxRows(view: PaymentView): Html[] {
  const { checkout, words } = view;
  if (checkout.includes_tax === 1) return [];
  if (!isPriceKnown(view)) return [row(words.checkout.tax, words.checkout.taxDependsOnPlace)];
  return taxesOf(checkout, words).map(({ label, amount }) => row(label, amount));
}

/** Why there is no tax. */
function taxNotes({ checkout, words }: PaymentView): string[] {
  const { kind } = parseTaxDecision(checkout.tax_decision);
  return [
    ...(kind === 'reverse_charge' ? [words.checkout.reverseCharge] : []),
    ...(kind === 'exempt' && fullPriceMinor(checkout) > 0 ? [words.checkout.taxExempt] : []),
  ];
}

/** Out of the way of those who have no code. */
function codeField({ address, words, problems, typed_coupon }: PaymentView): Html {
  const { addCode, code, apply } = words.checkout;
  const is_open = problems.coupon !== undefined || typed_coupon !== '';
  return html`<details class="code"${is_open && html` open`}>
    <summary>${addCode}</summary>
    <div class="row">
      <label class="hidden" for="coupon">${code}</label>
      <input class="code-input" id="coupon" name="coupon" value="${typed_coupon}"
        maxlength="64" autocomplete="off"
        autocapitalize="characters" spellcheck="false" placeholder="${code}"${invalidAttributes(
          'coupon',
          problems.coupon,
        )}>
      <button class="plain" formaction="${address}/coupon">${apply}</button>
    </div>
    ${problemText('coupon', problems.coupon)}
  </details>`;
}
