import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../core/limits.ts';

/** The requests of one connection that wait. */
interface Line {
  is_busy: boolean;
  waiting: (() => void)[];
}

const lines = new WeakMap<Socket, Line>();

/**
 * The requests of a connection are worked on one after another, each when the answer to the one before
 * was sent. So a client that sends thousands at once and reads nothing keeps nobody else waiting, and
 * does not fill the memory. Clients wait for each answer or send a few ahead; one with too many waiting
 * requests is disconnected. False: the connection is closed, and nobody waits for an answer.
 */
export async function waitInQueue(
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (socket.destroyed) return false;
  const line = lines.get(socket) ?? newLine(socket);
  if (line.waiting.length >= LIMITS.requests_waiting) socket.destroy();
  else if (line.is_busy) await new Promise<void>((resolve) => line.waiting.push(resolve));
  if (socket.destroyed) return false;
  line.is_busy = true;
  response.once('close', () => {
    const goOn = line.waiting.shift();
    if (goOn) goOn();
    else line.is_busy = false;
  });
  return true;
}

function newLine(socket: Socket): Line {
  const line: Line = { is_busy: false, waiting: [] };
  lines.set(socket, line);
  socket.once('close', () => {
    for (const goOn of line.waiting.splice(0)) goOn();
  });
  return line;
}
