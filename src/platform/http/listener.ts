import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import type { SecureContext, TLSSocket } from 'node:tls';
import { type ErrorCode, Refusal } from '../core/errors.ts';
import { type ConnectionLimits, LIMITS } from '../core/limits.ts';
import { createServer as createHttpServer } from '../core/node-http.ts';
import { addressBlock } from '../core/rate-limit.ts';
import { failBody } from './body.ts';
import { chooseProtocol, http1RequiredFrames } from './http2.ts';
import { createParsingTurns } from './parse-in-turns.ts';
import { lastPieceAt } from './pieces.ts';
import { createQuickDoor, type QuickDoorOptions } from './quick-door.ts';
import { certificateByName, type ShownCertificate, TLS } from './shown-certificate.ts';

export interface ListenerOptions {
  tls: ShownCertificate | undefined;
  /** What an authority is shown that asks whether a domain is ours; undefined when none asks. */
  challenge?: (() => SecureContext | undefined) | undefined;
  limits: ConnectionLimits;
  isProxy(address: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** The same for a request in the plainest form; undefined if `serve` has to do it. */
  serveQuickly: QuickDoorOptions['answer'];
  /** Writes an error to a connection without a parsed request, and closes it. */
  refuse(socket: Duplex, code: ErrorCode, is_head: boolean): void;
  /** Called when a connection was closed because its address has too many. */
  onTooManyConnections(): void;
}

/** An open connection with its newest request, which may have been answered already. */
interface Connection {
  request?: IncomingMessage;
  response?: ServerResponse;
  /** The first bytes of the request that is arriving, until it is the newest. */
  beginning: string;
  /** When the newest request began, or when the connection was refused. */
  began_at: number;
  is_refused: boolean;
}

interface Listener {
  server: HttpServer;
  /** For connections from now on. Those that are open stay as they are. */
  useCertificate(pem: ShownCertificate): void;
  /** Closes the connections on which nothing is being answered. */
  closeIdle(): void;
  closeAll(): void;
}

/**
 * Accepts connections and closes those that exceed their limits. Node's own timeouts are not enough:
 * it reports a slow request only once.
 */
export function createListener(options: ListenerOptions): Listener {
  const { tls, limits, serve, refuse } = options;
  const connections = new Map<Duplex, Connection>();
  const settings = {
    maxHeaderSize: LIMITS.header_bytes,
    headersTimeout: limits.headers_timeout_ms,
    requestTimeout: limits.request_timeout_ms,
    keepAliveTimeout: LIMITS.keep_alive_ms,
    connectionsCheckingInterval: CHECK_MS,
    requireHostHeader: false, // Checked later, so that the answer is one of our errors.
    noDelay: true,
  };
  const handshakeTimeout = limits.headers_timeout_ms;
  const named = tls && certificateByName(tls);
  const secure =
    tls &&
    createHttpsServer({
      ...settings,
      ...TLS,
      cert: tls.cert,
      key: tls.key,
      handshakeTimeout,
      ALPNCallback,
      SNICallback: named?.SNICallback,
    });
  const server = secure ?? createHttpServer(settings);
  server.maxConnections = LIMITS.connections;

  const accepted = tls ? 'secureConnection' : 'connection';
  const [serveByNode] = server.listeners(accepted);
  server.removeAllListeners(accepted);
  limitPerAddress(server, options);
  const turns = createParsingTurns();
  const door = createQuickDoor({ limits, answer: options.serveQuickly, giveToNode });
  server.on(accepted, (socket: Socket) => {
    if (isHttp1(socket)) door.welcome(socket);
    else giveToNode(socket);
  });
  function giveToNode(socket: Socket): void {
    const connection: Connection = { beginning: '', began_at: 0, is_refused: false };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    serveByNode?.call(server, socket);
    parseInTurns(socket, connection);
  }
  /**
   * Node's own listener gets slices from ours. Any listener also works around a bug of Node: when a
   * request arrives while a large answer is still being sent, Node pauses its parser. On a TLS
   * connection that the parser reads by itself, it then gets bytes all the same, and calls a correct
   * request malformed (HPE_PAUSED). With a listener the bytes go through a stream, which waits.
   */
  function parseInTurns(socket: Socket, connection: Connection): void {
    const listeners = socket.listeners('data');
    turns.welcome(socket, {
      isOver: () => connection.is_refused,
      parse(bytes) {
        noteBeginning(connection, bytes); // Sees everything before the parser does.
        for (const listener of listeners) listener.call(socket, bytes);
      },
    });
    for (const listener of listeners) socket.off('data', listener as () => void);
  }
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection) {
      connection.request = request;
      connection.response = response;
      connection.beginning = '';
      connection.began_at = performance.now();
    }
    serve(request, response);
  };
  function ALPNCallback(this: TLSSocket, { protocols }: { protocols: string[] }) {
    if (!protocols.includes(CHALLENGE_PROTOCOL)) return chooseProtocol({ protocols });
    const context = options.challenge?.();
    if (context) this.setKeyCert(context);
    return context && CHALLENGE_PROTOCOL;
  }
  server.on('request', begin);
  server.on('checkContinue', begin);
  server.on('checkExpectation', begin);
  server.on('connect', (_: IncomingMessage, socket: Duplex) => end(socket, 'wrong_method'));

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const { code = '' } = error;
    const { request, response } = connections.get(socket) ?? {};
    const is_within = request !== undefined && !request.complete;
    const is_gone = !code.startsWith('HPE_') && code !== TOO_LATE;
    if (is_gone || (is_within && code === CUT_OFF)) socket.destroy();
    else if (is_within && response && !response.writableEnded) {
      // The body is late or malformed. The code that reads it answers.
      response.shouldKeepAlive = false;
      failBody(request, new Refusal(CLIENT_ERRORS[code] ?? 'invalid_http'));
    } else if (is_within) {
      // It was answered before its body arrived. A second answer would confuse the client.
      if (response?.shouldKeepAlive) socket.destroy();
    } else if (response && !response.writableEnded) {
      // The request before this one is still being answered. Then the connection is closed.
      response.shouldKeepAlive = false;
    } else if (response && !response.shouldKeepAlive) {
      // The last answer is sent, and the connection is about to close: nothing else is answered.
      socket.destroySoon();
    } else if (isHttp2(socket)) {
      socket.end(http1RequiredFrames, () => socket.destroy());
    } else if (code === TOO_LATE && socket.bytesRead === 0) {
      // A connection that was opened in advance and never used. A browser would take an error for
      // the answer to its next request.
      socket.destroy();
    } else end(socket, CLIENT_ERRORS[code] ?? 'invalid_http');
  });
  // OpenSSL recognises plain HTTP. The TCP socket below TLS can still send one answer.
  server.on(
    'tlsClientError',
    (error: NodeJS.ErrnoException, socket: TLSSocket & { _parent?: Socket }) => {
      const below = socket._parent;
      if (error.code !== 'ERR_SSL_HTTP_REQUEST' || !below) {
        socket.destroy(); // Node only reports a slow handshake and does not close it.
        return;
      }
      connections.set(below, { beginning: '', began_at: 0, is_refused: false });
      below.once('close', () => connections.delete(below));
      end(below, 'https_required');
    },
  );

  function end(socket: Duplex, code: ErrorCode): void {
    const connection = connections.get(socket);
    if (connection?.is_refused) return;
    if (connection) Object.assign(connection, { is_refused: true, began_at: performance.now() });
    refuse(socket, code, connection?.beginning === HEAD);
  }

  /** Closes connections whose client does not read the answer, or that hang in another way. */
  const checking = setInterval(() => {
    door.check();
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const limit_ms = connection.is_refused ? limits.linger_ms : limits.exchange_ms;
      // A long download is not one that hangs: its limit is for each piece.
      const since = lastPieceAt(connection.response) ?? connection.began_at;
      if (isBusy(connection) && now - since > limit_ms) socket.destroy();
    }
  }, CHECK_MS).unref();
  server.on('close', () => clearInterval(checking));
  return {
    server,
    useCertificate(pem) {
      secure?.setSecureContext({ ...TLS, cert: pem.cert, key: pem.key });
      named?.use(pem);
    },
    closeIdle() {
      door.closeIdle();
      server.closeIdleConnections();
    },
    closeAll() {
      door.closeAll();
      server.closeAllConnections();
    },
  };
}

