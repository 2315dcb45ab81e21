import { type ChildProcess, execFile } from 'node:child_process';
import { MAIN } from './program.ts';

interface Ended {
  code: number;
  out: string;
  err: string;
}

export type Running = Promise<Ended> & { child: ChildProcess };

/** Runs `kassa` with these arguments and settings as its own process. */
export function kassa(args: string[], settings: Record<string, string | undefined>): Running {
  let child: ChildProcess | undefined;
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', MAIN, ...args],
      { env: { ...process.env, DATABASE_URL: '', ...settings }, maxBuffer: 2 ** 26 },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
  if (!child) throw new Error('it was not started');
  return Object.assign(ended, { child });
}
