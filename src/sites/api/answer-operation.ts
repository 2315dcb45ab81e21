import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { WrongMethod } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Clock } from '../../platform/core/time.ts';
import { hasBody, jsonIn, readBody, SenderGone, tooLarge } from '../../platform/http/body.ts';
import type { QuickAnswer } from '../../platform/http/quick-door.ts';
import type { QuickRequest } from '../../platform/http/quick-request.ts';
import { requestTarget } from '../../platform/http/target.ts';
import { nextTurn } from '../../platform/http/turn.ts';
import { refuseUnlessWellFormed } from '../../platform/http/well-formed.ts';
import { type Answer, errorAnswer } from '../../platform/operation/answer.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { senderOf } from './api-keys.ts';
import { compressAnswer, type SentAnswer } from './compress-answer.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { deprecatedHeaders } from './deprecated.ts';
import type { Outcomes } from './outcome.ts';
import type { Send } from './send.ts';
import type { OperationRequest } from './serve-operation.ts';

interface Dependencies {
  findOperation(path: string): Operation | undefined;
  serveOperation(call: OperationRequest): Promise<Answer>;
  crossOrigin: Pick<CrossOrigin, 'answer'>;
  outcomes: Outcomes;
  send: Send;
  clock: Clock;
  clientAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>): string;
  refuseUnlessHttps(request: Pick<IncomingMessage, 'socket' | 'headers'>): void;
  isEnding(): boolean;
}

/** Answers requests for operations, through Node's HTTP server and through the quick door. */
export function createOperationAnswers(dependencies: Dependencies) {
  const { serveOperation, crossOrigin, outcomes, send, clock } = dependencies;
  const { findOperation, clientAddress, refuseUnlessHttps, isEnding } = dependencies;

  return {
    async answerOperation(
      request: IncomingMessage,
      response: ServerResponse,
      { operation, query_text }: { operation: Operation; query_text: string },
    ): Promise<void> {
      const call: OperationRequest = {
        ...{ operation, request, query_text, rate_headers: [] },
        request_id: newId('req', clock()),
        client_address: clientAddress(request),
        receive(bytes_max) {
          if (!hasBody(request)) return {};
          if (request.headers.expect !== undefined) response.writeContinue();
          return readBody(request, bytes_max);
        },
      };
      const answer = await perform(call, () => {
        refuseUnlessWellFormed(request);
        refuseUnlessHttps(request);
        refuseUnlessMethod(request, [operation.method]);
      });
      if (answer) send.answer(response, answer, call.request_id);
    },

    answerQuickly(
      { method, url, headers, body }: QuickRequest,
      socket: Socket,
    ): Promise<QuickAnswer | undefined> | undefined {
      const { path, query_text } = requestTarget(url);
      const operation = findOperation(path);
      if (operation?.method !== method) return undefined;
      const request = { headers, socket };
      const request_id = newId('req', clock());
      const call: OperationRequest = {
        ...{ operation, request, request_id, query_text, rate_headers: [] },
        client_address: clientAddress(request),
        receive(bytes_max) {
          if (body === undefined) return {};
          if (body.length > bytes_max) throw tooLarge(bytes_max);
          return jsonIn(body, headers);
        },
      };
      return perform(call, () => refuseUnlessHttps(request)).then(
        (answer) => answer && send.text(answer, request_id, isEnding()),
      );
    },
  };

  /**
   * The answer, a refusal too, with all its headers; undefined if the sender is gone. `refuse` throws
   * if the request is not worth looking at.
   */
  async function perform(
    call: OperationRequest,
    refuse: () => void,
  ): Promise<SentAnswer | undefined> {
    const started = performance.now();
    let answer: Answer | undefined;
    try {
      refuse();
      await nextTurn(senderOf(call.request.headers, call.client_address));
      answer = await serveOperation(call);
    } catch (error) {
      if (!(error instanceof SenderGone)) answer = refused(call, error);
    }
    const { request_id, operation, key, request } = call;
    const { status = 0, code = answer ? undefined : 'sender_gone' } = answer ?? {};
    outcomes.observe({ request_id, route: operation.path, status, code, started, key });
    if (!answer) return undefined;
    const more = crossOrigin.answer(call);
    const readable = more instanceof Promise ? await more : more;
    const leaving = deprecatedHeaders(call);
    const headers = [...call.rate_headers, ...readable, ...leaving, ...answer.headers];
    const whole = { status: answer.status, body: answer.body, headers };
    return compressAnswer(whole, { operation, accept: request.headers['accept-encoding'] });
  }

  function refused({ request_id, operation }: OperationRequest, error: unknown): Answer {
    const refusal = outcomes.refusalOf(error, { request_id, route: operation.path });
    return errorAnswer(refusal, request_id, allowedMethods(refusal));
  }
}

export function refuseUnlessMethod(request: IncomingMessage, allowed: readonly string[]): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (!allowed.includes(method ?? '')) throw new WrongMethod(request.method, allowed);
}

/** The headers that say which methods there are, where another was tried. */
export const allowedMethods = (refusal: Error): string[] =>
  refusal instanceof WrongMethod ? ['Allow', refusal.allowed.join(', ')] : [];
