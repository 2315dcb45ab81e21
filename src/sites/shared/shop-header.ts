import { type Html, html } from '../../platform/core/html.ts';
import { pictureAddress, type Shop } from './shop.ts';

interface ShopView {
  base_path: string;
  store: Shop;
}

/** Whose page it is: logo or first letter, and name. `more` stands beside it. */
export const shopHeader = (view: ShopView, more?: Html | false | null): Html =>
  html`<header class="shop-header">
  <p class="shop">${mark(view)}</p>
  ${more}
</header>`;

function mark(view: ShopView): Html {
  const { name, brand } = view.store;
  const { logo } = brand;
  if (!logo) {
    const initial = [...name][0]?.toLocaleUpperCase('en') ?? '';
    return html`<span class="initial" aria-hidden="true">${initial}</span>
    <span dir="auto">${name}</span>`;
  }
  const source = pictureAddress(view, logo);
  // A wide logo is the name, written out.
  const is_wordmark = logo.width >= 2 * logo.height;
  const picture = html`<img class="logo" src="${source}" alt="${is_wordmark && name}"
    width="${logo.width}" height="${logo.height}">`;
  return is_wordmark ? picture : html`${picture} <span dir="auto">${name}</span>`;
}
