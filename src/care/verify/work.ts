import type { Reader } from '../../platform/db/database.ts';
import type { GatewayOf } from '../../shop/money/payments/gateway.ts';
import type { StoreRow } from '../../shop/store/store.sql.ts';
import type { Recount } from './recount.rules.ts';
import type { IdRange } from './verify.sql.ts';

const BATCH = 1_000;
const LAST = 'zzz'; // Behind every identifier, in any collation.

/** Notes what is wrong with a record, if anything; without problems, that it could not be looked at. */
export type RecordCheck = (name: string, record: string, problems: string[] | undefined) => void;

/** What the checks of one store have in common. */
export interface Work {
  reader: Reader;
  store: StoreRow;
  store_id: string;
  gatewayOf: GatewayOf;
  check: RecordCheck;
  advance(records: number): void;
  /** The events that there must be, by type and the record they are about. */
  happened: Tally;
  /** So many rows of sums are compared at a time. */
  rows_at_once: number;
  /** How subscriptions are counted. */
  counted: Tally;
  /** The taxes of what was sold and given back, by day. */
  taxes: Recount;
}

/** Rows in the order of their identifier, with the range of identifiers that each batch covers. */
export async function* batches<Row>(
  store_id: string,
  read: (from: { store_id: string; after: string; limit: number }) => Promise<Row[]> | Row[],
  id: (row: Row) => string,
): AsyncGenerator<{ rows: Row[]; range: IdRange }> {
  for (let after = ''; ; ) {
    const rows = await read({ store_id, after, limit: BATCH });
    const last = rows.at(-1);
    // The last batch goes to the end, so that what belongs to no row is found too.
    const upto = last === undefined || rows.length < BATCH ? LAST : id(last);
    yield { rows, range: { store_id, after, upto } };
    if (upto === LAST) return;
    after = upto;
  }
}

export interface Tally {
  add(type: string, record: string): void;
  of(type: string): { count: number; mark: number };
}

/** Counts records by kind, and adds up a mark of each: two lists with the same marks are the same. */
export function createTally(): Tally {
  const kinds = new Map<string, { count: number; mark: number }>();
  return {
    add(type, record) {
      const kind = kinds.get(type) ?? { count: 0, mark: 0 };
      kinds.set(type, kind);
      kind.count += 1;
      let mark = 0x811c9dc5;
      for (let at = 0; at < record.length; at++) {
        mark = Math.imul(mark ^ record.charCodeAt(at), 0x01000193);
      }
      kind.mark = (kind.mark + mark) | 0;
    },
    of: (type) => kinds.get(type) ?? { count: 0, mark: 0 },
  };
}

export function groupBy<T>(rows: T[], key: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, key);
}
