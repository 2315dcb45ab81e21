import assert from 'node:assert/strict';
import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import type { Database, Scope, SearchQuery, SearchText, Tx, Values } from './database.ts';
import { assertScoped, bind, statements } from './statement.ts';

const CONNECTIONS_MAX = 10;
const STATEMENT_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 2_000;
const RETRIES_MAX = 5;
const RETRY_PAUSE_MS = 10;
const MINIMUM_VERSION = 150_000;

/** Any number of Kassa processes on one PostgreSQL. */
export async function openPostgres(url: string): Promise<Database> {
  const sql = connectPostgres(url, CONNECTIONS_MAX);
  const [settings] = await sql`
    SELECT current_setting('synchronous_commit') AS synchronous_commit,
           current_setting('fsync') AS fsync,
           current_setting('server_version_num')::int AS version`;
  assert.notEqual(settings?.synchronous_commit, 'off', 'PostgreSQL must sync every commit');
  assert.equal(settings?.fsync, 'on', 'PostgreSQL must run with fsync = on');
  assert(settings?.version >= MINIMUM_VERSION, 'PostgreSQL 15 or newer is needed');

  return {
    reader: (scope) => queries(sql, scope),
    write: async (scope, work) => {
      for (let retry = 0; ; retry++) {
        try {
          return (await sql.begin(async (tx) => {
            const watch = watchTransaction();
            return Promise.race([work(transaction(tx, scope, watch)), watch.broken]).finally(
              watch.end,
            );
          })) as Awaited<ReturnType<typeof work>>;
        } catch (error) {
          if (retry === RETRIES_MAX || !isConflict(error)) throw error;
          // Those who met here must not meet again.
          await setTimeout(Math.random() * RETRY_PAUSE_MS * (retry + 1));
        }
      }
    },
    snapshot: async (work) =>
      (await sql.begin('isolation level repeatable read read only', async (tx) => {
        await tx`SET LOCAL statement_timeout = 0`; // Looking at everything takes its time.
        return work(queries(tx, null));
      })) as Awaited<ReturnType<typeof work>>,
    // PostgreSQL keeps its references by itself, and looks after its files.
    selfCheck: async () => [],
    compact: async () => false, // The server does so by itself.
    async ping() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = startTimer(() => reject(new Error('no answer in time')), PING_TIMEOUT_MS);
      });
      await Promise.race([sql`SELECT 1`, late]).finally(() => clearTimeout(timer));
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

export function connectPostgres(url: string, max: number): postgres.Sql {
  return postgres(url, {
    max,
    fetch_types: false,
    connect_timeout: 5,
    idle_timeout: 300,
    onnotice: () => {},
    connection: {
      application_name: 'kassa',
      synchronous_commit: 'on',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    },
    // Every bigint here is a count, an instant or an amount below 2^53.
    types: { bigint: { to: 20, from: [20], serialize: String, parse: safeInteger } },
  });
}

function safeInteger(text: string): number {
  const number = Number(text);
  assert(Number.isSafeInteger(number), `${text} does not fit a number`);
  return number;
}

// Serialization failure, deadlock, and a unique key that another request took at the same instant:
// nothing was done, so the work is done again and then sees what the other one did.
const CONFLICTS = new Set(['40001', '40P01', '23505']);
const isConflict = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && CONFLICTS.has(error.code);

// FTS5's MATCH is PostgreSQL's @@. No row is ever deleted under a reference, nor its key changed:
// so a lock need not keep out those who only refer to the row, and both orders of locking go.
const translate = statements('$', (sql) =>
  sql
    .replace('MATCH :match', '@@ CAST(:match AS tsquery)')
    .replace('FOR UPDATE', 'FOR NO KEY UPDATE'),
);

type Track = <T>(query: PromiseLike<T>) => PromiseLike<T>;

