import assert from 'node:assert/strict';
// Node 26.10 needs this: when the driver is the first to load tls, parts of the module are missing.
import 'node:tls';
import { Client, type ClientConfig, DatabaseError, type QueryResult, types } from 'pg';
import { SettingsError } from '../../machine/settings.ts';
import type { PostgresAddress, PostgresHost } from './address.ts';
import { type Outcomes, Packet, type Sent } from './packet.ts';

const CONNECT_TIMEOUT_MS = 3_000;
export const STATEMENT_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 1_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
const MINIMUM_VERSION = 150_000;

/** Whatever the default of this database is. */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** A connection to PostgreSQL. Several statements can be sent before the first answer arrives. */
export interface Connection {
  /** Runs a statement by itself, or several that have no values. */
  query(text: string, values?: unknown[]): Promise<QueryResult>;
  /** Sends statements together. The outcomes come when all are there; a lost connection fails each. */
  send(sent: readonly Sent[]): Promise<Outcomes>;
  /** Why the connection can no longer be used; undefined while it can. */
  lost(): Error | undefined;
  /** Whether no statement is running and no transaction is open. */
  isIdle(): boolean;
  /** Called at regular intervals. Returns how many in a row passed without an expected answer. */
  countSilence(): number;
  /** Statements may take as long as they need: the limit of the server and ours are off. */
  disableTimeouts(): Promise<void>;
  onLost(listener: () => void): void;
  /** Closes the connection immediately, even if a statement is running. */
  destroy(reason: Error): void;
  /** Closes the connection properly. */
  end(): Promise<void>;
}

/** Connects to the first of the hosts that accepts writes and makes them durable. */
export const openConnection = (address: PostgresAddress): Promise<Connection> =>
  toFirstHost(address, async (host) => {
    const { is_pooled } = address;
    const client = clientFor(host, address, {
      application_name: 'kassa',
      // What a pool would refuse, or keep for everybody.
      ...(!is_pooled && {
        options: sessionOptions(address),
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      }),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      pipeline: true,
      types: { getTypeParser },
    });
    const connection = connectionOf(client, is_pooled);
    try {
      await client.connect();
      await checkServer(connection);
      return connection;
    } catch (error) {
      connection.destroy(new Error('this connection was never used'));
      throw connectError(error, client);
    }
  });

