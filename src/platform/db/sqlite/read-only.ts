import type { Database } from '../database.ts';
import { createReading, createSqliteTranslator } from './reading.ts';

/** A SQLite file that is only looked at, perhaps beside a server that writes to it. */
export function openSqliteReadOnly(path: string): Database {
  const refuse = (): never => {
    throw new Error('this database was opened to be read only');
  };
  const search = { add: refuse, mark: refuse, clear: refuse, flush: refuse, join: refuse };
  const appended = {
    add: refuse,
    takeNumbers: refuse,
    mark: refuse,
    clear: refuse,
    flush: refuse,
  };
  const sums = { add: refuse, mark: refuse, clear: refuse, flush: refuse };
  const shared = { search, appended, sums, inTransaction: () => false };
  const translate = createSqliteTranslator();
  const reading = createReading(path, { translate, shared, is_read_only: true });
  return {
    ...reading.database,
    write: async () => refuse(),
    writeUnsynced: async () => refuse(),
    compact: async () => false,
    tryRoom: async () => refuse(),
    async close() {
      reading.close();
    },
  };
}
