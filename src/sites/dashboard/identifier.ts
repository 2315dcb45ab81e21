import { type Html, html } from '../../platform/core/html.ts';

/**
 * An identifier below the name of a row: as much of it as the column is wide, so that it keeps no
 * other column out of sight. Whoever selects it copies all of it.
 */
export const identifierBelow = (id: string): Html =>
  html`<code class="below quiet" title="${id}">${id}</code>`;
