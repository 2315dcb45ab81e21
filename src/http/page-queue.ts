import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../core/limits.ts';
import { SenderGone } from './body.ts';

/** The requests for pages on one connection that wait. */
interface Line {
  is_busy: boolean;
  waiting: (() => void)[];
  /** Whose turn it is. */
  answering?: ServerResponse;
}

const lines = new WeakMap<Socket, Line>();

/**
 * The pages of a connection are made one after another, each when the one before was sent. So a
 * client that requests a thousand pages and reads none does not fill the memory. Browsers wait for
 * each answer; a client with too many waiting requests is disconnected.
 */
export async function waitInQueue(
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const line = lines.get(socket) ?? newLine(socket);
  if (line.answering === response) return;
  if (line.waiting.length >= LIMITS.pages_waiting) socket.destroy();
  else if (line.is_busy) await new Promise<void>((resolve) => line.waiting.push(resolve));
  if (socket.destroyed) throw new SenderGone();
  line.is_busy = true;
  line.answering = response;
  response.once('close', () => {
    const goOn = line.waiting.shift();
    if (goOn) goOn();
    else line.is_busy = false;
  });
}

function newLine(socket: Socket): Line {
  const line: Line = { is_busy: false, waiting: [] };
  lines.set(socket, line);
  socket.once('close', () => {
    for (const goOn of line.waiting.splice(0)) goOn();
  });
  return line;
}
