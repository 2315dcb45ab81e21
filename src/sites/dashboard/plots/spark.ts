import { type Html, html } from '../../../platform/core/html.ts';
import { point } from './scale.rules.ts';

/** How it went, without figures: beside a figure that is written out. */
export function spark(values: readonly number[]): Html | false {
  if (values.length < 2) return false;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const at = (value: number, index: number) =>
    `${point((index / (values.length - 1)) * 100)},${point(26 - ((value - low) / span) * 24)}`;
  return html`<svg class="spark" viewBox="0 0 100 28" preserveAspectRatio="none"
  aria-hidden="true"><polyline points="${values.map(at).join(' ')}"/></svg>`;
}
