import fs from 'node:fs';

// Processes that a run has started, and those that they have started in turn, have a mark in their
// environment. A run within a run adds its own, so that ending the outer one ends both.

const NAME = 'KASSA_TEST_RUN';
const MARKED = new RegExp(`(?:^|\0)${NAME}=([^\0]*)`);
const LOOKS_MAX = 20;

/** For the environment of whatever this process starts. */
export function runMark(): Record<typeof NAME, string> {
  const outer = process.env[NAME];
  return { [NAME]: outer === undefined ? `${process.pid}` : `${outer}/${process.pid}` };
}

/** The environment without the mark: for what ends by itself, and cleans up before. */
export function withoutRunMark(): NodeJS.ProcessEnv {
  const { [NAME]: _, ...rest } = process.env;
  return rest;
}

/** Kills the marked processes that are left, whatever process group they are in: on Linux. */
export function endLeftovers(): void {
  // One that is about to be killed may have started another.
  for (let looks = 0; looks < LOOKS_MAX && endMarked() > 0; looks += 1);
}

/** Kills a process, or with a negative number a group. */
export function endProcess(pid: number): void {
  try {
    if (pid !== 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function endMarked(): number {
  const marked = markedProcesses(process.pid);
  marked.forEach(endProcess);
  return marked.length;
}

/** What a run has started and is there still: on Linux. */
export function markedProcesses(run: number): number[] {
  return fs.globSync('/proc/[0-9]*/environ').flatMap((place) => {
    try {
      const [, marks = ''] = MARKED.exec(fs.readFileSync(place, 'utf8')) ?? [];
      return marks.split('/').includes(`${run}`) ? [Number(place.split('/')[2])] : [];
    } catch {
      return []; // It has just ended, or belongs to another user.
    }
  });
}
