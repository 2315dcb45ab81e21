import { type Html, html } from '../../platform/core/html.ts';

/**
 * A secret that has just been made, to copy. It is in the answer to the form and in no address; the
 * page is kept by nobody (no-store), and cannot be asked for again.
 */
export const shownOnce = (name: string, secret: string): Html => html`<div class="once">
  <p><strong>Copy it now.</strong> ${name} is shown only this once: nobody can look it up later.</p>
  <p class="key"><code id="secret">${secret}</code>
  <button class="button second small" type="button" data-copy="secret" data-copied="Copied"
    data-select="Selected: press Ctrl+C or ⌘C" hidden>Copy</button></p>
  <p class="quiet" id="secret-status" role="status"></p>
</div>`;
