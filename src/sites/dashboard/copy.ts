import { type Html, html } from '../../platform/core/html.ts';
import type { Visit } from './visit.ts';

/** A text with a button that copies it, where scripts run; elsewhere it can be selected. */
export const copied = (id: string, text: string): Html =>
  html`<div class="copied"><code id="${id}">${text}</code>
  <button class="plain" type="button" data-copy="${id}" data-copied="Copied"
    data-select="Press Ctrl+C or ⌘C to copy" hidden>Copy</button>
  <span class="quiet" id="${id}-status" role="status"></span></div>`;

/** A text to copy; the button is shown by the script that makes it work (`can_copy`). */
export const copyable = (
  { words: { after, portal } }: Pick<Visit, 'words'>,
  { id, text }: { id: string; text: string },
): Html => html`<div class="copyable"><code id="${id}">${text}</code>
  <button class="plain" type="button" data-copy="${id}" data-copied="${after.copied}"
    data-select="${portal.pressToCopy}" hidden>${after.copy}</button>
  <span class="quiet" id="${id}-status" role="status"></span></div>`;

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
