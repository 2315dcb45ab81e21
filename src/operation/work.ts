import type { StoreMode } from '../core/access.ts';
import type { Database, Reader, Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
import { appendEvents, type Emit, type NewEvent } from './outbox.ts';

/** The store that something is done in. */
export interface Store {
  store_id: string;
  number: number;
  mode: StoreMode;
  /** Who takes its payments, where that was chosen. */
  provider: string | null;
  clock_ahead_ms: number;
}

interface StoreContext {
  store: Store;
  /** The store's clock, fixed for the whole piece of work. */
  now: number;
  services: Services;
}

/** Work inside one transaction of a store. What is emitted is written with it. */
export interface StoreTx extends StoreContext {
  tx: Tx;
  emit: Emit;
}

/** Work on a store between transactions, where a payment provider may be waited for. */
export interface StoreWork extends StoreContext {
  reader: Reader;
  /** Runs a durable transaction. Its work may run more than once (see Database). */
  write<T>(work: (inside: StoreTx) => Promise<T>): Promise<T>;
}

export function storeWork(db: Database, circumstances: StoreContext): StoreWork {
  const { store, now, services } = circumstances;
  return {
    store,
    now,
    services,
    reader: db.reader(store),
    write: (work) =>
      db.write(store, async (tx) => {
        const events: NewEvent[] = [];
        const emit: Emit = (type, record) => {
          events.push({ type, data: JSON.stringify(record) });
        };
        const value = await work({ store, now, services, tx, emit });
        await appendEvents(tx, events, now);
        return value;
      }),
  };
}
