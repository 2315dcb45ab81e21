const SHOWN = 10;

export interface Timed {
  name: string;
  took_ms: number;
}

/** The tests in the output of the spec reporter, without those that only contain others. */
export function timedTests(output: string): Timed[] {
  // Failed tests are listed a second time at the end.
  const [lines = ''] = output.split(/^✖ failing tests:$/m);
  const holders = new Set([...lines.matchAll(/^( *)▶ (.+)$/gm)].map(([, ...line]) => line.join()));
  return [...lines.matchAll(/^( *)[✔✖] (.+) \((\d+(?:\.\d+)?)ms\)$/gm)]
    .filter(([, indent, name]) => !holders.has([indent, name].join()))
    .map(([, , name = '', took_ms]) => ({ name, took_ms: Number(took_ms) }));
}

/** What each file of a step computed, as the step has told (test/harness/runner/together.ts), and the rest. */
export function computingFiles(output: string, step: Timed): Timed[] {
  const engine = / on \w+$/.exec(step.name)?.[0] ?? '';
  const files = [...output.matchAll(/^(\S+) computed for (\d+) ms$/gm)].map(([, file, ms]) => ({
    name: `${file}${engine}`,
    took_ms: Number(ms),
  }));
  const rest_ms = step.took_ms - files.reduce((sum, { took_ms }) => sum + took_ms, 0);
  return [...files, { name: `start, end and browser of ${step.name}`, took_ms: rest_ms }];
}

/** The slowest first, a line each. */
export function slowest(timed: Timed[], shown = SHOWN): string[] {
  const sorted = timed.toSorted((a, b) => b.took_ms - a.took_ms).slice(0, shown);
  return sorted.map(({ name, took_ms }) => `${(took_ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
