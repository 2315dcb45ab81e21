import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// V8 looks at these numbers whenever it collects garbage or decides what to compile, so that they may
// change in a running process. Given at the start, they would make Node refuse the code that it
// brings compiled: a third of the time of a start (docs/decisions/speed.md).

/** For a command that looks at every record: a fifth less memory, for a tenth more time. */
export const collectOften = (): void => setFlagsFromString('--heap-growing-percent=20');

/** For a process that serves for days. Call it once it has started. */
export function tuneV8({ is_on_postgres }: { is_on_postgres: boolean }): void {
  flushCompileCache(); // What is compiled from now on is another kind of code for V8.
  // With it, objects that live as long as a request are where garbage is seldom collected: 80 MB.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // What a purchase runs is compiled for speed after hundreds of calls, not thousands: a tenth less.
  setFlagsFromString('--invocation-count-for-maglev=200');
  setFlagsFromString('--invocation-count-for-turbofan=600');
  // Old objects are collected when they have grown by a fifth: 20 MB less. On PostgreSQL a request
  // lives for many turns, and collecting so often took a quarter of the time of a purchase.
  setFlagsFromString(`--heap-growing-percent=${is_on_postgres ? 100 : 20}`);
}
