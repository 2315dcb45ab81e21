import { existsSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** How long the processes that this one has started used a processor; 0 but on Linux. */
export function childrenComputedMs(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return TICK_MS * (Number(fields[13]) + Number(fields[14]));
}

/** The same with this process itself. */
export function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000) + childrenComputedMs();
}
