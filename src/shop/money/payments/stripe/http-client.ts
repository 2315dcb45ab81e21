import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as requestTls } from 'node:https';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { request as requestPlain } from '../../../../platform/core/node-http.ts';
import type { ProviderApi } from '../connector.ts';

/** A hundred payments with everything about them are about 1 MB. */
const SIZE_MAX = 16 * 1024 * 1024;

/**
 * Sends the requests of the package. Its own client takes answers of any size, waits as long as
 * another byte comes now and then, and some answers that are not Stripe's leave it without an end:
 * here an answer has a size and a time, and is checked to be one.
 */
export class StripeHttpClient extends Stripe.HttpClient {
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #onTime: ProviderApi['onTime'];

  constructor(agent: HttpAgent | HttpsAgent, onTime: ProviderApi['onTime']) {
    super();
    this.#agent = agent;
    this.#onTime = onTime;
  }

  override getClientName(): string {
    return 'node';
  }

  override makeRequest(
    ...[host, port, path, method, headers, body, protocol, timeout_ms]: Parameters<
      Stripe.HttpClient['makeRequest']
    >
  ): Promise<StripeResponse> {
    return new Promise((resolve, reject) => {
      const send = protocol === 'http' ? requestPlain : requestTls;
      const sent = send({ host, port, path, method, headers, agent: this.#agent });
      const giveUp = () => sent.destroy(Stripe.HttpClient.makeTimeoutError());
      const timer = setTimeout(giveUp, timeout_ms);
      sent.on('response', (response) => {
        const provider_time = Date.parse(response.headers.date ?? '');
        if (Number.isFinite(provider_time)) this.#onTime?.(provider_time);
        resolve(new StripeResponse(response));
      });
      sent.on('error', reject);
      sent.on('close', () => clearTimeout(timer));
      sent.end(body);
    });
  }
}

class StripeResponse extends Stripe.HttpClientResponse {
  readonly #response: IncomingMessage;

  constructor(response: IncomingMessage) {
    super(response.statusCode ?? 0, flat(response));
    this.#response = response;
  }

  override getRawResponse(): unknown {
    return {};
  }

  override async toJSON(): Promise<unknown> {
    const text = await this.#read();
    const answer: unknown = JSON.parse(text);
    if (!isAnswer(answer, this.getStatusCode())) throw new Error('this is no answer of Stripe');
    return answer;
  }

  async #read(): Promise<string> {
    const response = this.#response;
    const too_large = new Error('the answer is too large');
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > SIZE_MAX) response.destroy(too_large);
    });
    try {
      return (await buffer(response)).toString();
    } catch (error) {
      // Not as if it had been lost on its way, for the next one would be as large.
      throw error === too_large ? error : Stripe.HttpClient.makeResponseBodyError(error);
    }
  }
}

const flat = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** An object of Stripe's, or a list of them, or what was wrong with the request. */
function isAnswer(answer: unknown, status: number): boolean {
  if (!isObject(answer)) return false;
  const has_succeeded = status >= 200 && status < 300;
  if (!has_succeeded) return status >= 400 && isObject(answer.error);
  if (answer.error !== undefined || typeof answer.object !== 'string') return false;
  const { data } = answer;
  return answer.object === 'list' ? Array.isArray(data) && data.every(hasName) : hasName(answer);
}

const hasName = (value: unknown): boolean => isObject(value) && typeof value.id === 'string';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
