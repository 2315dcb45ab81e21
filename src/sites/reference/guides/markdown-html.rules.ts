import { type Html, html } from '../../../platform/core/html.ts';
import type { Block } from './markdown-blocks.rules.ts';
import { inlineHtml, type LinkTo } from './markdown-inline.rules.ts';

/** Blocks of a document as HTML; everything in them is escaped. */
export const blocksHtml = (blocks: Block[], linkTo: LinkTo): Html[] =>
  blocks.map((block) => blockHtml(block, linkTo));

function blockHtml(block: Block, linkTo: LinkTo): Html {
  const inline = (text: string) => inlineHtml(text, linkTo);
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, block.id, inline(block.text));
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>\n`;
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>\n`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${itemHtml(item, linkTo)}</li>\n`);
      if (block.first === undefined) return html`<ul>${items}</ul>\n`;
      return html`<ol start="${block.first}">${items}</ol>\n`;
    }
    case 'table':
      return tableHtml(block, inline);
  }
}

/** The document's own title is the only one of its level, and stands above everything. */
function headingHtml(level: number, id: string, text: Html[]): Html {
  if (level <= 2) return html`<h2 id="${id}">${text}</h2>\n`;
  if (level === 3) return html`<h3 id="${id}">${text}</h3>\n`;
  return html`<h4 id="${id}">${text}</h4>\n`;
}

/** The first text of an item stands in it without a paragraph of its own. */
function itemHtml(item: Block[], linkTo: LinkTo): Html[] {
  const [first, ...others] = item;
  if (first?.kind !== 'paragraph') return blocksHtml(item, linkTo);
  return [...inlineHtml(first.text, linkTo), ...blocksHtml(others, linkTo)];
}

function tableHtml(
  { head, rows }: Extract<Block, { kind: 'table' }>,
  inline: (text: string) => Html[],
): Html {
  const has_head = head.some((cell) => cell !== '');
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
${has_head && html`<thead><tr>${head.map((cell) => headCell(cell, inline))}</tr></thead>\n`}
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>\n`)}
</tbody></table></div>\n`;
}

/** A corner that says nothing heads nothing. */
const headCell = (cell: string, inline: (text: string) => Html[]): Html =>
  cell === '' ? html`<td></td>` : html`<th scope="col">${inline(cell)}</th>`;
