import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { imageAddress } from '../../shop/catalogue/products/product-image.rules.ts';
import { linkPath } from '../../shop/checkout/links/link-address.rules.ts';
import type { OfferRow } from '../../shop/checkout/links/offer.sql.ts';
import { htmlPage } from '../shared/layout.ts';
import type { Shop } from '../shared/shop.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import { testMark } from '../shared/test-mark.ts';
import { excerptOf } from './excerpt.rules.ts';

export const FRONT_STYLE = '/front.css';

export interface Front {
  base_path: string;
  store: Shop;
  words: Words;
  offers: OfferRow[];
  /** After which link the next page begins. */
  next: string | undefined;
  isPlusTax(offer: OfferRow): boolean;
  /** Somebody of the shop: buyers are not led to its dashboard. */
  is_signed_in: boolean;
}

export function frontPage(front: Front): PageAnswer {
  const { base_path, store, words, offers, next, is_signed_in } = front;
  const has_offers = offers.length > 0 || next !== undefined;
  const to_dashboard =
    is_signed_in &&
    html`<a class="to-dashboard" href="${base_path}/dashboard">${words.front.dashboard}</a>`;
  const images = offers.flatMap(({ image_url }) => imageAddress(base_path, image_url) ?? []);
  const page = htmlPage(
    200,
    store.name,
    html`<body class="checkout portal front">
${store.mode === 'test' && testMark(words)}
${shopHeader(front, to_dashboard)}
<main>
${has_offers ? storefront(front) : html`<h1 class="hidden" dir="auto">${store.name}</h1>`}
${portalPanel(front)}
</main>
${shopFooter(front)}
</body>`,
    { base_path, words, store, is_portal: true, pictures: images, files: [FRONT_STYLE] },
  );
  if (store.mode === 'test' || !store.brand.storefront_enabled) return page;
  // A page that is there to be found.
  const { 'X-Robots-Tag': _, ...headers } = page.headers ?? {};
  return { ...page, headers };
}

function storefront(front: Front): Html {
  const { words, offers, next } = front;
  return html`<h1>${words.front.products}</h1>
<ul class="offers">${offers.map((one) => offer(front, one))}</ul>
${
  next !== undefined &&
  html`<p class="more"><a class="button second" href="?after=${next}" rel="next">${
    words.front.more
  }</a></p>`
}`;
}

function offer(front: Front, one: OfferRow): Html {
  const { base_path, store, words } = front;
  const picture = imageAddress(base_path, one.image_url);
  const id = `offer-${one.payment_link_id}`;
  const about = excerptOf(one.description);
  return html`<li class="panel">
${picture !== null && html`<img src="${picture}" alt="" loading="lazy">`}
<div class="text">
<h2 id="${id}" dir="auto">${one.name}</h2>
${about !== '' && html`<p class="about" dir="auto">${about}</p>`}
<p class="price">${priceText(front, one)}${
    one.trial_days > 0 &&
    html`<span class="trial">${words.checkout.freeTrial(one.trial_days)}</span>`
  }</p>
<a class="button" href="${base_path}${linkPath(store.mode, one.address)}" id="${id}-buy"
  aria-labelledby="${id}-buy ${id}">${words.front.buy}</a></div></li>`;
}

function priceText({ words, isPlusTax }: Front, one: OfferRow): Html {
  const { billing_interval: interval, billing_interval_count: count } = one;
  const amount = words.money(one.price_minor * one.quantity, one.currency);
  const text =
    interval === null
      ? amount
      : words.checkout.priceEvery({ amount, every: words.shared.every(interval, count ?? 1) });
  return html`<strong>${text}</strong>${
    isPlusTax(one) && html` <span class="quiet">${words.checkout.plusTax}</span>`
  }`;
}

/** What every customer needs one day, whether anything is listed or not. */
function portalPanel({ base_path, store, words }: Front): Html {
  const { front, portal } = words;
  return html`<section class="panel bought">
<h2>${front.bought}</h2>
<a class="button second" href="${base_path}/portal/store/${store.number}">${
    portal.signIn.title
  }</a></section>`;
}
