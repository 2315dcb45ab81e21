import { ReadOnly, type ReadOnlyDatabase } from '../read-only.ts';
import { createReading, createSqliteTranslator } from './reading.ts';

/**
 * A SQLite file in which another process of this server writes. Each turn of the event loop reads
 * the newest commit; `refresh` has to be called when this process hears of one in between.
 */
export function openSqliteReadOnly(path: string): ReadOnlyDatabase {
  const refuse = (): never => {
    throw new ReadOnly();
  };
  const search = { add: refuse, mark: refuse, clear: refuse, flush: refuse, join: refuse };
  const appended = {
    ...{ add: refuse, takeNumbers: refuse, mark: refuse, clear: refuse, flush: refuse },
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
    refresh: reading.end,
    async close() {
      reading.close();
    },
  };
}
