import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Numbers and switches that V8 looks at whenever it collects garbage or decides what to compile, so
// that they may change in a running process. Given at the start, they would make Node refuse the
// code that it brings compiled: a third of the time of a start (docs/decisions/speed.md).
const FLAGS = [
  // With it, objects that live as long as a request are where garbage is seldom collected: 80 MB.
  '--no-allocation-site-pretenuring',
  // What a purchase runs is compiled for speed after hundreds of calls, not thousands: a tenth less.
  '--invocation-count-for-maglev=200',
  '--invocation-count-for-turbofan=600',
];

/**
 * Old objects are collected when they have grown by a fifth, instead of several times: 20 MB less. On
 * PostgreSQL a request lives for many turns of the event loop, so that much of it grows old: there
 * collecting took a quarter of the processor time of a purchase, and it is done less often.
 */
const growth = (is_on_postgres: boolean) => `--heap-growing-percent=${is_on_postgres ? 100 : 20}`;

/**
 * For a command that looks at every record. Nearly all that it reads is garbage a moment later, of
 * which V8 otherwise keeps up to 75 MB: a fifth of the memory is less, for a tenth of the time more.
 */
export const collectOften = (): void => setFlagsFromString('--heap-growing-percent=20');

/** For a process that serves for days. Call it once it has started. */
export function tuneV8({ is_on_postgres }: { is_on_postgres: boolean }): void {
  flushCompileCache(); // What is compiled from now on is another kind of code for V8.
  for (const flag of [...FLAGS, growth(is_on_postgres)]) setFlagsFromString(flag);
}
