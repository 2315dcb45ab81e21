import type { Log } from '../core/log.ts';
import { type Clock, wallClock } from '../core/time.ts';
import type { Database } from './database.ts';

const MEASURE_EVERY_MS = 5_000;
/** An answer that took longer says too little about when it was given. */
const ROUND_TRIP_MAX_MS = 1_000;
const FIRST_TRIES = 5;
/** Machines that set their clocks by the network are within a second of each other. */
const FAR_OFF_MS = 30_000;

export interface SharedClock {
  /** The instant for which all processes of a database agree. */
  now: Clock;
  /** By how much this machine's own clock is ahead of it; below zero: behind. */
  machineAheadMs(): number;
  /** Whether it is so far off that something must be wrong with this machine, or the database's. */
  isFarOff(): boolean;
  stop(): void;
}

/**
 * Leases and due times are shared by processes, so all of them go by one clock: the database's. It
 * is asked for every few seconds and carried on by a clock that nobody can set.
 */
export async function startSharedClock(db: Database, log: Log): Promise<SharedClock> {
  let started_at: number | undefined; // When performance.now() was 0, by the database's clock.
  let is_far_off = false;
  const now = () => (started_at === undefined ? wallClock() : started_at + performance.now());
  const machineAheadMs = () => Math.round(wallClock() - now());

  async function measure(round_trip_max_ms = ROUND_TRIP_MAX_MS): Promise<boolean> {
    const sent = performance.now();
    const told = await db.now();
    const round_trip_ms = performance.now() - sent;
    if (told === undefined) return true; // One process alone needs no clock but its own.
    if (round_trip_ms > round_trip_max_ms) return false;
    const found = told - sent - round_trip_ms / 2;
    // What the measuring itself leaves open is no reason to set the clock.
    const is_new = started_at === undefined || Math.abs(found - started_at) > round_trip_ms / 2 + 1;
    if (is_new) started_at = found;
    tell();
    return true;
  }

  function tell(): void {
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

/** For a command that is over soon. */
export async function commandClock(db: Database): Promise<Clock> {
  const ahead_ms = wallClock() - ((await db.now()) ?? wallClock());
  return () => wallClock() - ahead_ms;
}
