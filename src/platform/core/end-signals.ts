import { isatty } from 'node:tty';

/**
 * Calls `end` for every signal that means it. SIGHUP says that a terminal was closed: it means nothing
 * to a service that has none, as after `nohup … &`, of which Node itself takes no notice.
 */
export function onEndSignals(end: (signal: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
  const has_terminal = [0, 1, 2].some((number) => isatty(number));
  process.on('SIGHUP', () => has_terminal && end('SIGHUP'));
}
