import type { DatabaseSync } from 'node:sqlite';
import { type ChainHead, INSTALLATION } from '../../core/audit-chain.ts';
import { type Appended, numbered } from '../append.ts';
import { entryValues, INSERT_ENTRY, INSERT_EVENT } from '../audit-entry.ts';
import type { Value, Values } from '../database.ts';
import { bind, type Statement } from '../statement.ts';
import { prepare } from './connect.ts';

export interface AppendedOfBatch {
  add(appended: Appended): void;
  /** Takes the next `count` numbers of events and returns the last of them. */
  takeNumbers(store_id: string, count: number): number;
  /** Returns a function that undoes everything after this call. */
  mark(): () => void;
  clear(): void;
  /** Writes it all to the database. */
  flush(): void;
}

interface Counter {
  last_sequence: number;
  head: ChainHead;
}

/**
 * The events and audit entries of a batch of writes, with the event counter and the end of the audit
 * chain of each store. They are in memory, and written at the end of the batch, one kind after the
 * other, which is quicker than each after its write (docs/decisions/speed.md). So SQL inside a
 * transaction does not see them.
 */
export function createAppended(
  writer: DatabaseSync,
  translate: (sql: string) => Statement,
): AppendedOfBatch {
  const read = writer.prepare(`SELECT last_sequence, audit_sequence, audit_hash
    FROM event_counters WHERE store_id = ?`);
  const write = prepare(
    writer,
    `INSERT INTO event_counters
      (store_id, last_sequence, audit_sequence, audit_hash) VALUES (?, ?, ?, ?)
    ON CONFLICT (store_id) DO UPDATE SET last_sequence = excluded.last_sequence,
      audit_sequence = excluded.audit_sequence, audit_hash = excluded.audit_hash`,
  );
  const readOwn = writer.prepare('SELECT sequence, hash FROM audit_heads WHERE store_id = ?');
  const writeOwn = prepare(
    writer,
    'UPDATE audit_heads SET sequence = ?, hash = ? WHERE store_id = ?',
  );
  const addEvent = inserter(INSERT_EVENT);
  const addEntry = inserter(INSERT_ENTRY);
  let counters = new Map<string, Counter>();
  let new_events: Value[][] = [];
  let new_entries: Value[][] = [];

  function inserter(sql: string) {
    const statement = translate(sql);
    const sqlite = prepare(writer, statement.text);
    return {
      values: (row: Values) => bind(statement, null, row),
      run: (values: Value[]) => sqlite.run(...values),
    };
  }

  function clear(): void {
    counters.clear();
    new_events = [];
    new_entries = [];
  }

  function find(store_id: string): Counter {
    const known = counters.get(store_id);
    if (known) return known;
    if (store_id === INSTALLATION) {
      const row = readOwn.get(store_id);
      return { last_sequence: 0, head: headOf(row?.sequence, row?.hash) };
    }
    const row = read.get(store_id);
    return {
      last_sequence: Number(row?.last_sequence ?? 0),
      head: headOf(row?.audit_sequence, row?.audit_hash),
    };
  }

  return {
    add({ store_id, events, entry }) {
      const { last_sequence, head } = find(store_id);
      const rows = numbered(events, last_sequence);
      for (const row of rows) new_events.push(addEvent.values({ store_id, ...row }));
      const added = entry?.(head, rows);
      if (added) new_entries.push(addEntry.values(entryValues(store_id, added)));
      counters.set(store_id, { last_sequence: last_sequence + rows.length, head: added ?? head });
    },
    takeNumbers(store_id, count) {
      const { last_sequence, head } = find(store_id);
      counters.set(store_id, { last_sequence: last_sequence + count, head });
      return last_sequence + count;
    },
    mark() {
      const before = new Map(counters);
      const [events, entries] = [new_events.length, new_entries.length];
      return () => {
        counters = before;
        new_events.length = events;
        new_entries.length = entries;
      };
    },
    clear,
    flush() {
      for (const values of new_events) addEvent.run(values);
      for (const values of new_entries) addEntry.run(values);
      for (const [store_id, { last_sequence, head }] of counters) {
        const { sequence, hash } = head;
        if (store_id === INSTALLATION) writeOwn.run(sequence, hash, store_id);
        else write.run(store_id, last_sequence, sequence, hash);
      }
      clear();
    },
  };
}

const headOf = (sequence: unknown, hash: unknown): ChainHead => ({
  sequence: Number(sequence ?? 0),
  hash: String(hash ?? ''),
});
