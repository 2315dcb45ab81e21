import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

// A parser takes all bytes that have arrived, and calls us for every part of a message: a packet of
// 64 KB may have ten thousand chunks of one byte, or two thousand requests, and a client may have
// hundreds of connections. So the parser gets bytes in slices, and connections whose bytes take long
// wait for one another, a slice each, while everybody else is served.

const SLICE_BYTES = 2_048;
/** Of one connection, before it goes to the end of the line. */
const CONNECTION_MS = 1;
/** Of all connections together, in one turn of the event loop. */
const TURN_MS = 5;

interface Parsing {
  /** Takes the next bytes. */
  parse(bytes: NonSharedBuffer): void;
  /** Nothing that still comes is parsed. */
  isOver(): boolean;
}

type Now = () => number;

/** Connections whose bytes are parsed by turns. */
export function createParsingTurns(now: Now = () => performance.now()) {
  const line = new Set<Socket>();
  let is_planned = false;
  let spent_ms = 0;

  /** What arrives on a connection from now on. */
  function welcome(socket: Socket, { parse, isOver }: Parsing): void {
    socket.on('data', (bytes: NonSharedBuffer) => {
      line.delete(socket);
      const began = now();
      let took_ms = 0;
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
        if (socket.destroyed || isOver()) break;
        const is_late = took_ms > CONNECTION_MS || spent_ms + took_ms > TURN_MS;
        // Whoever has paused it goes on with the rest.
        const is_paused = at > 0 && socket.isPaused();
        if (is_late && !is_paused) waitInLine(socket);
        if (is_late || is_paused) {
          socket.unshift(bytes.subarray(at));
          break;
        }
        parse(bytes.subarray(at, at + SLICE_BYTES));
        took_ms = now() - began;
      }
      spent_ms += took_ms;
      planTurn();
    });
    socket.once('close', () => line.delete(socket));
  }

  function waitInLine(socket: Socket): void {
    socket.pause();
    line.add(socket);
  }

  function planTurn(): void {
    if (is_planned) return;
    is_planned = true;
    setImmediate(nextTurn);
  }

  function nextTurn(): void {
    is_planned = false;
    spent_ms = 0;
    for (const socket of line) {
      if (spent_ms > TURN_MS) break;
      line.delete(socket);
      socket.resume();
      // At once: it may be at the end of the line again then, and is met once more.
      socket.read();
    }
    if (line.size > 0) planTurn();
  }

  return { welcome };
}
