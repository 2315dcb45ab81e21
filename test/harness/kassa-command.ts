import { type ChildProcess, execFile } from 'node:child_process';
import { KASSA } from './program.ts';
import type { Place } from './shop.ts';

interface Ended {
  code: number;
  out: string;
  err: string;
}

export type Running = Promise<Ended> & { child: ChildProcess };

/** Settings with which a command works on the data of a shop. */
export const onDataOf = ({ place }: { place: Place }) => ({
  KASSA_DATA_DIR: place.data_dir,
  DATABASE_URL: place.database_url ?? '',
});

/** Runs `kassa` with these arguments and settings as its own process. `input`: its standard input. */
export function kassa(
  args: string[],
  settings: Record<string, string | undefined>,
  input?: string,
): Running {
  let child: ChildProcess | undefined;
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(
      process.execPath,
      [...KASSA, ...args],
      { env: { ...process.env, DATABASE_URL: '', ...settings }, maxBuffer: 2 ** 26 },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
  if (!child) throw new Error('it was not started');
  if (input !== undefined) child.stdin?.end(input);
  return Object.assign(ended, { child });
}
