import assert from 'node:assert/strict';
// First loaded from inside the driver, the tls of Node 26.10 was found without its parts.
import 'node:tls';
import { Client, DatabaseError, type QueryResult, types } from 'pg';
import { SettingsError } from '../../installation/settings.ts';
import type { PostgresAddress, PostgresHost } from './address.ts';

const CONNECT_TIMEOUT_MS = 3_000;
export const STATEMENT_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
const MINIMUM_VERSION = 150_000;

/** A session of PostgreSQL. Statements that are sent before an answer has come wait in line. */
export interface Connection {
  /** With a name, a statement is prepared once. */
  query(text: string, values?: unknown[], name?: string): Promise<QueryResult>;
  /** Why it can be used no longer. */
  lost(): Error | undefined;
  /** Neither a statement nor a transaction is under way. */
  isIdle(): boolean;
  /** Called every so often: how many times in a row nothing was heard though an answer is due. */
  countSilence(): number;
  /** From now on a statement may take its time: the server's limit is off, and ours with it. */
  disableTimeouts(): Promise<void>;
  onLost(listener: () => void): void;
  /** Ends it at once, whatever is under way. */
  destroy(reason: Error): void;
  /** Ends it with a word to the server. */
  end(): Promise<void>;
}

/** A connection to the first of the hosts that takes writes and makes them durable. */
export async function openConnection(address: PostgresAddress): Promise<Connection> {
  let failure: unknown;
  for (const host of address.hosts) {
    try {
      return await connectTo(host, address);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function connectTo(host: PostgresHost, address: PostgresAddress): Promise<Connection> {
  const { user, password, database, options = '' } = address;
  const client = new Client({
    ...withoutUndefined({ ...host, user, password, database }),
    options: `-c synchronous_commit=on ${options}`.trim(),
    application_name: 'kassa',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A server that vanished without a word is noticed on connections that nobody uses, too.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    pipeline: true,
    types: { getTypeParser },
  });
  const connection = connectionOf(client);
  try {
    await client.connect();
    await checkServer(connection);
    return connection;
  } catch (error) {
    connection.destroy(new Error('this connection was never used'));
    throw connectError(error, client);
  }
}

/** Only what there is: the driver has its own defaults for the rest. */
function withoutUndefined<T extends object>(values: T) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}

const INT8 = 20;

// Every bigint here is a count, an instant or an amount below 2^53.
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? safeInteger : types.getTypeParser(oid, format as 'text');

function safeInteger(text: string): number {
  const number = Number(text);
  assert(Number.isSafeInteger(number), `${text} does not fit a number`);
  return number;
}

function connectionOf(client: Client): Connection {
  let lost: Error | undefined;
  let under_way = 0;
  let silence = 0;
  let is_patient = false;
  const listeners: (() => void)[] = [];
  const lose = (reason: Error) => {
    if (lost) return;
    lost = reason;
    for (const listener of listeners) listener();
  };
  // Without a listener, an error between two statements would end the process.
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection to PostgreSQL was closed')));

  // What is sent in one go of the program leaves in one packet.
  let is_corked = false;
  function cork(): void {
    if (is_corked) return;
    is_corked = true;
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => {
      is_corked = false;
      stream.uncork();
    });
  }

  const query: Connection['query'] = (text, values, name) =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost);
      under_way += 1;
      cork();
      // The driver takes undefined for absent, which its types do not say.
      const config = { text, values, name } as { text: string; values: unknown[]; name: string };
      client.query(config, (error, result) => {
        under_way -= 1;
        silence = 0;
        if (error) reject(error);
        else resolve(result);
      });
    });

  return {
    query,
    lost: () => lost,
    isIdle: () => under_way === 0 && client.getTransactionStatus() === 'I',
    countSilence() {
      silence = under_way > 0 && !is_patient ? silence + 1 : 0;
      return silence;
    },
    async disableTimeouts() {
      is_patient = true;
      await query('SET statement_timeout = 0');
    },
    onLost: (listener) => listeners.push(listener),
    destroy(reason) {
      lose(reason);
      client.connection.stream.destroy();
    },
    async end() {
      lose(new Error('this connection was ended'));
      const force = setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS);
      await client.end();
      clearTimeout(force);
    },
  };
}

/** What durability rests on is asserted of every connection: after a failover it is another server. */
async function checkServer(connection: Connection): Promise<void> {
  const { rows } = await connection.query(SERVER);
  const [server] = rows;
  assert.notEqual(server?.synchronous_commit, 'off', 'PostgreSQL must sync every commit');
  assert.equal(server?.fsync, 'on', 'PostgreSQL must run with fsync = on');
  assert(server?.version >= MINIMUM_VERSION, 'PostgreSQL 15 or newer is needed');
  assert.equal(server?.is_standby, false, 'it is a standby and takes no writes');
}

const SERVER = `
  SELECT current_setting('synchronous_commit') AS synchronous_commit,
         current_setting('fsync') AS fsync,
         current_setting('server_version_num')::int AS version,
         pg_is_in_recovery() AS is_standby`;

function connectError(error: unknown, { host, port }: Client): Error {
  const { message, code } = error as NodeJS.ErrnoException; // The driver throws nothing else.
  const server = `PostgreSQL at ${host}:${port}`;
  if (message === 'The server does not support SSL connections') {
    return new SettingsError(
      `${server} offers no TLS, without which Kassa speaks to this machine only. Turn it on there (ssl = on), or, if the network in between is your own, put ?sslmode=disable behind DATABASE_URL.`,
    );
  }
  return new SettingsError(`${server} cannot be used: ${message || code}.`, { cause: error });
}

/** Nothing was done, and it was not the statement's fault: another connection may do it. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  // A standby since a moment ago; or a statement prepared before a table was changed.
  const { code, routine } = error;
  return code === '25006' || code === '26000' || routine === 'RevalidateCachedQuery';
}

// Serialization failure, deadlock, and a unique key that another request took at the same instant:
// nothing was done, so the work is done again and then sees what the other one did.
const CONFLICTS = new Set(['40001', '40P01', '23505']);
export const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && CONFLICTS.has(error.code ?? '');
