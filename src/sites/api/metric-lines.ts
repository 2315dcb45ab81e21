import type { Histogram } from '../../platform/db/commit-figures.ts';

// Lines of Prometheus' text format.

export const family = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

export const gauge = (name: string, help: string, value: number): string[] => [
  ...family(name, 'gauge', help),
  `${name} ${value}`,
];

/** `labels` end with a comma, if there are any. */
export function histogramLines(
  name: string,
  { limits, counts, sum }: Histogram,
  labels = '',
): string[] {
  let total = 0;
  const lines = counts.map((count, at) => {
    total += count;
    return `${name}_bucket{${labels}le="${limits[at] ?? '+Inf'}"} ${total}`;
  });
  const own = labels === '' ? '' : `{${labels.slice(0, -1)}}`;
  return [...lines, `${name}_sum${own} ${sum}`, `${name}_count${own} ${total}`];
}
