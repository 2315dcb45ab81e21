import { type Html, html } from '../../platform/core/html.ts';

/** A text with a button that copies it, where scripts run; elsewhere it can be selected. */
export const copied = (id: string, text: string): Html =>
  html`<div class="copied"><code id="${id}">${text}</code>
  <button class="plain" type="button" data-copy="${id}" data-copied="Copied"
    data-select="Press Ctrl+C or ⌘C to copy" hidden>Copy</button>
  <span class="quiet" id="${id}-status" role="status"></span></div>`;
