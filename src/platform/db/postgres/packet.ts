import assert from 'node:assert/strict';
import { DatabaseError, type Connection as Protocol, Query, type Submittable } from 'pg';
import type { Value } from '../database.ts';

/** A statement of a packet. Under its name it is prepared once on each connection. */
export interface Sent {
  text: string;
  /** A buffer is a value in PostgreSQL's binary form. */
  values: readonly (Value | Buffer)[];
  name: string | undefined;
}

export interface Received {
  /** The values of each row, in the order of `names`. */
  rows: unknown[][];
  /** How many rows were found or changed. */
  count: number;
  names: readonly string[];
}

export type Outcomes = PromiseSettledResult<Received>[];

/** Not run, because a statement before it in the same packet has failed. */
export class NotRun extends Error {}

/** What the driver has, and its types leave out. */
interface Wire {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(query: { text: string; name: string | undefined }): void;
  bind(config: { statement: string | undefined; values: unknown[] }): void;
  describe(which: { type: 'P'; name: '' }): void;
  execute(config: { portal: '' }): void;
  sync(): void;
}

const wireOf = (connection: Protocol): Wire => connection as unknown as Wire;

interface Columns {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** What each text returns, once it was described: it need not be described again. */
const known_columns = new Map<string, Columns>();
/** A text that does not list its columns returns them as the table has them: each database its own. */
const ALL_COLUMNS = /[ .]\*(?:,|\s+FROM\b)/;
const NO_COLUMNS: Columns = { names: [], parsers: [] };

/**
 * Several statements that are sent with one Sync at their end: PostgreSQL answers them in one piece.
 * If one fails, those after it are not run.
 */
export class Packet implements Submittable {
  #sent: readonly Sent[];
  #outcomes: Outcomes = [];
  /** What is known of what each returns; undefined for those that are described. */
  #known: (Columns | undefined)[] = [];
  #columns: Columns | undefined;
  #rows: unknown[][] = [];
  #problem: Error | undefined;
  #onAnswer: () => void;
  #onEnd: (outcomes: Outcomes) => void;
  #typeParser: TypeParser;

  constructor(
    sent: readonly Sent[],
    on: { answer(): void; end(outcomes: Outcomes): void; typeParser: TypeParser },
  ) {
    this.#sent = sent;
    this.#onAnswer = on.answer;
    this.#onEnd = on.end;
    this.#typeParser = on.typeParser;
  }

  /** The driver notes under this name that the statement which is being answered is prepared. */
  get name(): string | undefined {
    return this.#current()?.name;
  }

  get text(): string | undefined {
    return this.#current()?.text;
  }

  #current(): Sent | undefined {
    return this.#sent[this.#outcomes.length];
  }

  submit(connection: Protocol): void {
    const wire = wireOf(connection);
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = wire;
    for (const { text, values, name } of this.#sent) {
      const before = name === undefined ? undefined : (parsed[name] ?? submitted[name]);
      if (before === undefined) {
        wire.parse({ text, name });
        if (name !== undefined) submitted[name] = text;
      } else {
        assert.equal(before, text, 'a statement has a name of its own');
      }
      wire.bind({ statement: name, values: values.map(asText) });
      const known = known_columns.get(text);
      this.#known.push(known);
      if (!known) wire.describe(PORTAL);
      wire.execute(EXECUTE);
    }
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#typeParser(dataTypeID)),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#columns ??= this.#known[this.#outcomes.length];
    const { parsers } = this.#columns ?? NO_COLUMNS;
    try {
      assert.equal(fields.length, parsers.length, 'a statement returns other columns than before');
      const row: unknown[] = fields; // The array is the driver's, and nobody else's.
      for (let at = 0; at < fields.length; at++) {
        const field = fields[at];
        if (typeof field === 'string') row[at] = parsers[at]?.(field);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#problem ??= error as Error; // Nothing else is thrown there.
    }
  }

  handleCommandComplete({ text: tag }: { text: string }): void {
    const { text = '' } = this.#current() ?? {};
    if (this.#problem) {
      known_columns.delete(text);
      this.#outcomes.push({ status: 'rejected', reason: this.#problem });
    } else {
      const known = this.#known[this.#outcomes.length];
      const columns = known ?? this.#columns ?? NO_COLUMNS;
      if (!known && !ALL_COLUMNS.test(text)) known_columns.set(text, columns);
      const count = Number(/(?<!\d)\d+$/.exec(tag)?.[0] ?? 0);
      const value = { rows: this.#rows, count, names: columns.names };
      this.#outcomes.push({ status: 'fulfilled', value });
    }
    this.#columns = undefined;
    this.#rows = [];
    this.#problem = undefined;
    this.#onAnswer();
  }

  /** Also called when the connection is lost: then nobody knows of any that was not answered. */
  handleError(reason: Error, connection?: Protocol): void {
    const submitted = connection && wireOf(connection).submittedNamedStatements;
    for (let at = this.#outcomes.length; at < this.#sent.length; at++) {
      const { name, text } = this.#sent[at] ?? {};
      if (submitted && name !== undefined && submitted[name] === text) delete submitted[name];
    }
    const rest = this.#sent.length - this.#outcomes.length;
    if (rest > 0) this.#outcomes.push({ status: 'rejected', reason });
    const after =
      reason instanceof DatabaseError ? new NotRun('not run', { cause: reason }) : reason;
    while (this.#outcomes.length < this.#sent.length) {
      this.#outcomes.push({ status: 'rejected', reason: after });
    }
    this.#onEnd(this.#outcomes);
  }

  handleReadyForQuery(): void {
    this.#onEnd(this.#outcomes);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {} // Only where a number of rows is requested.
}

// In its pipeline mode the driver takes nothing but its own kind, which keeps no portal open.
Object.setPrototypeOf(Packet.prototype, Query.prototype);

export type TypeParser = (oid: number) => (text: string) => unknown;

const PORTAL = { type: 'P', name: '' } as const;
const EXECUTE = { portal: '' } as const;

const asText = (value: Value | Buffer): string | Buffer | null =>
  typeof value === 'number' ? `${value}` : value;
