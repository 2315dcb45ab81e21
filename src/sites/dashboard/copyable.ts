import { type Html, html } from '../../platform/core/html.ts';
import type { Visit } from './visit.ts';

/** A text to copy; the button is shown by the script that makes it work (`can_copy`). */
export const copyable = (
  { words: { after, portal } }: Pick<Visit, 'words'>,
  { id, text }: { id: string; text: string },
): Html => html`<div class="copyable"><code id="${id}">${text}</code>
  <button class="plain" type="button" data-copy="${id}" data-copied="${after.copied}"
    data-select="${portal.pressToCopy}" hidden>${after.copy}</button>
  <span class="quiet" id="${id}-status" role="status"></span></div>`;
