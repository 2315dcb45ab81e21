import type { StoreMode } from '../core/access.ts';
import type { Doing } from '../core/actor.ts';
import type { Language } from '../core/languages.ts';
import type { Database, Reader, Tx } from '../db/database.ts';
import { type Audit, collectChanges } from './audit.ts';
import { appendWork, collectEvents, type Emit, type EmittedEvent } from './outbox.ts';
import type { Services } from './services.ts';

declare module './services.ts' {
  interface Services {
    notify: Notify;
    collect: Collect;
  }
}

/** The store that a piece of work is for. */
export interface Store {
  store_id: string;
  number: number;
  mode: StoreMode;
  /** The payment provider, if one was chosen. */
  provider: string | null;
  clock_ahead_ms: number;
}

interface StoreContext extends Doing {
  store: Store;
  /** The time by the store's clock; the same during the whole piece of work. */
  now: number;
  services: Services;
  /** Of whoever is at the page on which it is done, if it is one of ours. */
  language?: Language | undefined;
}

/**
 * What work in a transaction hands over to features, which store it at its end, all at once. Open: a
 * feature declares its own line beside its code.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their lines.
export interface Collected {}

/** Begins to collect, for one transaction. */
export type Collect = () => {
  collected: Collected;
  /** Stores what was collected: after the last steps, because others of the store wait for it. */
  store(tx: Tx): Promise<void>;
};

/** What is done about the events of a transaction, in it: mails are queued. */
export type Notify = (tx: StoreTx, events: EmittedEvent[]) => Promise<void>;

/** Work in one transaction of a store. Emitted events are stored by the same transaction. */
export interface StoreTx extends StoreContext, Collected {
  tx: Tx;
  emit: Emit;
  audit: Audit;
  /**
   * Puts off a step until all others are done and only the events are left. For what other
   * transactions of the store have to wait for, such as the number of an invoice.
   */
  last: Last;
}

type Last = (step: () => Promise<void>) => void;

/** Work on a store outside a transaction, where waiting for a payment provider is allowed. */
export interface StoreWork extends StoreContext {
  reader: Reader;
  /** Runs a durable transaction. Its work may run more than once (see Database). */
  write<T>(work: (context: StoreTx) => Promise<T>): Promise<T>;
}

export function storeWork(db: Database, context: StoreContext): StoreWork {
  const { store } = context;
  return {
    ...context,
    reader: db.reader(store),
    write: (work) =>
      db.write(store, async (tx) => (await runInTransaction(tx, context, work)).value),
  };
}

/**
 * Runs work of an operation, a job or a page in a transaction, and then what belongs to the end of
 * each: notices about its events, its last steps, what features have collected, and the events
 * themselves with the entry in the audit log. Others of the store wait from the last steps on.
 */
export async function runInTransaction<T>(
  tx: Tx,
  context: StoreContext,
  work: (context: StoreTx) => Promise<T>,
): Promise<{ value: T; events: readonly EmittedEvent[] }> {
  const { services } = context;
  const { events, emit } = collectEvents();
  const { changes, audit } = collectChanges();
  const { collected, store } = services.collect();
  const last_steps: (() => Promise<void>)[] = [];
  const last: Last = (step) => {
    last_steps.push(step);
  };
  const tx_context = { ...context, ...collected, tx, emit, audit, last };
  const value = await work(tx_context);
  await services.notify(tx_context, events);
  if (last_steps.length > 0) await tx.lastSteps();
  for (const step of last_steps) await step();
  await store(tx);
  await appendWork(tx_context, { events, changes });
  return { value, events };
}
