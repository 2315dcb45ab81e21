import type { Client, Connection as Protocol, Submittable } from 'pg';
import { type PostgresAddress, postgresAddress } from './address.ts';
import { clientFor, connectError, sessionOptions, toFirstHost } from './connection.ts';

/** Under this name a move is connected, so that it knows others from itself. */
export const BULK_NAME = 'kassa move';
const CONNECT_TIMEOUT_MS = 10_000;
/** Lines that may wait for whoever reads them. */
const WAITING_MAX = 20_000;

type Row = Record<string, string | null>;

/** A connection for moving many rows with COPY. One thing at a time, without time limits. */
export interface BulkConnection {
  query(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `COPY … FROM STDIN` with these lines. */
  copyIn(text: string, lines: string[]): Promise<void>;
  /** Runs `COPY … TO STDOUT`. Nothing else may be sent until all lines were read. */
  copyOut(text: string): AsyncIterable<string[]>;
  close(): Promise<void>;
}

export async function openBulk(url: string): Promise<BulkConnection> {
  const client = await connect(postgresAddress(url));
  return {
    async query(text, values) {
      // All values as texts: a row travels as text.
      const types = { getTypeParser: () => (value: string) => value };
      const { rows } = await client.query<Row>({ text, values: values ?? [], types });
      return rows;
    },
    copyIn: (text, lines) =>
      new Promise((resolve, reject) => {
        client.query(copyInto(text, `${lines.join('\n')}\n`, resolve, reject));
      }),
    copyOut: (text) => copyFrom(client, text),
    close: () => client.end(),
  };
}

const connect = (address: PostgresAddress): Promise<Client> =>
  toFirstHost(address, async (host) => {
    const client = clientFor(host, address, {
      options: sessionOptions(address),
      application_name: BULK_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => {}); // Whoever waits for an answer gets it too.
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw connectError(error, client);
    }
  });

/** What the driver calls while a statement runs; the package has no types for it. */
interface Statement extends Submittable {
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
  handleCopyInResponse?(connection: Protocol): void;
  handleCopyData?(message: { chunk: Buffer }): void;
}

interface CopyProtocol extends Protocol {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function copyInto(
  text: string,
  lines: string,
  resolve: () => void,
  reject: (error: Error) => void,
): Statement {
  return {
    submit: (connection) => (connection as CopyProtocol).query(text),
    handleCopyInResponse(connection) {
      (connection as CopyProtocol).sendCopyFromChunk(Buffer.from(lines));
      (connection as CopyProtocol).endCopyFrom();
    },
    handleCommandComplete() {},
    handleReadyForQuery: resolve,
    handleError: reject,
  };
}

async function* copyFrom(client: Client, text: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let is_over = false;
  let failure: Error | undefined;
  let wake = () => {};
  const { stream } = client.connection;
  client.query({
    submit: (connection) => (connection as CopyProtocol).query(text),
    handleCopyData({ chunk }) {
      lines.push(chunk.toString('utf8', 0, chunk.length - 1));
      if (lines.length === WAITING_MAX) stream.pause();
      wake();
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      is_over = true;
      wake();
    },
    handleError(error) {
      failure = error;
      is_over = true;
      wake();
    },
  } satisfies Statement);
  while (true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    if (lines.length === 0 && !is_over) {
      stream.resume();
      await promise;
    }
    const found = lines;
    lines = [];
    if (found.length > 0) yield found;
    else if (failure) throw failure;
    else if (is_over) return;
  }
}
