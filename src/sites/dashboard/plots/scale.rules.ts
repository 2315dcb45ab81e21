const STEPS = [1, 2, 2.5, 5, 10];

/** Round numbers from 0 (or below, if there are such values) to beyond the highest: for an axis. */
export function roundTicks(lowest: number, highest: number, most = 5): number[] {
  const span = Math.max(highest, 0) - Math.min(lowest, 0);
  if (span <= 0) return [0, 1];
  const step = roundStep(span / (most - 1));
  const first = Math.floor(Math.min(lowest, 0) / step + TINY) * step;
  const ticks: number[] = [];
  for (let at = 0; ticks.length === 0 || (ticks.at(-1) ?? 0) < highest - step * TINY; at++) {
    ticks.push(cleaned(first + at * step, step));
  }
  return ticks.length > 1 ? ticks : [...ticks, cleaned(first + step, step)];
}

const TINY = 1e-9;

/** The next step that people count in: 1, 2, 2.5 or 5, and what has more or fewer zeros. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = STEPS.find((one) => one * power >= least * (1 - TINY)) ?? 10;
  return step * power;
}

/** Without what binary fractions add: 0.30000000000000004. */
const cleaned = (value: number, step: number): number => {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 2);
  return Number(value.toFixed(Math.min(digits, 12)));
};

/** Which of evenly spaced labels are shown so that none touches the next: every nth of them. */
export function labelEvery(count: number, width: number, label_width: number): number {
  const room = width / Math.max(count, 1);
  for (const every of [1, 2, 3, 5, 7, 10, 14, 15, 30])
    if (every * room >= label_width) return every;
  return Math.max(1, Math.ceil(label_width / room));
}

/** How wide a small label is, in units of the picture: good enough to keep labels apart. */
export const textWidth = (text: string): number => text.length * 6.4;

/** A coordinate, as short as it can be seen. */
export const point = (value: number): string => String(Math.round(value * 10) / 10);
