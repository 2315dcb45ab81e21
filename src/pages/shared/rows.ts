import { type Html, html } from './html.ts';

/** A row of a bill. */
export const amountRow = (what: Html | string, amount: string): Html =>
  html`<tr>
  <th scope="row">${what}</th>
  <td>${amount}</td>
</tr>`;

/** A line of a list of facts; none where there is nothing to say. */
export const fact = (name: string, value: Html | Html[] | string | null | undefined | false) =>
  value &&
  html`<dt>${name}</dt>
<dd>${value}</dd>`;
