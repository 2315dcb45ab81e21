import { setTimeout } from 'node:timers/promises';
import { type Connection, STATEMENT_TIMEOUT_MS } from './connection.ts';

const TICK_MS = 1_000;
/** The server ends a statement after its own limit. If it is silent for longer, it is gone. */
const SILENCE_MAX_TICKS = STATEMENT_TIMEOUT_MS / TICK_MS + 2;
const IDLE_MAX_TICKS = 20;
const CLOSE_TIMEOUT_MS = 5_000;

/** The server was silent for longer than its own time limit. */
export class NoAnswer extends Error {}

/** A pool of connections, each used by one transaction at a time. Lost ones are replaced. */
export interface Pool {
  connections_max: number;
  take(): Promise<Connection>;
  give(connection: Connection): void;
  /** Closes unused connections: after a failure they may be broken too. */
  closeIdle(): void;
  close(): Promise<void>;
}

export function createPool(open: () => Promise<Connection>, connections_max: number): Pool {
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const idle_ticks = new WeakMap<Connection, number>();
  const ending = new Set<Promise<void>>();
  const waiting: PromiseWithResolvers<Connection>[] = [];
  let opening = 0;
  let closing = false;
  const ticking = setInterval(tick, TICK_MS).unref();

  function openMore(): void {
    while (opening < waiting.length && all.size + opening < connections_max) {
      opening += 1;
      open().then(add, (error: Error) => {
        opening -= 1;
        // If other connections are in use, whoever waits gets one of those later.
        if (all.size === 0) for (const one of waiting.splice(0)) one.reject(error);
      });
    }
  }

  function add(connection: Connection): void {
    opening -= 1;
    if (connection.lost()) {
      openMore();
      return;
    }
    all.add(connection);
    connection.onLost(() => remove(connection));
    give(connection);
  }

  function remove(connection: Connection): void {
    all.delete(connection);
    const at = idle.indexOf(connection);
    if (at !== -1) idle.splice(at, 1);
    openMore();
  }

  function give(connection: Connection): void {
    if (connection.lost()) return;
    const first = waiting[0];
    if (!connection.isIdle()) {
      connection.destroy(new Error('a transaction was left open on this connection'));
    } else if (closing) {
      end(connection);
    } else if (first) {
      waiting.shift();
      first.resolve(connection);
    } else {
      idle_ticks.set(connection, 0);
      idle.push(connection);
    }
  }

  function end(connection: Connection): void {
    const ended = connection.end().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  function closeIdle(): void {
    for (const connection of idle.splice(0)) end(connection);
  }

  function tick(): void {
    for (const connection of all) {
      if (connection.countSilence() < SILENCE_MAX_TICKS) continue;
      connection.destroy(new NoAnswer('PostgreSQL did not answer in time'));
    }
    for (const connection of [...idle]) {
      const ticks = (idle_ticks.get(connection) ?? 0) + 1;
      idle_ticks.set(connection, ticks);
      if (ticks > IDLE_MAX_TICKS) end(connection);
    }
  }

  return {
    connections_max,
    async take() {
      if (closing) throw new Error('the database is closed');
      const connection = idle.pop(); // The one used last, so that surplus ones time out.
      if (connection) return connection;
      const connecting = Promise.withResolvers<Connection>();
      waiting.push(connecting);
      openMore();
      return connecting.promise;
    },
    give,
    closeIdle,
    async close() {
      closing = true;
      clearInterval(ticking);
      for (const one of waiting.splice(0)) one.reject(new Error('the database is closed'));
      closeIdle();
      const ended = async () => {
        while (all.size + opening + ending.size > 0) await setTimeout(5);
      };
      await Promise.race([ended(), setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      for (const connection of all) connection.destroy(new Error('the database is closed'));
    },
  };
}
