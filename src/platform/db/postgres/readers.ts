import type { Connection } from './connection.ts';
import type { Pool } from './pool.ts';

/** Connections that are left for transactions. */
const OTHERS = 2;
const CONNECTIONS_MAX = 4;

interface Reader {
  connection: Promise<Connection>;
  under_way: number;
}

/**
 * Reads share connections: several are sent on the same one without waiting for answers. A
 * connection without reads goes back to the pool.
 */
export function createReaders(pool: Pool) {
  const readers_max = Math.max(1, Math.min(CONNECTIONS_MAX, pool.connections_max - OTHERS));
  const readers: Reader[] = [];

  function leastBusy(): Reader {
    const [first, ...others] = readers;
    const best = others.reduce((a, b) => (b && a && b.under_way < a.under_way ? b : a), first);
    if (best && (best.under_way === 0 || readers.length === readers_max)) return best;
    const added = { connection: pool.take(), under_way: 0 };
    readers.push(added);
    return added;
  }

  const remove = (reader: Reader) => {
    const at = readers.indexOf(reader);
    if (at !== -1) readers.splice(at, 1);
  };

  return async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const reader = leastBusy();
    reader.under_way += 1;
    let connection: Connection | undefined;
    try {
      connection = await reader.connection;
      return await work(connection);
    } finally {
      reader.under_way -= 1;
      if (!connection || connection.lost()) remove(reader);
      if (reader.under_way === 0) {
        remove(reader);
        if (connection) pool.give(connection);
      }
    }
  };
}
