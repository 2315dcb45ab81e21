import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, Refusal } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import { type ConnectionLimits, LIMITS } from '../../platform/core/limits.ts';
import type { Log } from '../../platform/core/log.ts';
import type { Clock } from '../../platform/core/time.ts';
import { SenderGone } from '../../platform/http/body.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { createListener, type ListenerOptions } from '../../platform/http/listener.ts';
import type { PageAnswer, ServedPath } from '../../platform/http/page.ts';
import { createProxies } from '../../platform/http/proxy.ts';
import { waitInQueue } from '../../platform/http/request-queue.ts';
import type { ShownCertificate } from '../../platform/http/shown-certificate.ts';
import { requestTarget, type Target } from '../../platform/http/target.ts';
import { refuseUnlessWellFormed } from '../../platform/http/well-formed.ts';
import { type Answer, answer200, errorAnswer, rawAnswer } from '../../platform/operation/answer.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { allowedMethods, createOperationAnswers, refuseUnlessMethod } from './answer-operation.ts';
import { type CrossOrigin, isPreflight } from './cross-origin.ts';
import { DIALECT_METHODS } from './dialect.ts';
import type { Metrics } from './metrics.ts';
import { createOutcomes } from './outcome.ts';
import { createRouter, NOWHERE, type Route, type Served } from './router.ts';
import { commonHeaders, createSend } from './send.ts';
import type { DialectCall } from './serve-dialect.ts';
import type { OperationRequest } from './serve-operation.ts';
import { methodsOf, servePage } from './serve-page.ts';
import { createUnknownPath } from './unknown-path.ts';

