import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../harness/find-program.ts';
import { freePort } from '../../harness/free-port.ts';
import { until } from '../../harness/until.ts';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** Where pgbouncer is, after installing Debian's if that is possible; undefined if not. */
export const findPgbouncer = (): string | undefined => findProgram(PLACES, ['pgbouncer']);

/** A pgbouncer in transaction mode, with few connections, before a database. */
export async function startPgbouncer(program: string, database_url: string, connections: number) {
  const { hostname, port: server_port, pathname, username } = new URL(database_url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'kassa-pgbouncer-'));
  chmodSync(folder, 0o755);
  const database = pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${database} = host=${hostname} port=${server_port || 5432} dbname=${database} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
  );
  // Like PostgreSQL, it refuses to run as root: it becomes "nobody".
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const launch = () => spawn(program, ['-q', file], { stdio: 'ignore', ...user });
  let child = launch();
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  await until(answers, 'pgbouncer listens');
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}?pgbouncer=true`,
    /** Connections are lost on both sides. */
    async restart() {
      await kill();
      child = launch();
      await until(answers, 'pgbouncer listens again');
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
