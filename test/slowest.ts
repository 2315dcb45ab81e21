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

/** The slowest first, a line each. */
export function slowest(timed: Timed[]): string[] {
  const sorted = timed.toSorted((a, b) => b.took_ms - a.took_ms).slice(0, SHOWN);
  return sorted.map(({ name, took_ms }) => `${(took_ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
