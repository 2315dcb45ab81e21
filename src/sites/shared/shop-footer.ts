import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { languageSwitch } from './language-switch.ts';
import type { Shop } from './shop.ts';

/** Where to ask, what the seller's rules are, and the language. */
export function shopFooter({ store, words }: { store: Shop; words: Words }): Html {
  const { shared } = words;
  const { support_email, support_url, terms_url, privacy_url, imprint_url, refund_url } =
    store.brand;
  const links = [
    [shared.terms, terms_url],
    [shared.privacy, privacy_url],
    [shared.imprint, imprint_url],
    [shared.refunds, refund_url],
    [shared.help, support_url],
  ] as const;
  const shown = links.filter(([, address]) => address !== null);
  return html`<footer class="shop-footer">
  ${support_email !== null && html`<p>${shared.questions(mailLink(support_email))}</p>`}
  ${
    shown.length > 0 &&
    html`<ul>${shown.map(([text, address]) => html`<li>${pageLink(text, address)}</li>`)}</ul>`
  }
  ${languageSwitch(words)}
</footer>`;
}

// In a tab of its own: what was typed here is still there afterwards.
const pageLink = (text: string, address: string | null): Html =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`;

/** Signs in an address could otherwise begin a subject or a text of the mail. */
const mailLink = (email: string): Html =>
  html`<a href="mailto:${encodeURIComponent(email).replaceAll('%40', '@')}">${email}</a>`;
