import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.ts';
import { load } from './load.ts';
import type { Plan } from './measure.ts';
import { startKassa, stop } from './processes.ts';
import { table } from './report.ts';
import type { Shop } from './shop.ts';

const SAMPLING_US = 200;
const SELF_SHOWN = 25;
const TOTAL_SHOWN = 25;

/** Shows where the server spends its time in one case, without the start and end of the process. */
export async function profile(shop: Shop, { requests }: Case, plan: Plan): Promise<string> {
  const folder = join(shop.data_dir, 'profile');
  const node_options = [
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
    `--cpu-prof-interval=${SAMPLING_US}`,
  ];
  const server = await startKassa(shop.data_dir, { node_options });
  const window: number[] = [];
  const result = await load({
    ...plan,
    server,
    requests: requests(shop.sample, shop.api_key),
    // V8 uses the same clock, in microseconds.
    onWindow: () => window.push(Number(process.hrtime.bigint() / 1000n)),
  });
  await stop(server);
  const [file = ''] = readdirSync(folder);
  const recorded: CpuProfile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const [from = 0, to = 0] = window;
  const rate = `${Math.round(result.requests_per_second).toLocaleString('en')} requests/s profiled`;
  return `${rate}\n\n${summary(recorded, { from, to })}`;
}

interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

function summary(recorded: CpuProfile, { from, to }: { from: number; to: number }): string {
  const stacks = stacksOf(recorded);
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  const areas = new Map<string, number>();
  let busy_us = 0;
  let at = recorded.startTime;
  for (const [index, id] of recorded.samples.entries()) {
    at += recorded.timeDeltas[index] ?? 0;
    const lasted = recorded.timeDeltas[index + 1] ?? 0;
    const stack = stacks.get(id) ?? [];
    const [top] = stack;
    if (at < from || at > to || top === undefined || top.startsWith('(idle)')) continue;
    busy_us += lasted;
    add(self, top, lasted);
    add(areas, areaOf(stack), lasted);
    for (const name of new Set(stack)) add(total, name, lasted);
  }
  const ours = [...total].filter(([name]) => / src\//.test(name));
  const shown = (title: string, entries: Iterable<[string, number]>, count: number) => {
    const sorted = [...entries].sort((a, b) => b[1] - a[1]).slice(0, count);
    const rows = sorted.map(([name, us]) => [`${((us / busy_us) * 100).toFixed(1)} %`, name]);
    return table([['', title], ...rows], 'plain');
  };
  const busy = `busy ${((busy_us / (to - from)) * 100).toFixed(0)} % of the time`;
  return [
    busy,
    shown('time by area (native code counts to its caller)', areas, 20),
    shown('self time by function', self, SELF_SHOWN),
    shown('our functions with all they call', ours, TOTAL_SHOWN),
  ].join('\n\n');
}

/** For every node, the functions from it up to the root. */
function stacksOf({ nodes }: CpuProfile): Map<number, string[]> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const stackOf = (id: number): string[] => {
    const stack: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      stack.push(names.get(at) ?? '');
    }
    return stack;
  };
  return new Map(nodes.map(({ id }) => [id, stackOf(id)]));
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName || '(anonymous)';
  if (url === '') return name.startsWith('(') ? name : `${name} (native)`;
  const file = url.startsWith('file:') ? fileURLToPath(url).replace(ROOT, '') : url;
  return `${name} ${file}:${lineNumber + 1}`;
}

/** `src/platform/http`, `node:tls`, `node_modules/typebox`. Native code counts for its caller. */
function areaOf(stack: string[]): string {
  const [top = ''] = stack;
  if (/^\((garbage|program)/.test(top)) return top;
  const file = stack
    .find((name) => / (src\/|node:|node_modules\/)/.test(name))
    ?.split(' ')
    .at(-1);
  const area =
    /^(src\/[\w.-]+(?:\/[\w-]+(?=\/))?|node:internal\/[\w]+|node:\w+|node_modules\/[\w-]+)/.exec(
      file ?? '',
    );
  return area?.[1] ?? top;
}

const add = (sums: Map<string, number>, name: string, amount: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + amount);
};
