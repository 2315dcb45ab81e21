import { type Html, html } from '../../platform/core/html.ts';
import { type Bill, lineText } from '../shared/line-text.ts';
import { amountRow } from '../shared/rows.ts';
import { taxNote } from '../shared/tax-note.ts';
import type { Visit } from './visit.ts';

/** Lines, what they add up to, and what came after it. */
export function billTable(
  visit: Visit,
  bill: Bill,
  words: { caption: string; total: string; after?: Record<string, number> },
): Html {
  const amount = (value: number) => visit.words.amount(value, bill.currency);
  const sums = Object.entries({ [words.total]: bill.total, ...words.after });
  const times = (quantity: number) =>
    quantity > 1 && html` <span class="whole">× ${quantity}</span>`;
  return html`<table>
  <caption class="hidden">${words.caption}</caption>
  <tbody>${bill.lines.map((line) =>
    amountRow(html`${lineText(visit.words, line)}${times(line.quantity)}`, amount(line.amount)),
  )}</tbody>
  <tfoot>${sums.map(([name, value]) => amountRow(name, amount(value)))}</tfoot>
</table>
${taxNote(visit.words, bill)}`;
}
