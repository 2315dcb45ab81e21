const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
const WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** How often values up to each limit were seen; the last count is for those above all limits. */
export interface Histogram {
  limits: readonly number[];
  counts: number[];
  sum: number;
}

/** What was committed since the start. */
export interface CommitFigures {
  seconds: Histogram;
  /** Independent writes that shared a commit. */
  writes: Histogram;
  observe(writes: number, duration_ms: number): void;
}

export function createCommitFigures(): CommitFigures {
  const seconds = newHistogram(SECONDS);
  const writes = newHistogram(WRITES);
  return {
    seconds,
    writes,
    observe(count, duration_ms) {
      note(writes, count);
      note(seconds, duration_ms / 1000);
    },
  };
}

const newHistogram = (limits: readonly number[]): Histogram => ({
  limits,
  counts: new Array<number>(limits.length + 1).fill(0),
  sum: 0,
});

function note(histogram: Histogram, value: number): void {
  const found = histogram.limits.findIndex((limit) => value <= limit);
  const at = found === -1 ? histogram.limits.length : found;
  histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
  histogram.sum += value;
}
