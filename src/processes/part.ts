import cluster from 'node:cluster';
import type { Log } from '../core/log.ts';
import type { ReadOnlyDatabase } from '../db/read-only.ts';
import { isMessage, type Place } from './messages.ts';
import { createNeighbours, type Neighbours, NO_NEIGHBOURS, sendToFirst } from './neighbours.ts';
import { connectToWriter, type WriterLink } from './writer-link.ts';

/** What this process does among the serving processes of a server. */
export interface Part {
  neighbours: Neighbours;
  /** This process only reads, and has another one write. */
  writer?: WriterLink;
  /** This process also writes for others, who ask it here. */
  writer_address?: string;
}

export const ALONE: Part = { neighbours: NO_NEIGHBOURS };

let was_told_to_stop = false;

/** Whether the first process said so before anybody here could listen. */
export const wasToldToStop = (): boolean => was_told_to_stop;

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
      if (message.kind === 'stop') was_told_to_stop = true;
    });
    sendToFirst({ kind: 'hello' });
  });
}

export const isReader = (place: Place | undefined): boolean =>
  place?.writer_address !== undefined && place.number > 1;

/** Takes the part of a process in a server of several. */
export function takePart(
  place: Place,
  { log, readOnly }: { log: Log; readOnly: ReadOnlyDatabase | undefined },
): Part {
  const neighbours = createNeighbours(place);
  const { writer_address } = place;
  if (writer_address === undefined) return { neighbours };
  if (!readOnly) return { neighbours, writer_address };
  return { neighbours, writer: connectToWriter(writer_address, log, readOnly.refresh) };
}