const isBusy = ({ request, response, is_refused }: Connection): boolean =>
  is_refused || (request !== undefined && !(request.complete && response?.writableFinished));

/** Limits the connections per client address. Proxies are exempt: they serve many clients. */
export function limitPerAddress(
  server: HttpServer,
  {
    limits,
    isProxy,
    onTooManyConnections,
  }: Pick<ListenerOptions, 'isProxy' | 'onTooManyConnections'> & {
    limits: Pick<ConnectionLimits, 'connections_per_address'>;
  },
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const address = addressBlock(remoteAddress);
    const count = open.get(address) ?? 0;
    if (count >= limits.connections_per_address) {
      socket.destroy();
      onTooManyConnections();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/**
 * A parser that gives up does not say what the method was, and an answer to HEAD has no body. (What
 * begins in the same packet in which another request ends is not known: nobody pipelines HEAD.)
 */
function noteBeginning(connection: Connection, bytes: Buffer): void {
  const { request, beginning } = connection;
  const is_within = request !== undefined && !request.complete;
  if (is_within || beginning.length === HEAD.length) return;
  const more = bytes.toString('latin1', 0, 64).replace(beginning === '' ? /^[\r\n]+/ : '', '');
  connection.beginning = (beginning + more).slice(0, HEAD.length);
}

const HEAD = 'HEAD ';

const isHttp2 = (socket: Socket): boolean =>
  'alpnProtocol' in socket && socket.alpnProtocol === 'h2';

/** Not HTTP/2, and not an authority that asks whether a domain is ours. */
const isHttp1 = (socket: Socket): boolean =>
  !('alpnProtocol' in socket && socket.alpnProtocol) || socket.alpnProtocol === 'http/1.1';

const CHALLENGE_PROTOCOL = 'acme-tls/1';
const CHECK_MS = 1_000;
const TOO_LATE = 'ERR_HTTP_REQUEST_TIMEOUT';
const CUT_OFF = 'HPE_INVALID_EOF_STATE';

const CLIENT_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  [TOO_LATE]: 'request_timeout',
};
