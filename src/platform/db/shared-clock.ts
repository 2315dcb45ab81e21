import type { Log } from '../core/log.ts';
import { type Clock, wallClock } from '../core/time.ts';
import type { Database } from './database.ts';

const MEASURE_EVERY_MS = 5_000;
/** If the answer took longer than this, it is not precise enough. */
const ROUND_TRIP_MAX_MS = 1_000;
const FIRST_TRIES = 5;
/** Machines that set their clocks by the network differ by less than a second. */
const FAR_OFF_MS = 30_000;

export interface SharedClock {
  /** The time, the same in all processes that use a database. */
  now: Clock;
  /** How far the clock of this machine is ahead of it; negative when it is behind. */
  machineAheadMs(): number;
  /** Whether the two differ so much that one of them must be wrong. */
  isFarOff(): boolean;
  stop(): void;
}

/**
 * Processes share leases and due times, so all use the clock of the database. It is read every few
 * seconds; in between, the time is counted with a clock that cannot be changed from outside.
 */
export async function startSharedClock(db: Database, log: Log): Promise<SharedClock> {
  let started_at: number | undefined; // When performance.now() was 0, by the database's clock.
  let is_far_off = false;
  const now = () => (started_at === undefined ? wallClock() : started_at + performance.now());
  const machineAheadMs = () => Math.round(wallClock() - now());

  async function measure(round_trip_max_ms = ROUND_TRIP_MAX_MS): Promise<boolean> {
    const sent = performance.now();
    const server_now = await db.now();
    const round_trip_ms = performance.now() - sent;
    if (server_now === undefined) return true; // SQLite: one process, which uses its own clock.
    if (round_trip_ms > round_trip_max_ms) return false;
    const start = server_now - sent - round_trip_ms / 2;
    // A difference within the precision of the measurement does not change the clock.
    const is_new = started_at === undefined || Math.abs(start - started_at) > round_trip_ms / 2 + 1;
    if (is_new) started_at = start;
    logDrift();
    return true;
  }

  function logDrift(): void {
    const was_far_off = is_far_off;
    const machine_ahead_ms = machineAheadMs();
    is_far_off = Math.abs(machine_ahead_ms) > FAR_OFF_MS;
    if (is_far_off === was_far_off) return;
    if (is_far_off) log.error('clock far off: no jobs are taken', { machine_ahead_ms });
    else log.info('clock right again: jobs are taken', { machine_ahead_ms });
  }

  let is_measured = false;
  for (let tries = 1; !is_measured; tries++) {
    is_measured = await measure(tries < FIRST_TRIES ? ROUND_TRIP_MAX_MS : Number.POSITIVE_INFINITY);
  }
  const measuring = setInterval(() => {
    measure().catch((error) => log.error('no clock', { error: String(error) }));
  }, MEASURE_EVERY_MS).unref();

  return {
    now: () => Math.round(now()),
    machineAheadMs,
    isFarOff: () => is_far_off,
    stop: () => clearInterval(measuring),
  };
}

/** The clock of the database, read only once: for commands, which end soon. */
export async function commandClock(db: Database): Promise<Clock> {
  const ahead_ms = wallClock() - ((await db.now()) ?? wallClock());
  return () => wallClock() - ahead_ms;
}
