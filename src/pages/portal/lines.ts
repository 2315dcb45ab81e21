import { type Html, html } from '../shared/html.ts';
import { money, type Visit } from './visit.ts';

interface Bill {
  lines: { description: string; quantity: number; amount: number }[];
  total: number;
  currency: string;
}

/** Lines, what they add up to, and what came after it. */
export function billTable(
  visit: Visit,
  bill: Bill,
  words: { caption: string; total: string; after?: Record<string, number> },
): Html {
  const amount = (value: number) => money(visit, value, bill.currency);
  const sums = Object.entries({ [words.total]: bill.total, ...words.after });
  return html`<table>
<caption class="hidden">${words.caption}</caption>
<tbody>${bill.lines.map(
    (line) =>
      html`<tr><th scope="row">${line.description}${line.quantity > 1 && html` <span class="whole">× ${line.quantity}</span>`}</th><td>${amount(line.amount)}</td></tr>`,
  )}</tbody>
<tfoot>${sums.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${amount(value)}</td></tr>`,
  )}</tfoot>
</table>`;
}
