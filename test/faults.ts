// npm run faults: a long run of PostgreSQL failures. A short version is part of `npm test`.
import { parseArgs } from 'node:util';
import {
  assertOnceEach,
  type Faults,
  failOver,
  restart,
  startFaults,
  stopAndContinue,
  terminate,
} from './database-faults.ts';

const HELP = `npm run faults -- [options]

  --terminations N  times that PostgreSQL ends connections (default: 200)
  --restarts N      fast restarts, and as many immediate ones (default: 10)
  --failovers N     to a standby that is promoted (default: 5)
  --stops N         times that the processes stand still for 5 to 40 seconds (default: 5)

Two processes are written to all the time. None may end; each must write and be ready again
within 5 seconds of the database; every answered write must be there exactly once.`;

const BACK_WITHIN_MS = 5_000;
const STOP_MS = [5_000, 40_000] as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      terminations: { type: 'string', default: '200' },
      restarts: { type: 'string', default: '10' },
      failovers: { type: 'string', default: '5' },
      stops: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const faults = await startFaults(BACK_WITHIN_MS);
  try {
    await times(values.terminations, () => terminate(faults));
    await times(values.restarts, async () => {
      await restart(faults, 'SIGINT');
      await restart(faults, 'SIGQUIT');
    });
    await times(values.failovers, () => failOver(faults));
    const [shortest, longest] = STOP_MS;
    await times(values.stops, () =>
      stopAndContinue(faults, shortest + Math.random() * (longest - shortest)),
    );
    await assertOnceEach(faults);
    say(`${faults.load.answered.length} writes were answered: each is there once.`);
    say(`${faults.load.given_up.length} were not answered with 200: none is there twice.`);
  } finally {
    tellTimes(faults);
    faults.load.abandon();
    await faults.processes[0]?.remove();
  }
}

async function times(count: string, work: () => Promise<void>): Promise<void> {
  for (let round = 0; round < Number(count); round++) await work();
}

function tellTimes({ took_ms }: Faults): void {
  for (const [fault, all] of Map.groupBy(took_ms, (one) => one.fault)) {
    const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const median = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    const longest = Math.round(sorted.at(-1) ?? 0);
    say(
      `${fault}: ${sorted.length} times a process wrote again, median ${median} ms, at most ${longest} ms`,
    );
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
process.exit();
