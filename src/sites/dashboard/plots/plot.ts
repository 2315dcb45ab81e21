import { type Html, html } from '../../../platform/core/html.ts';

/** The room for what is drawn, in units of the picture; labels stand around it. */
export interface Box {
  width: number;
  height: number;
  /** Left of it, for the labels of the axis. */
  left: number;
}

const WIDE: Box = { width: 540, height: 210, left: 56 };
const HALF: Box = { width: 350, height: 210, left: 8 };
const NARROW: Box = { width: 290, height: 190, left: 52 };

interface Plot {
  /** Names its parts in the page. */
  name: string;
  title: string;
  /** What it shows in a sentence, for those who do not see it. */
  says: string;
  legend?: Html | undefined;
  is_half?: boolean;
  draw(box: Box, id: string): Html;
  /** The same in rows. */
  table: { head: readonly string[]; rows: readonly (readonly string[])[] };
  /** Where the same is as CSV, if it is somewhere. */
  csv?: string;
  /** Where there is nothing to draw. */
  empty?: string | false;
}

/** A picture with a table behind it, and CSV; drawn twice: for wide screens and for phones. */
export function plot({ name, title, says, legend, is_half, draw, table, csv, empty }: Plot): Html {
  const wide = is_half ? HALF : WIDE;
  const narrow = is_half ? { ...NARROW, width: 334, left: 8 } : NARROW;
  return html`<section class="card plot-card" aria-labelledby="${name}-title">
<header><h2 id="${name}-title">${title}</h2>
${!empty && legend && html`<p class="legend">${legend}</p>`}
${csv !== undefined && html`<a class="small" href="${csv}" download>CSV</a>`}</header>
${
  empty
    ? html`<p class="quiet">${empty}</p>`
    : html`${svg('wide', { box: wide, says, drawn: draw(wide, `${name}-w`) })}
${svg('narrow', { box: narrow, says, drawn: draw(narrow, `${name}-n`) })}
<details class="behind"><summary>Table</summary>${tableOf(title, table)}</details>`
}
</section>`;
}

const svg = (kind: string, { box, says, drawn }: { box: Box; says: string; drawn: Html }): Html =>
  html`<svg class="plot ${kind}" viewBox="${-box.left} -22 ${box.left + box.width + 8} ${
    box.height + 48
  }" role="img" aria-label="${says}">${drawn}</svg>`;

const tableOf = (title: string, { head, rows }: Plot['table']): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table"><table>
<thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map(
        (one) => html`<td class="number">${one}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
