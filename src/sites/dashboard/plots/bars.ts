import { type Html, html } from '../../../platform/core/html.ts';
import type { Box } from './plot.ts';
import { labelEvery, point, roundTicks, textWidth } from './scale.rules.ts';

export interface Bar {
  /** Below it, if there is room. */
  label: string;
  /** What a pointer that rests on it is told. */
  says: string;
  /** From the bottom up. */
  parts: readonly number[];
  /** A line beside the bars: how it was before. */
  before: number | null;
}

/** Bars from zero, in parts one above the other, with a line of earlier values. */
export function bars(
  { width, height }: Box,
  { id, list, amount }: { id: string; list: readonly Bar[]; amount(value: number): string },
): Html {
  const sums = list.map(({ parts }) => parts.reduce((sum, one) => sum + Math.max(one, 0), 0));
  const befores = list.flatMap(({ before }) => before ?? []);
  const depths = list.map(({ parts }) => parts.reduce((sum, one) => sum + Math.min(one, 0), 0));
  const lowest = Math.min(0, ...depths, ...befores);
  const ticks = roundTicks(0, Math.max(...sums, ...befores, 0));
  const top = ticks.at(-1) ?? 1;
  // What is given back is little, mostly: it gets the room that it needs, without a tick.
  const bottom = lowest < 0 ? Math.min(lowest, -top / 20) : 0;
  const y = (value: number) => height - ((value - bottom) / (top - bottom)) * height;
  const room = width / list.length;
  const gap = Math.min(8, room * 0.3);
  const every = labelEvery(
    list.length,
    width,
    Math.max(...list.map((b) => textWidth(b.label))) + 8,
  );

  return html`${hatch(id)}
${ticks.map(
  (tick) => html`<line class="grid" x1="0" x2="${width}" y1="${point(y(tick))}"
  y2="${point(y(tick))}"/><text class="tick" x="-8" y="${point(y(tick) + 4)}"
  text-anchor="end">${amount(tick)}</text>`,
)}
${list.map((bar, at) => {
  const x = at * room + gap / 2;
  return html`<g class="bar"><title>${bar.says}</title>
<rect class="reach" x="${point(at * room)}" y="0" width="${point(room)}" height="${height}"/>
${stack(bar.parts, { id, x, width: room - gap, y })}</g>`;
})}
${befores.length > 1 && html`<polyline class="before" points="${line(list, { room, y })}"/>`}
${list.map(
  ({ label }, at) =>
    at % every === 0 &&
    html`<text class="tick" x="${point(at * room + room / 2)}" y="${height + 18}"
    text-anchor="middle">${label}</text>`,
)}`;
}

interface Place {
  id: string;
  x: number;
  width: number;
  y(value: number): number;
}

/** Parts above zero grow up and those below it down; the second is hatched: not colour alone. */
function stack(parts: readonly number[], { id, x, width, y }: Place): Html[] {
  let up = 0;
  let down = 0;
  return parts.flatMap((value, at) => {
    if (value === 0) return [];
    const from = value > 0 ? up : down;
    const to = from + value;
    if (value > 0) up = to;
    else down = to;
    const high = Math.min(y(from), y(to));
    const tall = Math.max(Math.abs(y(from) - y(to)) - 1, 0.5);
    const box = html`x="${point(x)}" y="${point(high)}" width="${point(width)}"
  height="${point(tall)}" rx="2"`;
    return at === 0
      ? [html`<rect class="s1" ${box}/>`]
      : [html`<rect class="s2" ${box}/><rect fill="url(#${id}-hatch)" ${box}/>`];
  });
}

const hatch = (id: string): Html => html`<defs><pattern id="${id}-hatch" width="5" height="5"
  patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" x2="0"
  y1="0" y2="5"/></pattern></defs>`;

const line = (list: readonly Bar[], { room, y }: { room: number; y(value: number): number }) =>
  list
    .flatMap(({ before }, at) =>
      before === null ? [] : [`${point(at * room + room / 2)},${point(y(before))}`],
    )
    .join(' ');
