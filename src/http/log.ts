import { writeSync } from 'node:fs';
import { isoInstant, wallClock } from '../core/time.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const isLogLevel = (text: string): text is LogLevel =>
  LEVELS.some((level) => level === text);

type Fields = Record<string, string | number | boolean | null>;

export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  /** Whether lines of a level are kept, to spare the work of making them. */
  keeps(level: LogLevel): boolean;
  flush(): void;
}

const FLUSH_BYTES = 16_384;
const FLUSH_MS = 200;

/**
 * One JSON object a line. What is logged is chosen field by field by the caller (identifiers,
 * paths, durations), so no secret or personal data has to be filtered out afterwards.
 * Lines are written together: a system call for each would cost more than a read.
 */
export function createLog(level: LogLevel, write = writeError): Log {
  const threshold = LEVELS.indexOf(level);
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') write(lines);
  }

  const at =
    (name: LogLevel) =>
    (event: string, fields: Fields = {}) => {
      if (LEVELS.indexOf(name) < threshold) return;
      waiting += line(name, event, fields);
      if (waiting.length > FLUSH_BYTES || name === 'error') flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    };

  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    keeps: (name) => LEVELS.indexOf(name) >= threshold,
    flush,
  };
}

function line(level: LogLevel, event: string, fields: Fields): string {
  const time = isoInstant(wallClock());
  const start = `{"time":"${time}","level":"${level}","event":${JSON.stringify(event)}`;
  const rest = JSON.stringify(fields).slice(1);
  return rest === '}' ? `${start}}\n` : `${start},${rest}\n`;
}

function writeError(lines: string): void {
  try {
    writeSync(2, lines);
  } catch {
    // A full pipe or a closed terminal must not end a shop.
  }
}
