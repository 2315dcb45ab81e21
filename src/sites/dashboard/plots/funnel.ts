import { type Html, html } from '../../../platform/core/html.ts';
import type { Box } from './plot.ts';
import { point } from './scale.rules.ts';

export interface Stage {
  label: string;
  count: number;
}

/** What is left from one stage to the next. */
export function funnel({ width, height, left }: Box, stages: readonly Stage[]): Html {
  const most = Math.max(...stages.map(({ count }) => count), 1);
  const room = height / stages.length;
  const start = 4 - left;
  const all = width + left - 8;
  return html`${stages.map(({ label, count }, at) => {
    const before = stages[at - 1]?.count;
    const share = before ? `${Math.round((count / before) * 100)} % of those` : '';
    const y = at * room;
    return html`<g class="bar"><title>${label}: ${count}${share && `, ${share}`}</title>
<text class="name" x="${start}" y="${point(y + 2)}">${label}</text>
<text class="value" x="${point(start + all)}" y="${point(y + 2)}" text-anchor="end">
  ${count.toLocaleString('en-US')}
  ${share && html`<tspan class="tick" dx="6">${share}</tspan>`}</text>
<rect class="track" x="${start}" y="${point(y + 10)}" width="${all}" height="16" rx="4"/>
<rect class="s1" x="${start}" y="${point(y + 10)}" width="${point((count / most) * all)}"
  height="16" rx="4"/></g>`;
  })}`;
}