function queries(sql: postgres.Sql | postgres.TransactionSql, scope: Scope, track: Track = asIs) {
  const query = (text: string, values: Values) => {
    const statement = translate(text);
    assertScoped(statement, scope);
    return track(sql.unsafe(statement.text, bind(statement, scope, values), { prepare: true }));
  };
  // The row type is the caller's promise about its own SQL; nothing at run time could prove it.
  return {
    maybe: async <Row>(text: string, values: Values = {}) =>
      (await query(text, values))[0] as Row | undefined,
    all: async <Row>(text: string, values: Values = {}) =>
      (await query(text, values)) as unknown as Row[],
    run: async (text: string, values: Values = {}) => (await query(text, values)).count,
    match: (query: SearchQuery, without: SearchQuery[]) =>
      `(${matchText(query)})${without.map((one) => ` & !(${matchText(one)})`).join('')}`,
  };
}

const asIs: Track = (query) => query;

// A transaction holds a connection and locks: while it is open, nothing but the database may be
// awaited. When a turn of the event loop passes and no query is under way, somebody did.
function watchTransaction() {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  let under_way = 0;
  let ended = false;
  const check = () => {
    if (ended || under_way > 0) return;
    reject(new Error('a transaction awaited something else than the database'));
  };
  const track: Track = async (query) => {
    // A query is sent when it is awaited: one that comes too late is not sent at all.
    assert(!ended, 'this transaction is over');
    under_way += 1;
    try {
      return await query;
    } finally {
      under_way -= 1;
      setImmediate(check);
    }
  };
  setImmediate(check);
  return {
    broken,
    track,
    end: () => {
      ended = true;
    },
  };
}

function transaction(
  sql: postgres.TransactionSql,
  scope: Scope,
  { track }: ReturnType<typeof watchTransaction>,
): Tx {
  const own = queries(sql, scope, track);
  let depth = 0;
  return {
    ...own,
    async attempt(work) {
      const name = `s${depth++}`;
      await track(sql.unsafe(`SAVEPOINT ${name}`));
      try {
        const value = await work();
        await track(sql.unsafe(`RELEASE ${name}`));
        return value;
      } catch (error) {
        await track(sql.unsafe(`ROLLBACK TO ${name}`));
        throw error;
      } finally {
        depth--;
      }
    },
    async index(text, entry) {
      const operator = queries(sql, null, track);
      const values = { record_id: text.record_id, words: vectorText(text) };
      if (entry !== undefined) {
        await operator.run(REINDEX, { ...values, entry });
        return entry;
      }
      const added = await operator.maybe<{ entry: number }>(INDEX, values);
      assert(added);
      return added.entry;
    },
    async takeEventNumbers(count) {
      const taken = await own.maybe<{ last_sequence: number }>(TAKE_NUMBERS, { count });
      assert(taken);
      return taken.last_sequence;
    },
  };
}

const INDEX = `INSERT INTO search_texts (record_id, search_texts)
  VALUES (:record_id, CAST(:words AS tsvector)) RETURNING rowid AS entry`;
const REINDEX = `UPDATE search_texts SET search_texts = CAST(:words AS tsvector)
  WHERE rowid = :entry AND record_id = :record_id`;

// The counter's row is locked until the end of the transaction, which follows at once: so the
// sequence has no gaps, and a later number is never visible before an earlier one.
const TAKE_NUMBERS = `
  INSERT INTO event_counters (store_id, last_sequence) VALUES (:store_id, :count)
  ON CONFLICT (store_id) DO UPDATE
  SET last_sequence = event_counters.last_sequence + excluded.last_sequence
  RETURNING last_sequence`;

// Words are letters and digits only (core/words.ts), so quoting them is enough. Weight A marks
// the title, B the body; positions do not matter to us.
function vectorText({ scope, title, body }: SearchText): string {
  const weighted = (words: string[], weight: string) =>
    words.map((word) => `'${scope}${word}':1${weight}`);
  return [...weighted(title, 'A'), ...weighted(body, 'B')].join(' ');
}

function matchText({ scopes, words, last_is_prefix, title_only }: SearchQuery): string {
  const one = (word: string, at: number) => {
    const star = last_is_prefix && at === words.length - 1 ? '*' : '';
    const flags = star + (title_only ? 'A' : '');
    const marked = (scope: string) => `'${scope}${word}'${flags && `:${flags}`}`;
    return `(${scopes.map(marked).join(' | ')})`;
  };
  return words.map(one).join(' & ');
}
