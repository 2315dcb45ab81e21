import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listeningPort } from '../harness/listening.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const TICKS_PER_SECOND = 100;

/** A server in its own process: Kassa or the bare one. */
export interface Running {
  child: ChildProcess;
  port: number;
  /** The authority that signed its certificate. */
  ca: string;
  /** Empty unless this was the first start. */
  api_key: string;
  /** Processor time so far of the database, where that is another program. */
  databaseSeconds?: () => number | undefined;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Removes all processes and folders of the benchmark, however it ends. */
export function cleanUpAtExit(): void {
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) removeFolder(folder);
  });
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGHUP', () => process.exit(129));
  process.on('disconnect', () => process.exit(1)); // The launcher is gone.
  process.channel?.unref();
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-bench-'));
  removeAtExit(folder);
  return folder;
}

export function removeAtExit(folder: string): void {
  folders.add(folder);
}

/** Starts `kassa serve` with its defaults (TLS, durable commits, a log) but no rate limit. */
export async function startKassa(
  data_dir: string,
  {
    is_first = false,
    node_options = [],
    settings = {},
  }: { is_first?: boolean; node_options?: string[]; settings?: Record<string, string> } = {},
): Promise<Running> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=8',
    ...node_options,
    ours('../../src/main.ts'),
  ];
  const own = { KASSA_DATA_DIR: data_dir, KASSA_PORT: '0', KASSA_RATE_LIMIT: 'off' };
  // The compile cache, as with `npm start`.
  const compiled = { NODE_COMPILE_CACHE: ours('../../node_modules/.cache') };
  const memory = {
    ...{ MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '30000' },
    GLIBC_TUNABLES: 'glibc.malloc.tcache_count=100',
  };
  const env = { ...own, ...compiled, ...memory, ...settings };
  const running = await start([...args, 'serve'], env, data_dir);
  if (!is_first) return running;
  const api_key = readFileSync(join(data_dir, 'first-api-key'), 'utf8').trim();
  return { ...running, api_key };
}

/** Starts the bare server with the certificate that Kassa made in `data_dir`. */
export function startBare(data_dir: string, answer_bytes: number): Promise<Running> {
  const tls = ['server.pem', 'server.key'].map((name) => join(data_dir, 'tls', name));
  return start([ours('./bare.ts'), ...tls, String(answer_bytes)], {}, data_dir);
}

export async function stop({ child }: Running): Promise<void> {
  if (!children.has(child)) return;
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}

/** The highest resident memory so far; undefined on systems without /proc. */
export function peakMegabytesOf({ child }: Running): number | undefined {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readProc(child, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor time of all threads so far; undefined on systems without /proc. */
export function cpuSecondsOf({ child }: Running): number | undefined {
  const [user, system] = readProc(child, 'stat').split(') ').at(-1)?.split(' ').slice(11) ?? [];
  return system === undefined ? undefined : (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** Processor time so far of a process and of all that it has started, also of those that ended. */
export function cpuSecondsOfTree(pid: number): number {
  let ticks = 0;
  for (const found of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readFile(`/proc/${found}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    const [user = 0, system = 0, user_of_ended = 0, system_of_ended = 0] = stat
      .slice(11)
      .map(Number);
    if (Number(found) === pid) ticks += user + system + user_of_ended + system_of_ended;
    else if (Number(stat[1]) === pid) ticks += user + system;
  }
  return ticks / TICKS_PER_SECOND;
}

const ours = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

async function start(
  args: string[],
  settings: NodeJS.ProcessEnv,
  data_dir: string,
): Promise<Running> {
  const log_path = join(data_dir, 'stderr.log');
  const log = openSync(log_path, 'a');
  // The channel tells the process when the benchmark is gone, even after SIGKILL.
  const env = { ...environment(), ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', log, 'ipc'] });
  closeSync(log);
  children.add(child);
  child.on('exit', () => children.delete(child));
  const complaints = () => endOf(log_path);
  const port = await listeningPort(child, { timeout_ms: START_TIMEOUT_MS, complaints });
  const ca = readFileSync(join(data_dir, 'tls', 'ca.pem'), 'utf8');
  return { child, port, ca, api_key: '' };
}

const COMPLAINTS_MAX = 2000;

/** The log of a long run is longer than a text may be. */
function endOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const from = Math.max(0, fstatSync(file).size - COMPLAINTS_MAX);
    const end = Buffer.alloc(COMPLAINTS_MAX);
    return end.toString('utf8', 0, readSync(file, end, 0, COMPLAINTS_MAX, from));
  } finally {
    closeSync(file);
  }
}

/** The environment without the user's settings for Kassa: the defaults are measured. */
function environment(): NodeJS.ProcessEnv {
  const foreign = (name: string) =>
    name.startsWith('KASSA_') || name === 'DATABASE_URL' || name === 'NODE_OPTIONS';
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign(name)));
}

const readProc = ({ pid }: ChildProcess, name: string): string => readFile(`/proc/${pid}/${name}`);

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // Another system, or the process is gone.
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
