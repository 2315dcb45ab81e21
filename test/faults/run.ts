// npm run faults: a long run of PostgreSQL failures. A short version is part of `npm test`.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ProcessShop } from '../harness/process-shop.ts';
import { passDay } from '../harness/sales/trade.ts';
import {
  assertOnceEach,
  endFaults,
  type Faults,
  failOver,
  makePlaceIn,
  restart,
  startFaults,
  stopAndContinue,
  terminate,
} from './database-faults.ts';
import { outlastPatroni } from './patroni-faults.ts';
import { RestartingPostgres } from './restarting-postgres.ts';
import { longestLease, standStill } from './stale-leases.ts';

const HELP = `npm run faults -- [options]

  --terminations N  times that PostgreSQL ends connections (default: 200)
  --restarts N      fast restarts, and as many immediate ones (default: 10)
  --failovers N     to a standby that is promoted (default: 5)
  --stops N         times that the processes stand still for 5 to 40 seconds (default: 5)
  --patroni N       rounds with the leader of three nodes with Patroni, etcd and HAProxy, set up as
                    docs/scaling.md says: killed, stopped, standing still for 30 seconds, switched
                    over (default: 1). It needs Debian's packages of that page
  --only NAME       only this one of the others, such as patroni
  --leases N        times that one stands still for longer than its leases, which takes three
                    minutes (default: 1)

Two processes are written to all the time; clients buy and get refunds, and subscriptions are
renewed. No process may end; each must write and be ready again within 5 seconds of the database;
everything that was answered must be there exactly once: each charge, refund and mail too.`;

const BASIC = ['terminations', 'restarts', 'failovers', 'stops'] as const;
const STEPS = [...BASIC, 'leases', 'patroni'] as const;

type Step = (typeof STEPS)[number];

const BACK_WITHIN_MS = 5_000;
const STOP_MS = [5_000, 40_000] as const;
const RENEW_EVERY = 10; // terminations, which are over in a moment

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      terminations: { type: 'string', default: '200' },
      restarts: { type: 'string', default: '10' },
      failovers: { type: 'string', default: '5' },
      stops: { type: 'string', default: '5' },
      leases: { type: 'string', default: '1' },
      patroni: { type: 'string', default: '1' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const { only } = values;
  if (only !== undefined && !STEPS.some((name) => name === only)) {
    throw new Error(`--only takes one of ${STEPS.join(', ')}`);
  }
  const count = (name: Step) => (only === undefined || only === name ? Number(values[name]) : 0);
  await times(count('leases'), outlastLeases);
  if (count('patroni') > 0) {
    for (const line of await outlastPatroni(count('patroni'), BACK_WITHIN_MS)) say(line);
  }
  if (BASIC.every((name) => count(name) === 0)) return;
  const faults = await startFaults(BACK_WITHIN_MS);
  try {
    const { trade } = faults;
    await times(count('terminations'), async (round) => {
      if (round % RENEW_EVERY === 0) await passDay(trade);
      await terminate(faults);
    });
    await times(count('restarts'), async () => {
      for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
        await passDay(trade);
        await restart(faults, signal);
      }
    });
    await times(count('failovers'), async () => {
      await passDay(trade);
      await failOver(faults);
    });
    const [shortest, longest] = STOP_MS;
    await times(count('stops'), async () => {
      await passDay(trade);
      await stopAndContinue(faults, shortest + Math.random() * (longest - shortest));
    });
    say(await assertOnceEach(faults));
    say(`${faults.load.answered.length} writes were answered: each is there once.`);
    say(`${faults.load.given_up.length} were not answered with 200: none is there twice.`);
  } finally {
    tellTimes(faults);
    await endFaults(faults);
    await faults.processes[0]?.remove();
  }
}

/** One of two processes stands still, with charges, mails and webhooks under way. */
async function outlastLeases(): Promise<void> {
  const shop = await ProcessShop.make(await makePlaceIn(await RestartingPostgres.start()));
  const started = Date.now();
  try {
    await standStill(shop, async (settings) => {
      const lease_until = await longestLease(shop);
      await shop.startBeside(settings); // Takes over each when its lease ends.
      await setTimeout(lease_until - Date.now());
    });
  } finally {
    await shop.remove();
  }
  const took_s = Math.round((Date.now() - started) / 1000);
  say(`stood still for longer than all leases (${took_s} s in all): nothing was doubled.`);
}

async function times(count: number, work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round++) await work(round);
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
