import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type ConnectionLimits, LIMITS } from '../core/limits.ts';
import { isLarge, sendLarge } from './large-answer.ts';
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
  /** Nothing was received yet. */
  is_new: boolean;
  /** The client sends no more. */
  is_half_closed: boolean;
  /** Closes as soon as its answers are sent: what still comes is not read. */
  is_leaving: boolean;
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
    const onData = (bytes: Buffer) => receive(socket, visit, bytes);
    const onEnd = () => {
      visit.is_half_closed = true;
      if (!visit.is_busy) closeSoon(socket, visit);
    };
    const onError = () => socket.destroy();
    const onClose = () => visits.delete(socket);
    const visit: Visit = {
      since: performance.now(),
      is_busy: false,
      is_new: true,
      is_half_closed: false,
      is_leaving: false,
      held: [],
      leave() {
        visits.delete(socket);
        socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      },
    };
    visits.set(socket, visit);
    socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  }

  function receive(socket: Socket, visit: Visit, bytes: Buffer): void {
    visit.is_new = false;
    if (visit.is_leaving || isEmpty(bytes)) return;
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
    answered.then(
      (sent) => send(socket, visit, sent),
      () => socket.destroy(),
    );
  }

  function send(socket: Socket, visit: Visit, sent: QuickAnswer | undefined): void {
    if (sent === undefined) socket.destroy();
    if (sent === undefined || !socket.writable) return;
    const { text, encoding, is_last } = sent;
    if (isLarge(text, encoding)) {
      const is_sent = sendLarge(socket, Buffer.from(text, encoding));
      is_sent.then(() => socket.writable && goOn(socket, visit, { is_last, is_taken: true }));
    } else goOn(socket, visit, { is_last, is_taken: socket.write(text, encoding) });
  }

  /** After an answer. */
  function goOn(
    socket: Socket,
    visit: Visit,
    { is_last, is_taken }: { is_last: boolean; is_taken: boolean },
  ): void {
    visit.is_busy = false;
    if (is_last || visit.is_half_closed || visit.is_leaving) {
      closeSoon(socket, visit);
      return;
    }
    visit.since = performance.now();
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
      for (const [socket, visit] of visits) {
        if (visit.is_busy) visit.is_leaving = true;
        else closeSoon(socket, visit);
      }
    },
    closeAll() {
      for (const socket of visits.keys()) socket.destroy();
    },
  };
}

function closeSoon(socket: Socket, visit: Visit): void {
  visit.is_leaving = true;
  socket.destroySoon();
  socket.resume(); // What nobody reads would end the connection before its answers are sent.
}

/** Some clients end a body with an empty line that is not part of it. It asks for nothing. */
const isEmpty = (bytes: Buffer): boolean =>
  bytes.length <= 4 && bytes.every((byte) => byte === 0x0d || byte === 0x0a);

function patienceFor(socket: Socket, visit: Visit, limits: ConnectionLimits): number {
  if (visit.is_busy || socket.writableLength > 0) return limits.exchange_ms;
  // A little more than is announced: who uses it in the last moment is not too late.
  return visit.is_new ? limits.headers_timeout_ms : LIMITS.keep_alive_ms + 1_000;
}

/** A client that does not read its answers is not read from until it does. */
function waitForReader(socket: Socket): void {
  socket.pause();
  socket.once('drain', () => socket.resume());
}
