import { dirname } from 'node:path';

// Test files that share a process: starting one, and compiling what is hot, takes longer than most
// tests. They run one after the other (see test/harness/runner/together.ts).

/** What they measure, start or kill is theirs alone. */
const ALONE =
  /^test\/(.*\/)?([\w-]*faults|(hostile|repeated)-requests|webhook-isolation|one-server|start|commands|acme|certificates|plans|prove|release\.postgres|subscription-pairs)\.test\.ts$/;

// So large that little is spent on starting, so small that none is left alone at the end.
const KINDS = [
  { pattern: /\.browser\.test\.ts$/, files_max: 7 },
  { pattern: /^test\/.*\.model\.test\.ts$/, files_max: 5 },
  { pattern: /^test\/.*kills(\.postgres)?\.test\.ts$/, files_max: 6 },
  { pattern: /^test\//, files_max: 15 },
  { pattern: /^(src|texts)\//, files_max: 32 },
];

export function inGroups(files: string[]): string[][] {
  const alone = files.filter((file) => ALONE.test(file)).map((file) => [file]);
  const others = Map.groupBy(
    files.filter((file) => !ALONE.test(file)),
    (file) => KINDS.find(({ pattern }) => pattern.test(file)),
  );
  return [
    ...alone,
    ...[...others].flatMap(([kind, of_kind]) => chunks(of_kind, kind?.files_max ?? 1)),
  ];
}

/** As equal in size as possible. */
function chunks(files: string[], files_max: number): string[][] {
  const count = Math.ceil(files.length / files_max);
  return Array.from({ length: count }, (_, n) =>
    files.slice((n * files.length) / count, ((n + 1) * files.length) / count),
  );
}

export function nameOfGroup(group: string[]): string {
  const [first = '', last = first] = [group[0], group.at(-1)];
  if (group.length === 1) return first;
  const from = dirname(first) === dirname(last) && group.length > 1 ? first : dirname(first);
  const to = dirname(first) === dirname(last) ? last : dirname(last);
  return `${from} … ${to} (${group.length} files)`;
}
