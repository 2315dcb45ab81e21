import { TEST_CARDS } from '../../payments/test-card.rules.ts';
import { type Html, html } from './html.ts';

/** Says on every page of a test store that nothing is real, and which cards to use. */
export const testMark = (): Html => html`<aside class="test-mark" aria-label="Test mode">
  <details>
    <summary><strong>Test mode</strong> No money moves. Show test cards</summary>
    <ul>${Object.entries(TEST_CARDS).map(
      ([number, { hint }]) =>
        hint && html`<li><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${hint}</li>`,
    )}</ul>
    <p>With any later date and any three digits.</p>
  </details>
</aside>`;
