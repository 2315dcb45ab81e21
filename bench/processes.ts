import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const TICKS_PER_SECOND = 100;

/** A server under test or its yardstick, in a process of its own. */
export interface Running {
  child: ChildProcess;
  pid: number;
  port: number;
  /** The certificate authority its certificate is from. */
  ca: string;
  /** What it printed until it was ready. */
  output: string;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Whatever way the benchmark ends, nothing of it stays behind. */
export function cleanUpAtExit(): void {
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  });
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGHUP', () => process.exit(129));
  process.on('disconnect', () => process.exit(1)); // The launcher is gone.
  process.channel?.unref();
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-bench-'));
  folders.add(folder);
  return folder;
}

/** `kassa serve` with its defaults (TLS, durable commits, logging), only without a rate limit. */
export function startKassa(data_dir: string, node_options: string[] = []): Promise<Running> {
  const env = { ...ownEnvironment(), KASSA_DATA_DIR: data_dir, KASSA_PORT: '0', KASSA_RATE_LIMIT: 'off' };
  const args = [...node_options, '--disable-warning=ExperimentalWarning', path('../src/main.ts')];
  return start([...args, 'serve'], env, data_dir);
}

/** The yardstick, with the certificate that Kassa made in `data_dir`. */
export function startBare(data_dir: string, answer_bytes: number): Promise<Running> {
  const tls = ['server.pem', 'server.key'].map((name) => join(data_dir, 'tls', name));
  return start([path('./bare.ts'), ...tls, String(answer_bytes)], ownEnvironment(), data_dir);
}

export async function stop({ child }: Pick<Running, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}

/** Resident memory now and at its highest; undefined where there is no /proc. */
export function memoryOf({ pid }: Running): { rss_mb: number; peak_mb: number } | undefined {
  const status = readProc(pid, 'status');
  if (status === undefined) return undefined;
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { rss_mb: megabytes('VmRSS'), peak_mb: megabytes('VmHWM') };
}

/** Processor time of all its threads so far; undefined where there is no /proc. */
export function cpuSecondsOf({ pid }: Running): number | undefined {
  const fields = readProc(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  if (fields === undefined) return undefined;
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Without the settings of whoever runs the benchmark: the defaults are what is measured. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KASSA_') && name !== 'DATABASE_URL' && name !== 'NODE_OPTIONS',
  );
  return Object.fromEntries(kept);
}

async function start(args: string[], env: NodeJS.ProcessEnv, data_dir: string): Promise<Running> {
  const log_path = join(data_dir, 'stderr.log');
  const log = openSync(log_path, 'a');
  // Over the channel it learns that the benchmark is gone, even by SIGKILL.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', log, 'ipc'] });
  closeSync(log);
  children.add(child);
  child.on('exit', () => children.delete(child));
  const output = await untilReady(child, log_path);
  const ca = readFileSync(join(data_dir, 'tls', 'ca.pem'), 'utf8');
  const port = Number(ADDRESS.exec(output)?.[1]);
  return { child, pid: child.pid ?? 0, port, ca, api_key: API_KEY.exec(output)?.[0] ?? '' };
}

const ADDRESS = /https:\/\/localhost:(\d+)\n/;
const API_KEY = /kassa_test_\w+(?=\n)/;

/** What it prints up to its address, and up to its key if it announces one. */
function untilReady(child: ChildProcess, log_path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) =>
      reject(new Error(`${what}\n${output}${readFileSync(log_path, 'utf8').slice(-2000)}`));
    const timer = setTimeout(() => fail('A server did not start in time.'), START_TIMEOUT_MS);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const is_ready = child.spawnargs.includes(FIRST) ? API_KEY.test(output) : ADDRESS.test(output);
      if (!is_ready) return;
      clearTimeout(timer);
      resolve(output);
    });
    child.on('exit', (code) => fail(`A server ended with code ${code}.`));
    child.on('error', reject);
  });
}

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined; // No such system, or the process is gone.
  }
}
