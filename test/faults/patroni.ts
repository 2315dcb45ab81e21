import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';

// Three nodes of PostgreSQL with Patroni, etcd and HAProxy, as docs/scaling.md sets them up: its
// files and commands are taken from that page. Only the folder and the ports are others.

const PAGE = new URL('../../docs/scaling.md', import.meta.url);
const SECTION = /^## [^\n]*Patroni\n([\s\S]*?)^## /m;
const FOLDER = '/srv/kassa-db';
const PORTS = ['2379', '2380', '5440', '5441', '5442', '5443', '8011', '8012', '8013'];
const BINARIES = '/usr/lib/postgresql/15/bin';
const NODES = ['db1', 'db2', 'db3'];
const PATIENCE_MS = 180_000; // A node that comes back may have to be copied anew.
const BROKEN_MS = 40_000;
const LOG_SHOWN = 4_000;

const NEEDED = [
  ['patroni', '/usr/bin/patroni'],
  ['python3-etcd', '/usr/lib/python3/dist-packages/etcd'],
  ['etcd-server', '/usr/bin/etcd'],
  ['haproxy', '/usr/sbin/haproxy'],
  ['postgresql', '/usr/lib/postgresql/*/bin/initdb'],
  ['postgresql-client', '/usr/bin/psql'],
] as const;

/** Debian's packages that this machine lacks. */
export const missingPackages = (): string[] =>
  NEEDED.flatMap(([name, place]) => (fs.globSync(place).length === 0 ? [name] : []));

// The parent of a program, which ends it when its own standard input closes: whenever the test
// process ends, even by SIGKILL. Patroni ends its PostgreSQL itself.
const GUARD = `
log=$1
shift
exec 3<&0
"$@" >>"$log" 2>&1 3<&- </dev/null &
program=$!
echo $program
(cat <&3 >/dev/null; kill -CONT $program 2>/dev/null
  while kill -TERM $program 2>/dev/null; do sleep 0.5; done) >/dev/null 2>&1 &
wait $program
`;

// PostgreSQL refuses to run as root: it becomes "nobody".
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

interface Program {
  guard: ChildProcess;
  pid: number;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

export class PatroniCluster {
  readonly #folder: string;
  readonly #page: string;
  readonly #rest: number[];
  readonly #programs = new Map<string, Program>();
  /** How often a node did not come back by itself. */
  copied_anew = 0;
  /** What instances of Kassa are given. */
  readonly url: string;

  static async start(): Promise<PatroniCluster> {
    const folder = fs.mkdtempSync(join(tmpdir(), 'kassa-patroni-'));
    if (user) fs.chownSync(folder, user.uid, user.gid);
    const ports = new Map<string, string>();
    for (const port of PORTS) ports.set(port, `${await freePort()}`);
    const cluster = new PatroniCluster(folder, ports);
    try {
      await cluster.#setUp();
    } catch (error) {
      const logs = cluster.logs();
      await cluster.remove();
      throw new Error(`The page cannot be followed:\n${logs}`, { cause: error });
    }
    return cluster;
  }

