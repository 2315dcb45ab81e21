import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, ROOT } from '../../../packages/executable/bundle.ts';

// Tests start hundreds of processes of Kassa, most of them to be killed soon. Half of what a start
// computes is loading nearly a thousand files, so they are put into one first, as for a release.

/** Makes the script in a folder of its own, and returns its path. */
export async function makeProgram(empty_sqlite: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-program-'));
  const path = join(folder, 'main.cjs');
  writeFileSync(path, await bundle('src/main.ts', `${pathToFileURL(ROOT)}/`));
  await compile(path, folder, empty_sqlite);
  return path;
}

/** Node keeps what the first process of a script has compiled by its end, so it is a whole start. */
async function compile(path: string, folder: string, empty_sqlite: string): Promise<void> {
  copyFileSync(empty_sqlite, join(folder, 'kassa.db'));
  const quiet = { KASSA_VIES_URL: 'off', KASSA_LOG_LEVEL: 'error' };
  const env = { ...process.env, ...quiet, KASSA_DATA_DIR: folder, KASSA_PORT: '0' };
  const args = ['--disable-warning=ExperimentalWarning', path, 'serve'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.stdout.resume();
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`Kassa as one script ended with ${code}.`);
}
