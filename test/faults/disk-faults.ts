import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../harness/find-program.ts';
import { until } from '../harness/until.ts';

// A disk that fails: strace gives a running server an error for some of its calls.

const strace = findProgram(['/usr/bin/strace'], ['strace']);
/** Without strace nothing of this can be tried. */
export const can_fail = strace !== undefined;
if (!can_fail) process.stderr.write('NO STRACE: A DISK THAT FAILS IS NOT TRIED\n');

export interface DiskFault {
  /** All such calls so far, and how they ended, in their order. */
  calls(): string;
  hasFailed(): boolean;
  /** From now on the disk works again. */
  end(): Promise<void>;
}

interface Fault {
  /** In the data folder. */
  files: string[];
  calls: string[];
  error: 'ENOSPC' | 'EROFS' | 'EIO';
  /** Only the call of this number fails; otherwise all do. */
  only?: number;
  /** Of these, all fail. */
  always?: string[];
  /** Calls that are written down too, and do not fail. */
  watched?: string[];
}

/** The process, and its data folder. */
interface Server {
  pid: number;
  place: { data_dir: string };
}

export async function failDisk(shop: Server, fault: Fault): Promise<DiskFault> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-disk-'));
  const log = join(folder, 'calls');
  const { files, calls, error, only, always = [], watched = [] } = fault;
  const paths = files.flatMap((name) => ['-P', join(shop.place.data_dir, name)]);
  const when = only === undefined ? '' : `:when=${only}`;
  const traced = ['-e', `trace=${[...calls, ...always, ...watched].join()}`];
  const injected = ['-e', `inject=${calls.join()}:error=${error}${when}`];
  if (always.length > 0) injected.push('-e', `inject=${always.join()}:error=${error}`);
  const args = ['-f', '-y', '-p', String(shop.pid), ...paths, ...traced, ...injected, '-o', log];
  const tracer = spawn(String(strace), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  tracer.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => tracer.on('close', resolve));
  await until(() => said.includes('attached'), 'strace has begun');
  const read = () => readFileSync(log, 'utf8');
  return {
    calls: read,
    hasFailed: () => read().includes('INJECTED'),
    async end() {
      tracer.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
