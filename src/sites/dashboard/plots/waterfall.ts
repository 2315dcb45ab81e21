import { type Html, html } from '../../../platform/core/html.ts';
import type { Box } from './plot.ts';
import { point, textWidth } from './scale.rules.ts';

export interface Step {
  label: string;
  /** Of a movement: what it adds or takes. Of a level: how high it is. */
  value: number;
  is_level?: boolean;
}

/** From one level to another, and what moved it. Levels may be cut off at the bottom. */
export function waterfall(
  { width, height }: Box,
  { steps, amount }: { steps: readonly Step[]; amount(value: number): string },
): Html {
  const placed = place(steps);
  const all = placed.flatMap(({ from, to, is_level }) => (is_level ? [to] : [from, to]));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max((high - low) * 0.35, high * 0.05, 1);
  // Movements are small beside the levels: the axis begins below the lowest of them, and says so.
  const bottom = low - margin > high * 0.2 ? low - margin : Math.min(0, low);
  const top = Math.max(high, bottom + 1);
  const y = (value: number) => height - 14 - ((value - bottom) / (top - bottom)) * (height - 28);
  const room = width / placed.length;
  const bar = Math.min(room - 8, 54);
  const is_tight = placed.some(
    ({ label, shown }) => Math.max(textWidth(label), textWidth(shown(amount))) > room,
  );
  return html`${placed.map((step, at) => {
    const { label, from, to, is_level, shown } = step;
    const x = at * room + (room - bar) / 2;
    const base = is_level ? bottom : from;
    const [upper, lower] = [y(Math.max(base, to)), y(Math.min(base, to))];
    const kind = is_level ? 'base' : to >= from ? 'up' : 'down';
    const next = placed[at + 1];
    const middle = point(at * room + room / 2);
    // Where labels would touch, every other one stands a line lower.
    const drop = is_tight && at % 2 === 1 ? 12 : 0;
    return html`<g class="bar"><title>${label}: ${shown(amount)}</title>
<rect class="${kind}" x="${point(x)}" y="${point(upper)}" width="${point(bar)}"
  height="${point(Math.max(lower - upper, 1.5))}" rx="3"/>
<text class="value" x="${middle}" y="${point(upper - 6)}" text-anchor="middle">
  ${shown(amount)}</text>
<text class="tick" x="${middle}" y="${height + 8 + drop}" text-anchor="middle">${label}</text>
${
  next &&
  html`<line class="join" x1="${point(x + bar)}" x2="${point(x + room)}" y1="${point(y(to))}"
  y2="${point(y(to))}"/>`
}</g>`;
  })}
${
  bottom > 0 &&
  html`<text class="tick" x="0" y="-10">
  The scale begins at ${amount(bottom)}</text>`
}`;
}

interface Placed {
  label: string;
  from: number;
  to: number;
  is_level: boolean;
  shown(amount: (value: number) => string): string;
}

function place(steps: readonly Step[]): Placed[] {
  let level = 0;
  return steps.map(({ label, value, is_level = false }) => {
    const from = is_level ? 0 : level;
    level = is_level ? value : level + value;
    const shown = (amount: (value: number) => string) =>
      is_level ? amount(value) : value < 0 ? `−${amount(-value)}` : `+${amount(value)}`;
    return { label, from, to: level, is_level, shown };
  });
}
