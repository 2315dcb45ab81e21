import { type Html, html } from '../../platform/core/html.ts';

/** Something is done: seen at a glance, said beside it. */
export const successMark = (): Html =>
  html`<svg class="success-mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
  <circle cx="24" cy="24" r="24"/>
  <path d="m14.500 24.500 6.500 6.500 12.500-13.500"/>
</svg>`;
