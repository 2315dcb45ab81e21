import type { Words } from '../../../texts/words.ts';
import { type Html, html, inOnePiece } from '../../platform/core/html.ts';
import { TEST_CARDS } from '../../shop/money/payments/test-card.rules.ts';

/** Says on every page of a test store that nothing is real, and which cards to use. */
export function testMark(words: Words): Html {
  const mark = known_marks.get(words) ?? inOnePiece(makeMark(words));
  known_marks.set(words, mark);
  return mark;
}

const known_marks = new WeakMap<Words, Html>();

function makeMark({ shared, countryName }: Words): Html {
  const cards = Object.entries(TEST_CARDS).flatMap(([number, { shown_as, country }]) => {
    if (shown_as === undefined) return [];
    const does = shared.testCards[shown_as];
    return { number, does: country ? `${does} (${countryName(country)})` : does };
  });
  return html`<aside class="test-mark" aria-label="${shared.testMode}">
  <details>
    <summary><strong>${shared.testMode}</strong> ${shared.noMoneyMoves}
      <span>${shared.showTestCards}</span></summary>
    <ul>${cards.map(
      ({ number, does }) =>
        html`<li><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${does}</li>`,
    )}</ul>
    <p>${shared.testCardDetails}</p>
  </details>
</aside>`;
}
