import type { Writable } from 'node:stream';
import { LIMITS } from '../core/limits.ts';

/** The answers that are being sent in pieces; first the one that has stood still for longest. */
const sending = new Map<Writable, Buffer>();
/** To how many connections each is being sent: a document is the same for everybody. */
const readers = new Map<Buffer, number>();
let unread_bytes = 0;

const PIECE_BYTES = 64 * 1024;

/** Whether an answer is sent in pieces. */
export const isLarge = (body: string | Buffer, encoding?: BufferEncoding): boolean =>
  Buffer.byteLength(body, encoding) > PIECE_BYTES;

/**
 * Sends an answer in pieces, each when those before it were taken, and goes on when all is taken or
 * the connection is closed. Whoever asks for much and reads nothing fills no memory: past the limit
 * for all answers together, connections are closed that have taken nothing for longest.
 */
export async function sendLarge(to: Writable, body: Buffer): Promise<void> {
  readers.set(body, (readers.get(body) ?? 0) + 1);
  if (readers.get(body) === 1) unread_bytes += body.length;
  for (let at = 0; at < body.length && !to.destroyed; at += PIECE_BYTES) {
    // At the end of the line.
    sending.delete(to);
    sending.set(to, body);
    if (at === 0) closeStanding();
    if (!to.write(body.subarray(at, at + PIECE_BYTES))) await drained(to);
  }
  forget(to);
}

function closeStanding(): void {
  for (const to of sending.keys()) {
    if (unread_bytes <= LIMITS.unread_bytes) return;
    forget(to);
    to.destroy();
  }
}

function forget(to: Writable): void {
  const body = sending.get(to);
  if (!body) return;
  sending.delete(to);
  const left = (readers.get(body) ?? 1) - 1;
  if (left > 0) readers.set(body, left);
  else {
    readers.delete(body);
    unread_bytes -= body.length;
  }
}

const drained = (to: Writable): Promise<void> =>
  new Promise((resolve) => {
    const goOn = () => {
      to.off('drain', goOn).off('close', goOn);
      resolve();
    };
    to.on('drain', goOn).on('close', goOn);
  });
