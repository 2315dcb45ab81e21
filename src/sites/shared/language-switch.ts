import type { Words } from '../../../texts/words.ts';
import { type Html, html, inOnePiece } from '../../platform/core/html.ts';
import { PAGE_LANGUAGES } from '../../platform/core/languages.ts';

/** The part of a page's query that chooses a language. */
export const CHOICE = 'language';

/** Lets the reader choose a language. Its links lead to the page that they are on. */
export function languageSwitch(words: Words): Html {
  const found = known_switches.get(words) ?? inOnePiece(makeSwitch(words));
  known_switches.set(words, found);
  return found;
}

const known_switches = new WeakMap<Words, Html>();

function makeSwitch({ language, direction, shared }: Words): Html {
  const own = PAGE_LANGUAGES[language];
  return html`<details class="languages">
  <summary><span class="hidden">${shared.language}: </span><bdi>${own.name}</bdi></summary>
  <ul dir="${direction}">${Object.entries(PAGE_LANGUAGES).map(([code, { name }]) => {
    const is_own = code === language && html` aria-current="true"`;
    return html`<li>
    <a href="?${CHOICE}=${code}" lang="${code}" rel="nofollow"${is_own}><bdi>${name}</bdi></a>
  </li>`;
  })}</ul>
</details>`;
}
