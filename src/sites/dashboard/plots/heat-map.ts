import { type Html, html } from '../../../platform/core/html.ts';

export interface Cohort {
  /** The month in which they began. */
  label: string;
  size: number;
  /** The share that was left after 0, 1, 2 … months, from 0 to 1. */
  left: readonly number[];
}

/** Rows of months; each field has its share written in it and is darker the more are left. */
export function heatMap(cohorts: readonly Cohort[]): Html {
  const most = Math.max(...cohorts.map(({ left }) => left.length));
  const months = Array.from({ length: most }, (_, at) => at);
  return html`<div class="scroll" tabindex="0" role="region"
  aria-label="Retention by month of start">
<table class="heat"><thead><tr><th scope="col">First paid in</th>
<th scope="col" class="number">All</th>
${months.map((at) => html`<th scope="col" class="number">${at}</th>`)}
</tr></thead><tbody>${cohorts.map(
    ({ label, size, left }) => html`<tr><th scope="row">${label}</th>
<td class="number">${size}</td>
${months.map((at) => {
  const share = left[at];
  if (share === undefined) return html`<td></td>`;
  const percent = Math.round(share * 100);
  return html`<td class="share heat-${Math.round(share * 10)}"
  title="${label}: ${percent} % after ${at} ${at === 1 ? 'month' : 'months'}">${percent}</td>`;
})}</tr>`,
  )}</tbody></table></div>`;
}
