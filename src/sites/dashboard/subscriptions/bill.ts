import { type Html, html } from '../../../platform/core/html.ts';
import { type Bill, lineText } from '../../shared/line-text.ts';
import { quantityText } from '../../shared/rows.ts';
import { taxNote } from '../../shared/tax-note.ts';
import type { Visit } from '../visit.ts';

/** The lines of a bill, what they add up to, and the tax in it. */
export function billTable(
  { words }: Visit,
  bill: Bill,
  { caption, total }: { caption: string; total: string },
): Html {
  const amount = (value: number) => words.amount(value, bill.currency);
  return html`<table class="bill">
  <caption>${caption}</caption>
  <tbody>${bill.lines.map(
    (line) => html`<tr><th scope="row">${lineText(words, line)}${quantityText(line.quantity)}</th>
    <td class="number">${amount(line.amount)}</td></tr>`,
  )}</tbody>
  <tfoot><tr><th scope="row">${total}</th>
    <td class="number">${amount(bill.total)}</td></tr></tfoot>
</table>
${taxNote(words, bill)}`;
}
