import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type ConnectionLimits, LIMITS } from '../core/limits.ts';
import { type QuickRequest, readQuickly } from './quick-request.ts';

export interface QuickDoorOptions {
  limits: ConnectionLimits;
  /** Undefined if this is not for the quick door. Never fails. */
  answer(request: QuickRequest, socket: Socket): Promise<QuickAnswer | undefined> | undefined;
  /** Lets Node's HTTP server read a connection from here on. */
  giveToNode(socket: Socket): void;
}

/** A whole response. */
export interface QuickAnswer {
  text: string;
  encoding: 'latin1' | 'utf8';
  is_last: boolean;
}

/** A connection on which all requests so far came in the plainest form. */
interface Visit {
  /** When the newest request began or, between requests, when its answer was sent. */
  since: number;
  is_busy: boolean;
  /** Nothing was heard yet. */
  is_new: boolean;
  /** The client sends no more. */
  is_half_closed: boolean;
  /** What came while a request was being answered. */
  held: Buffer[];
  /** No longer listens at this connection. */
  leave(): void;
}

interface QuickDoor {
  welcome(socket: Socket): void;
  /** Closes connections that hang or are not used. */
  check(): void;
  closeIdle(): void;
  closeAll(): void;
}

/**
 * Answers requests for operations without Node's HTTP server, which takes more time than most
 * operations do. It knows one form of request (quick-request.ts), one at a time; a connection on which
 * anything else arrives is Node's from then on, with the bytes that arrived.
 */
export function createQuickDoor({ limits, answer, giveToNode }: QuickDoorOptions): QuickDoor {
  const visits = new Map<Socket, Visit>();

  function welcome(socket: Socket): void {
    const onData = (bytes: Buffer) => hear(socket, visit, bytes);
    const onEnd = () => {
      visit.is_half_closed = true;
      if (!visit.is_busy) socket.destroySoon();
    };
    const onError = () => socket.destroy();
    const onClose = () => visits.delete(socket);
    const visit: Visit = {
      since: performance.now(),
      is_busy: false,
      is_new: true,
      is_half_closed: false,
      held: [],
      leave() {
        visits.delete(socket);
        socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      },
    };
    visits.set(socket, visit);
    socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  }

  function hear(socket: Socket, visit: Visit, bytes: Buffer): void {
    visit.is_new = false;
    if (visit.is_busy) {
      visit.held.push(bytes);
      socket.pause();
      return;
    }
    const request = readQuickly(bytes);
    const answered = request && answer(request, socket);
    if (!answered) {
      handOver(socket, visit, [bytes]);
      return;
    }
    visit.is_busy = true;
    visit.since = performance.now();
    answered.then((told) => tell(socket, visit, told));
  }

  function tell(socket: Socket, visit: Visit, told: QuickAnswer | undefined): void {
    visit.is_busy = false;
    if (told === undefined || !socket.writable) {
      socket.destroy();
      return;
    }
    const { text, encoding, is_last } = told;
    if (is_last || visit.is_half_closed) {
      socket.write(text, encoding);
      socket.destroySoon();
      return;
    }
    visit.since = performance.now();
    const is_taken = socket.write(text, encoding);
    if (visit.held.length > 0) handOver(socket, visit, visit.held);
    else if (!is_taken) waitForReader(socket);
  }

  function handOver(socket: Socket, visit: Visit, unread: Buffer[]): void {
    socket.pause();
    visit.leave();
    giveToNode(socket);
    socket.unshift(Buffer.concat(unread));
    socket.resume();
  }

  return {
    welcome,
    check() {
      const now = performance.now();
      for (const [socket, visit] of visits) {
        if (now - visit.since > patienceFor(socket, visit, limits)) socket.destroy();
      }
    },
    closeIdle() {
      for (const [socket, visit] of visits) if (!visit.is_busy) socket.destroySoon();
    },
    closeAll() {
      for (const socket of visits.keys()) socket.destroy();
    },
  };
}

function patienceFor(socket: Socket, visit: Visit, limits: ConnectionLimits): number {
  if (visit.is_busy || socket.writableLength > 0) return limits.exchange_ms;
  return visit.is_new ? limits.headers_timeout_ms : LIMITS.keep_alive_ms;
}

/** A client that does not read its answers is not heard until it does. */
function waitForReader(socket: Socket): void {
  socket.pause();
  socket.once('drain', () => socket.resume());
}
