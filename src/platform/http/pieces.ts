import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const taken_at = new WeakMap<ServerResponse, number>();

/** When the last piece of an answer was taken; undefined for one that is written at once. */
export const lastPieceAt = (response: ServerResponse | undefined): number | undefined =>
  response && taken_at.get(response);

/** One piece after the other, each when those before it were taken; ends when nobody reads. */
export function sendPieces(response: ServerResponse, pieces: AsyncIterable<string>): void {
  const noted = Readable.from(notingEach(response, pieces), { objectMode: false });
  // What fails halfway can send no error any more: a connection that breaks off says it is not all.
  pipeline(noted, response).catch(() => response.destroy());
}

async function* notingEach(response: ServerResponse, pieces: AsyncIterable<string>) {
  for await (const piece of pieces) {
    taken_at.set(response, performance.now());
    yield piece;
  }
}