export interface ServerOptions {
  operations: Operation[];
  /** Those that are there from the beginning. */
  pages: ServedPath[];
  /** All others are loaded after the service has begun to listen. */
  loadSite(): Promise<Served>;
  serveOperation(call: OperationRequest): Promise<Answer>;
  serveDialect(call: DialectCall): Promise<PageAnswer>;
  crossOrigin: CrossOrigin;
  tls: ShownCertificate | undefined;
  challenge?: ListenerOptions['challenge'];
  cookies: Cookies;
  /** The public address, if it was configured. Links begin with its path. */
  base_url: string | undefined;
  limits: ConnectionLimits;
  /** Addresses of proxies whose X-Forwarded-* headers are trusted. */
  trusted_proxies: string[];
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

export interface Server {
  listen(port: number, host: string | undefined): Promise<number>;
  /** For connections from now on. */
  useCertificate(pem: ShownCertificate): void;
  /**
   * Goes on answering for so long, but ends every connection with its next answer: clients and
   * balancers have time to go elsewhere.
   */
  drain(drain_ms: number): Promise<void>;
  /** Stops accepting connections and waits, within a limit, for running requests. */
  close(): Promise<void>;
}

export function createServer(options: ServerOptions): Server {
  const { serveOperation, serveDialect, crossOrigin, tls, clock, log, metrics } = options;
  const { findRoute, findOperation } = createRouter(options);
  const unknownPath = createUnknownPath(options);
  const { isTrusted, cameByHttps, clientAddress } = createProxies(options.trusted_proxies);
  const send = createSend(commonHeaders(options.base_url), options.cookies);
  const outcomes = createOutcomes(options);
  const { answerOperation, answerQuickly } = createOperationAnswers({
    ...{ findOperation, serveOperation, crossOrigin, outcomes, send, clock },
    ...{ clientAddress, refuseUnlessHttps, isEnding: () => is_ending },
  });
  const { server, useCertificate, closeIdle, closeAll } = createListener({
    tls,
    challenge: options.challenge,
    limits: options.limits,
    isProxy: isTrusted,
    serve: handle,
    serveQuickly: answerQuickly,
    refuse: refuseSocket,
    onTooManyConnections: atMostOncePerMinute(() =>
      log.warn('an address has too many connections'),
    ),
  });

  let is_ending = false;
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await waitInQueue(request, response))) return;
    const target = requestTarget(request.url ?? '/');
    const found = findRoute(target.path);
    const route = found instanceof Promise ? await found.catch(() => 'unloadable' as const) : found;
    // Where pages cannot be loaded, this process ends.
    if (route === 'unloadable') response.destroy();
    else await answer(request, response, target, route ?? NOWHERE);
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query_text }: Target,
    { operation, dialect, page, below }: Route,
  ): Promise<void> {
    if (is_ending) response.shouldKeepAlive = false;
    if (operation && !isPreflight(request)) {
      return answerOperation(request, response, { operation, query_text });
    }
    const started = performance.now();
    const request_id = newId('req', clock());
    const dialect_call: DialectCall | undefined = dialect && {
      ...{ dialect, below, request, response, request_id, query_text },
      client_address: clientAddress(request),
      rate_headers: [],
    };
    const route = operation?.path ?? dialect?.path ?? page?.path ?? 'none';
    let status = 0;
    let code: string | undefined;
    try {
      refuseUnlessWellFormed(request);
      if (!page?.is_internal) refuseUnlessHttps(request);
      if (isPreflight(request) && (operation || dialect || page)) {
        const headers = await crossOrigin.preflight(request, {
          methods: operation ? [operation.method] : page ? methodsOf(page) : DIALECT_METHODS,
          any_origin: operation?.scope === 'license' || page?.any_origin === true,
          takes_keys: page === undefined,
        });
        send.answer(response, { ...answer200('{}'), headers }, request_id);
        status = 200;
      } else if (dialect_call) {
        const answer = await serveDialect(dialect_call);
        status = answer.status;
        await sendSpoken(dialect_call, answer);
      } else {
        if (!page) throw unknownPath(path);
        refuseUnlessMethod(request, methodsOf(page));
        const answer = await servePage(page, request, response, {
          cookies: options.cookies,
          below,
          query_text,
          client_address: clientAddress(request),
          request_id,
        });
        status = answer.status;
        send.page(response, answer, request_id);
      }
    } catch (error) {
      if (error instanceof SenderGone) {
        code = 'sender_gone';
        return;
      }
      const refusal = outcomes.refusalOf(error, { request_id, route });
      status = refusal.status;
      code = refusal.code;
      const refused_page =
        operation || dialect_call ? undefined : await refuseAsPage(page, refusal, request);
      const allowed = allowedMethods(refusal);
      if (dialect_call) {
        const answer = dialect_call.dialect.refused(refusal, request_id);
        status = answer.status;
        await sendSpoken(dialect_call, answer, answer.headers?.Allow === undefined ? allowed : []);
      } else if (refused_page) {
        send.page(response, refused_page, request_id, allowed);
      } else send.answer(response, errorAnswer(refusal, request_id, allowed), request_id);
    } finally {
      outcomes.observe({ request_id, route, status, code, started, key: dialect_call?.key });
    }
  }

  function refuseUnlessHttps(request: Pick<IncomingMessage, 'socket' | 'headers'>): void {
    if (!tls && !cameByHttps(request)) throw new Refusal('https_required');
  }

  /** Answers to one who has a key are for nobody else. */
  async function sendSpoken(dialect_call: DialectCall, answer: PageAnswer, more: string[] = []) {
    const readable = await crossOrigin.answer(dialect_call);
    const headers = [
      'Cache-Control',
      'no-store',
      ...dialect_call.rate_headers,
      ...readable,
      ...more,
    ];
    send.page(dialect_call.response, answer, dialect_call.request_id, headers);
  }

  /** Somebody with a browser gets a page; programs get the API's error. */
  async function refuseAsPage(
    page: ServedPath | undefined,
    refusal: Refusal,
    { headers }: IncomingMessage,
  ): Promise<PageAnswer | undefined> {
    const is_for_programs = page?.is_internal || page?.takes_messages;
    const wants_page = !is_for_programs && isFromBrowser(headers.accept);
    const refused = page?.refused ?? (wants_page ? (await options.loadSite()).refused : undefined);
    return refused?.(refusal, { headers, cookies: options.cookies.read(headers.cookie) });
  }

  function refuseSocket(socket: Duplex, code: ErrorCode, is_head: boolean): void {
    const request_id = newId('req', clock());
    metrics.observe('none', 400, 0);
    log.info('request', { request_id, route: 'none', status: 400, code });
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.on('error', () => {});
    socket.end(rawAnswer(code, { request_id, is_head }), () => socket.destroy());
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, ...(host !== undefined && { host }) }, () => {
          server.off('error', reject);
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    useCertificate,
    async drain(drain_ms) {
      is_ending = true;
      await sleep(drain_ms);
    },
    close: () =>
      new Promise((resolve) => {
        is_ending = true;
        const force = setTimeout(closeAll, LIMITS.shutdown_ms);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        closeIdle();
      }),
  };
}

/** Browsers ask for HTML when somebody opens an address; programs ask for JSON or for anything. */
const isFromBrowser = (accept = ''): boolean =>
  accept.includes('text/html') && !accept.includes('application/json');

/** Calls `log` at most once per minute. */
function atMostOncePerMinute(log: () => void): () => void {
  let logged_at = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - logged_at < 60_000) return;
    logged_at = performance.now();
    log();
  };
}
