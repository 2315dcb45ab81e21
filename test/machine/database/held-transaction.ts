import assert from 'node:assert/strict';
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { appendEvents } from '../../harness/append-events.ts';
import type { Place } from '../../harness/shop.ts';

const OPEN = 0;
const COMMIT = 1;
const ROLL_BACK = 2;

interface Held {
  place: Pick<Place, 'data_dir' | 'database_url'>;
  store_id: string;
  gate: Int32Array<SharedArrayBuffer>;
}

/**
 * Opens a transaction with an event in another thread, with its own connection. It has taken its
 * sequence number and stays open until commit() or rollBack() is called.
 */
export async function holdTransaction(
  { data_dir, database_url }: Place,
  store_id: string,
): Promise<{ commit(): Promise<void>; rollBack(): Promise<void> }> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const held: Held = { place: { data_dir, database_url }, store_id, gate };
  const worker = new Worker(new URL(import.meta.url), { workerData: { held } });
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  const end = async (how: number): Promise<void> => {
    Atomics.store(gate, 0, how);
    Atomics.notify(gate, 0);
    await ended;
  };
  return { commit: () => end(COMMIT), rollBack: () => end(ROLL_BACK) };
}

async function hold({ place, store_id, gate }: Held): Promise<void> {
  const db = await openDatabase(place);
  const event = { type: 'customer.updated', data: '{"customer_id":"held"}' } as const;
  const writing = db.write({ store_id }, async (tx) => {
    await appendEvents(tx, [event], Date.now());
    parentPort?.postMessage('has its sequence');
    Atomics.wait(gate, 0, OPEN); // The thread waits, so the transaction stays open.
    if (Atomics.load(gate, 0) === ROLL_BACK) throw new Error('changed its mind');
  });
  await writing.catch((error: Error) => assert.equal(error.message, 'changed its mind'));
  await db.close();
}

if (workerData?.held) await hold(workerData.held);