/** Tries the hosts in their order. */
export async function toFirstHost<T>(
  { hosts }: PostgresAddress,
  connect: (host: PostgresHost) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const host of hosts) {
    try {
      return await connect(host);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export const sessionOptions = ({ options = '' }: PostgresAddress): string =>
  `-c synchronous_commit=on ${options}`.trim();

export function clientFor(
  host: PostgresHost,
  address: PostgresAddress,
  more: ClientConfig,
): Client {
  const { user, password, database } = address;
  return new Client({
    ...withoutUndefined({ ...host, user, password, database }),
    // Also notices on unused connections that the server has disappeared.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...more,
  });
}

/** Without undefined values, for which the driver has its own defaults. */
function withoutUndefined<T extends object>(values: T) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}

const INT8 = 20;

// Every bigint in the database is a number below 2^53.
const getTypeParser = (oid: number) => (oid === INT8 ? safeInteger : types.getTypeParser(oid));

function safeInteger(text: string): number {
  const number = Number(text);
  assert(Number.isSafeInteger(number), `${text} does not fit a number`);
  return number;
}

function connectionOf(client: Client, is_pooled: boolean): Connection {
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

  // Statements that are sent together leave in one packet.
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

  const run: Connection['query'] = (text, values = []) =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost);
      under_way += 1;
      cork();
      client.query(text, values, (error, result) => {
        under_way -= 1;
        silence = 0;
        if (error) reject(error);
        else resolve(result);
      });
    });

  // Behind a pool a transaction says first what it needs. If the connection is lost, both fail.
  const runPooled: Connection['query'] = async (text, values) => {
    if (!text.startsWith('BEGIN')) return run(text, values);
    const [begun] = await Promise.all([run(text, values), run(inTransaction(is_patient))]);
    return begun;
  };
  const query = is_pooled ? runPooled : run;

  const send: Connection['send'] = (sent) =>
    new Promise((resolve) => {
      const reason = lost;
      if (reason) return resolve(sent.map(() => ({ status: 'rejected', reason })));
      under_way += 1;
      cork();
      let is_over = false;
      const end = (outcomes: Outcomes) => {
        if (!is_over) under_way -= 1;
        is_over = true;
        silence = 0;
        resolve(outcomes);
      };
      const answer = () => {
        silence = 0;
      };
      // Behind a pool nothing stays prepared.
      const nameless = () => sent.map((one) => ({ ...one, name: undefined }));
      client.query(
        new Packet(is_pooled ? nameless() : sent, { answer, end, typeParser: getTypeParser }),
      );
    });

  return {
    query,
    send,
    lost: () => lost,
    isIdle: () => under_way === 0 && client.getTransactionStatus() === 'I',
    countSilence() {
      silence = under_way > 0 && !is_patient ? silence + 1 : 0;
      return silence;
    },
    async disableTimeouts() {
      is_patient = true;
      if (!is_pooled) await query(WITHOUT_TIMEOUTS);
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

/** What a transaction behind a pool needs, for as long as it lasts. */
const inTransaction = (is_patient: boolean): string => {
  const timeout_ms = is_patient ? 0 : STATEMENT_TIMEOUT_MS;
  return `SELECT set_config('synchronous_commit', 'on', true),
    set_config('statement_timeout', '${timeout_ms}', true),
    set_config('idle_in_transaction_session_timeout', '${timeout_ms}', true)`;
};

// Whoever reads everything may also take long to work on what was read.
const WITHOUT_TIMEOUTS = `SELECT set_config('statement_timeout', '0', false),
  set_config('idle_in_transaction_session_timeout', '0', false)`;

/** Checks the durability settings on each new connection: it may be another server after a failover. */
async function checkServer(connection: Connection): Promise<void> {
  const { rows } = await connection.query(SERVER);
  const { synchronous_commit, fsync, encoding, version, is_standby } = rows[0] ?? {};
  assert(synchronous_commit !== 'off', 'PostgreSQL must sync every commit');
  assert(fsync === 'on', 'PostgreSQL must run with fsync = on');
  assert(version >= MINIMUM_VERSION, 'PostgreSQL 15 or newer is needed');
  assert(is_standby === false, 'it is a standby and takes no writes');
  assert(encoding === 'UTF8', `this database has the encoding ${encoding}. ${MAKE_ONE}`);
}

const MAKE_ONE = `Make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`;

const SERVER = `
  SELECT current_setting('synchronous_commit') AS synchronous_commit,
         current_setting('fsync') AS fsync,
         current_setting('server_encoding') AS encoding,
         current_setting('server_version_num')::int AS version,
         pg_is_in_recovery() AS is_standby`;

export function connectError(error: unknown, { host, port }: Client): Error {
  const { message, code } = error as NodeJS.ErrnoException; // The driver throws nothing else.
  const server = `PostgreSQL at ${host}:${port}`;
  if (message === 'The server does not support SSL connections') {
    return new SettingsError(
      `${server} offers no TLS, without which Kassa speaks to this machine only. Turn it on there (ssl = on), or, if the network in between is your own, put ?sslmode=disable behind DATABASE_URL.`,
    );
  }
  return new SettingsError(`${server} cannot be used: ${message || code}.`, { cause: error });
}

/** Whether the statement had no effect and may succeed on another connection. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  // The server has become a standby, or a table was changed after the statement was prepared.
  const { code, routine } = error;
  return code === '25006' || code === '26000' || routine === 'RevalidateCachedQuery';
}

// Serialization failure, deadlock, or a unique key that another transaction has just inserted.
// Nothing was changed, so the work is done again and then sees what the other transaction did.
const CONFLICTS = new Set(['40001', '40P01', '23505']);
export const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && CONFLICTS.has(error.code ?? '');
