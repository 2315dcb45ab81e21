import { type Html, html } from '../../platform/core/html.ts';

/** A row of a bill. */
export const amountRow = (what: Html | string, amount: string): Html =>
  html`<tr>
  <th scope="row">${what}</th>
  <td>${amount}</td>
</tr>`;

/** How many, where it is more than one. */
export const quantityText = (quantity: number): string => (quantity === 1 ? '' : ` × ${quantity}`);

/** A row of a list of facts; nothing if there is no value. */
export const factRow = (name: string, value: Html | Html[] | string | null | undefined | false) =>
  value &&
  html`<dt>${name}</dt>
<dd>${value}</dd>`;
