import cluster from 'node:cluster';
import { isMessage, type Place } from './messages.ts';
import { sendToFirst } from './neighbours.ts';

let is_stop_received = false;

/** Whether the first process said so before anybody here could listen. */
export const isStopReceived = (): boolean => is_stop_received;

/** The place that the first process has given to this one; undefined when it serves alone. */
export async function findPlace(): Promise<Place | undefined> {
  if (cluster.isPrimary || !cluster.worker) return undefined;
  // Otherwise Node would end this process at once when the first one is gone, without letting
  // requests finish.
  cluster.worker.exitedAfterDisconnect = true;
  process.channel?.ref(); // Until it listens, nothing else keeps this process alive.
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (!isMessage(message)) return;
      if (message.kind === 'place') resolve(message.place);
      if (message.kind === 'stop') is_stop_received = true;
    });
    sendToFirst({ kind: 'hello' });
  });
}
