import { PAGE_LANGUAGES } from '../../core/languages.ts';
import type { Words } from '../words/words.ts';
import { type Html, html } from './html.ts';

/** The part of a page's query that chooses a language. */
export const CHOICE = 'language';

/**
 * Lets the reader choose a language. Its links lead to the page that they are on; `query` is what
 * that page has in its own.
 */
export function languageSwitch(
  { language, direction, shared }: Pick<Words, 'language' | 'direction' | 'shared'>,
  query: Record<string, string> = {},
): Html {
  const own = PAGE_LANGUAGES[language];
  return html`<details class="languages">
  <summary><span class="hidden">${shared.language}: </span><bdi>${own.name}</bdi></summary>
  <ul dir="${direction}">${Object.entries(PAGE_LANGUAGES).map(([code, { name }]) => {
    const address = `?${new URLSearchParams({ ...query, [CHOICE]: code })}`;
    const is_own = code === language && html` aria-current="true"`;
    return html`<li>
    <a href="${address}" lang="${code}" rel="nofollow"${is_own}><bdi>${name}</bdi></a>
  </li>`;
  })}</ul>
</details>`;
}
