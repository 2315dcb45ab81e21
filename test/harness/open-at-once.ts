import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase } from '../../src/platform/db/open.ts';
import type { Place } from './shop.ts';

interface Starting {
  place: Pick<Place, 'data_dir' | 'database_url'>;
  gate: Int32Array<SharedArrayBuffer>;
}

/**
 * Opens a database in so many threads at the same moment, as processes do that are started together.
 * Rejects if one of them cannot.
 */
export async function openAtOnce({ data_dir, database_url }: Place, count: number): Promise<void> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const starting: Starting = { place: { data_dir, database_url }, gate };
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL(import.meta.url), { workerData: { starting } }),
  );
  const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
  ended.catch(() => {}); // It is awaited below.
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await ended;
}

async function open({ place, gate }: Starting): Promise<void> {
  parentPort?.postMessage('is loaded');
  Atomics.wait(gate, 0, 0);
  await (await openDatabase(place)).close();
}

if (!isMainThread && workerData?.starting) await open(workerData.starting);