  constructor(folder: string, ports: Map<string, string>) {
    this.#folder = folder;
    const [, section = ''] = SECTION.exec(fs.readFileSync(PAGE, 'utf8')) ?? [];
    const binaries = fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? BINARIES;
    this.#page = section
      .replaceAll(FOLDER, folder)
      .replaceAll(BINARIES, binaries)
      .replace(new RegExp(`\\b(${PORTS.join('|')})\\b`, 'g'), (port) => ports.get(port) ?? port);
    this.#rest = ['8011', '8012', '8013'].map((port) => Number(ports.get(port)));
    this.url = /^DATABASE_URL=(\S+)/m.exec(this.#page)?.[1] ?? '';
  }

  async #setUp(): Promise<void> {
    for (const [name, language] of [
      ['db1.yml', 'yaml'],
      ['haproxy.cfg', 'haproxy'],
    ] as const) {
      const [, content] =
        new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(this.#page) ?? [];
      assert(content, `the page has ${name}`);
      fs.writeFileSync(join(this.#folder, name), content);
    }
    for (const command of this.#commands('sed ')) this.#run(command);
    await this.#launch('etcd', this.#command('etcd '));
    for (const node of NODES) await this.startNode(node);
    await this.#launch('haproxy', this.#command('/usr/sbin/haproxy '));
    await this.untilWhole();
    const psql = this.#command('psql ');
    for (let started = Date.now(); ; await setTimeout(500)) {
      try {
        return this.#run(psql); // HAProxy may not have found the leader yet.
      } catch (error) {
        if (Date.now() - started > PATIENCE_MS) throw error;
      }
    }
  }

  #commands(beginning: string): string[] {
    return this.#page.split('\n').filter((line) => line.startsWith(beginning));
  }

  #command(beginning: string): string {
    const [command, ...more] = this.#commands(beginning);
    assert(command !== undefined && more.length === 0, `the page has one line "${beginning}…"`);
    return command;
  }

  #run(command: string): void {
    execFileSync('sh', ['-c', command], { cwd: this.#folder, ...user, stdio: 'pipe' });
  }

  async #launch(name: string, command: string): Promise<void> {
    const log = join(this.#folder, `${name}.log`);
    const guard = spawn('sh', ['-c', GUARD, 'sh', log, 'sh', '-c', `exec ${command}`], {
      ...user,
      cwd: this.#folder,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: this.#folder },
      detached: true, // Out of reach of Ctrl-C: it has to clean up.
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const [pid] = await once(guard.stdout, 'data');
    this.#programs.set(name, { guard, pid: Number(String(pid)) });
  }

  /** Ends a program and its guard; without a signal properly. */
  async #end(name: string, signal?: 'SIGKILL'): Promise<void> {
    const program = this.#programs.get(name);
    if (!program) return;
    this.#programs.delete(name);
    const { guard, pid } = program;
    if (signal) process.kill(pid, signal);
    const ended = guard.exitCode === null ? once(guard, 'exit') : undefined;
    guard.stdin?.end();
    await ended;
  }

  startNode(name: string): Promise<void> {
    return this.#launch(name, this.#command(`patroni ${name}.yml`));
  }

  /** Patroni and its PostgreSQL are gone at the same moment, as with the power of their machine. */
  async killNode(name: string): Promise<void> {
    const processes = this.#processesOf(name);
    await this.#end(name, 'SIGKILL');
    for (const pid of processes) endAtOnce(pid);
  }

  /** With SIGTERM: Patroni gives the lead away. */
  stopNode(name: string): Promise<void> {
    return this.#end(name);
  }

  /** Everything of a node stands still, or goes on. */
  signalNode(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.#programs.get(name)?.pid;
    for (const one of [...(pid ? [pid] : []), ...this.#processesOf(name)])
      process.kill(one, signal);
  }

  /** PostgreSQL of a node. */
  #processesOf(name: string): number[] {
    const file = join(this.#folder, name, 'postmaster.pid');
    const postmaster = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
    return [postmaster, ...childrenOf(postmaster)];
  }

  /** As `patronictl switchover` does. */
  async switchOver(leader: string): Promise<void> {
    const port = this.#rest[NODES.indexOf(leader)];
    const body = JSON.stringify({ leader });
    const answer = await fetch(`http://127.0.0.1:${port}/switchover`, { method: 'POST', body });
    assert.equal(answer.status, 200, await answer.text());
  }

  /** As a person does with `patronictl reinit` when a node does not come back by itself. */
  async #copyAnew(node: string): Promise<void> {
    const port = this.#rest[NODES.indexOf(node)];
    const body = JSON.stringify({ force: true });
    await fetch(`http://127.0.0.1:${port}/reinitialize`, { method: 'POST', body });
    this.copied_anew += 1;
  }

  /** What the first node that answers knows of all. */
  async members(): Promise<Member[]> {
    for (const port of this.#rest) {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`http://127.0.0.1:${port}/cluster`, { signal }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** Waits until another node leads than this one. */
  async untilOther(than: string): Promise<string> {
    for (const started = Date.now(); ; await setTimeout(100)) {
      const leader = (await this.members()).find(({ role }) => role === 'leader')?.name;
      if (leader !== undefined && leader !== than) return leader;
      assert(Date.now() - started < PATIENCE_MS, `nobody takes over from ${than}`);
    }
  }

  /** Waits until there are a leader, a synchronous standby and another one. Returns the leader. */
  async untilWhole(): Promise<string> {
    let mended_at = Date.now();
    for (const started = Date.now(); ; await setTimeout(500)) {
      const members = await this.members();
      const broken = members.find(({ state }) => state === 'start failed');
      if (broken && Date.now() - mended_at > BROKEN_MS) {
        await this.#copyAnew(broken.name);
        mended_at = Date.now();
      }
      const running = members.filter(({ state }) => ['running', 'streaming'].includes(state));
      const named = (role: string) => running.find((one) => one.role === role)?.name;
      const leader = named('leader');
      if (running.length === NODES.length && leader && named('sync_standby')) return leader;
      const late = Date.now() - started > PATIENCE_MS;
      assert(!late, `the cluster is not whole: ${JSON.stringify(members)}`);
    }
  }

  /** The end of each log, for a person. */
  logs(): string {
    const files = fs.globSync(join(this.#folder, '*.log'));
    return files
      .map((file) => `${file}\n${fs.readFileSync(file, 'utf8').slice(-LOG_SHOWN)}`)
      .join('\n');
  }

  async remove(): Promise<void> {
    await Promise.all([...NODES, 'haproxy'].map((name) => this.#end(name)));
    await this.#end('etcd'); // Last: a leader gives its lock back.
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with the others.
  }
}

const childrenOf = (parent: number): number[] =>
  fs.globSync('/proc/[0-9]*/stat').flatMap((place) => {
    try {
      const fields = fs.readFileSync(place, 'utf8').split(') ').at(-1)?.split(' ');
      return Number(fields?.[1]) === parent ? [Number(place.split('/')[2])] : [];
    } catch {
      return []; // It has just ended.
    }
  });
