import { createCommitFigures } from '../commit-figures.ts';
import type { Database } from '../database.ts';
import { postgresAddress } from './address.ts';
import { openConnection } from './connection.ts';
import { createPinger } from './pinger.ts';
import { createPool } from './pool.ts';
import { createReads } from './reads.ts';
import { queries } from './transaction.ts';
import { sendOne } from './wave.ts';
import { createWrites } from './writes.ts';

/** Of a machine: its processes share them. */
const CONNECTIONS_MAX = 10;
const CONNECTIONS_MIN = 3;
const SIZE = 'SELECT pg_database_size(current_database()) AS bytes';

/** A PostgreSQL database, which any number of Kassa processes can share. */
export async function openPostgres(url: string, processes = 1): Promise<Database> {
  const address = postgresAddress(url);
  const connections_max = Math.max(CONNECTIONS_MIN, Math.ceil(CONNECTIONS_MAX / processes));
  const pool = createPool(() => openConnection(address), connections_max);
  pool.give(await pool.take()); // Fails now if the server cannot be used.
  const pinger = createPinger(() => openConnection(address));
  const commits = createCommitFigures();
  const read = createReads(pool);
  const write = createWrites(pool, commits);

  return {
    reader: (scope) => queries(read, scope),
    write: (scope, work) => write(scope, work, true),
    writeUnsynced: (scope, work) => write(scope, work, false),
    async snapshot(work) {
      const connection = await openConnection(address);
      try {
        await connection.disableTimeouts(); // Reading everything may take long.
        await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return await work(queries((query) => sendOne(connection, query), null));
      } finally {
        await connection.end();
      }
    },
    // PostgreSQL enforces references itself and has its own tools for its files.
    selfCheck: async () => [],
    async describe() {
      const found = await queries(read, null).maybe<{ bytes: number }>(SIZE);
      return { engine: 'postgres', bytes: Number(found?.bytes ?? 0) };
    },
    compact: async () => false, // PostgreSQL does this by itself.
    tryRoom: async () => {},
    now: pinger.now,
    commits,
    async ping() {
      await pinger.now();
    },
    async close() {
      await pinger.close();
      await pool.close();
    },
  };
}
