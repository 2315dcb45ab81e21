import assert from 'node:assert/strict';
import type { Connection } from './connection.ts';

const TIMEOUT_MS = 2_000;

/**
 * Reads the clock of the database, which also shows whether it is reachable and accepts writes. It
 * has its own connection, so it does not wait for other statements.
 */
export function createPinger(open: () => Promise<Connection>) {
  let opening: Promise<Connection> | undefined;

  async function connect(): Promise<Connection> {
    const opened = open();
    opening = opened;
    const forget = () => {
      if (opening === opened) opening = undefined;
    };
    opened.then((connection) => connection.onLost(forget), forget);
    return opened;
  }

  return {
    async now(): Promise<number> {
      let timer: NodeJS.Timeout | undefined;
      const opened = opening ?? connect();
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          const error = new Error('PostgreSQL did not answer in time');
          reject(error);
          opened.then((connection) => connection.destroy(error)).catch(() => {}); // Rejected above.
        }, TIMEOUT_MS);
      });
      const reading = opened.then((connection) => connection.query(NOW));
      const { rows } = await Promise.race([reading, late]).finally(() => clearTimeout(timer));
      assert.equal(rows[0]?.is_standby, false, 'PostgreSQL has become a standby');
      return rows[0]?.now;
    },
    async close(): Promise<void> {
      const connection = await opening?.catch(() => undefined); // There is none to end then.
      await connection?.end();
    },
  };
}

const NOW = `SELECT pg_is_in_recovery() AS is_standby,
  CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint) AS now`;
