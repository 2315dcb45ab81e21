import { type Html, html } from '../../../platform/core/html.ts';
import type { Searched } from './ranking.rules.ts';

export const HITS_MAX = 30;

const KINDS: Record<Searched['kind'], string> = {
  guide: 'Guide',
  operation: 'Operation',
  reference: 'Reference',
  decision: 'Decision',
};

/** What was found, the best first, and how much. */
export const hitsHtml = (
  hits: Searched[],
  { words, base_path }: { words: string; base_path: string },
): Html => html`<p role="status">${countText(hits.length, words)}</p>
<ol class="hits">${hits.map((hit) => hitHtml(hit, base_path))}</ol>`;

function countText(count: number, words: string): Html {
  if (count === 0) return html`Nothing has “${words}” in it. Try another word for it.`;
  if (count === 1) return html`One page about “${words}”.`;
  if (count === HITS_MAX) return html`The first ${count} pages about “${words}”.`;
  return html`${count} pages about “${words}”.`;
}

const hitHtml = ({ kind, title, address, heading, lead }: Searched, base_path: string): Html =>
  html`<li><a href="${base_path}${address}">${
    kind === 'operation' ? html`<code>${title}</code>` : title
  }${heading !== undefined && html` › ${heading}`}</a>
<p>${KINDS[kind]} · ${lead}</p></li>\n`;
