import type { StoreMode } from '../core/access.ts';
import type { Doing } from '../core/actor.ts';
import type { Language } from '../core/languages.ts';
import type { Database, Reader, Tx } from '../db/database.ts';
import type { Count, FigureNote } from '../figures/figure-note.rules.ts';
import { keepFigures } from '../figures/keep-figures.ts';
import { collectChanges, type Note } from './audit.ts';
import { appendWork, collectEvents, type Emit } from './outbox.ts';
import type { Services } from './services.ts';

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

/** Work inside one transaction of a store. Emitted events are stored by the same transaction. */
export interface StoreTx extends StoreContext {
  tx: Tx;
  emit: Emit;
  note: Note;
  /**
   * Puts off a step until all others are done and only the events are left. For what other
   * transactions of the store have to wait for, such as the number of an invoice.
   */
  last: Last;
  /** Notes what the figures of the store are to count: added after the last steps, all at once. */
  count: Count;
}

type Last = (step: () => Promise<void>) => void;

/** Work on a store outside a transaction, where waiting for a payment provider is allowed. */
export interface StoreWork extends StoreContext {
  reader: Reader;
  /** Runs a durable transaction. Its work may run more than once (see Database). */
  write<T>(work: (inside: StoreTx) => Promise<T>): Promise<T>;
}

export function storeWork(db: Database, context: StoreContext): StoreWork {
  const { store, services } = context;
  return {
    ...context,
    reader: db.reader(store),
    write: (work) =>
      db.write(store, async (tx) => {
        const { events, emit } = collectEvents();
        const { changes, note } = collectChanges();
        const { last, count, runLast } = collectLastSteps(tx);
        const inside = { ...context, tx, emit, note, last, count };
        const value = await work(inside);
        await services.tellByMail(inside, events);
        await runLast();
        await appendWork(inside, { events, changes });
        return value;
      }),
  };
}

/** Collects what a transaction does last, and does it in the order in which it was put off. */
export function collectLastSteps(tx: Tx): { last: Last; count: Count; runLast(): Promise<void> } {
  const steps: (() => Promise<void>)[] = [];
  const notes: FigureNote[] = [];
  return {
    last: (step) => {
      steps.push(step);
    },
    count: (note) => {
      notes.push(note);
    },
    async runLast() {
      if (steps.length > 0) await tx.lastSteps();
      for (const step of steps) await step();
      await keepFigures(tx, notes);
    },
  };
}
