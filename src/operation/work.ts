import type { StoreMode } from '../core/access.ts';
import type { Database, Reader, Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
import { appendEvents, collectEvents, type Emit } from './outbox.ts';

/** The store that a piece of work is for. */
export interface Store {
  store_id: string;
  number: number;
  mode: StoreMode;
  /** The payment provider, if one was chosen. */
  provider: string | null;
  clock_ahead_ms: number;
}

interface StoreContext {
  store: Store;
  /** The time by the store's clock; the same during the whole piece of work. */
  now: number;
  services: Services;
}

/** Work inside one transaction of a store. Emitted events are stored by the same transaction. */
export interface StoreTx extends StoreContext {
  tx: Tx;
  emit: Emit;
}

/** Work on a store outside a transaction, where waiting for a payment provider is allowed. */
export interface StoreWork extends StoreContext {
  reader: Reader;
  /** Runs a durable transaction. Its work may run more than once (see Database). */
  write<T>(work: (inside: StoreTx) => Promise<T>): Promise<T>;
}

export function storeWork(db: Database, context: StoreContext): StoreWork {
  const { store, now, services } = context;
  return {
    store,
    now,
    services,
    reader: db.reader(store),
    write: (work) =>
      db.write(store, async (tx) => {
        const { events, emit } = collectEvents();
        const value = await work({ store, now, services, tx, emit });
        await appendEvents(tx, events, now);
        return value;
      }),
  };
}
