import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { request as requestHttp } from '../../../platform/core/node-http.ts';
import { type Allowed, hostOf, mayReach } from '../../../platform/core/public-address.rules.ts';
import { createResolve, type Resolve } from './resolve-name.ts';

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The result of an attempt. */
export interface Sent {
  /** Null when there was no answer. */
  status: number | null;
  error: string | null;
  /** The beginning of the answer, as text. */
  body: string | null;
  duration_ms: number;
}

type Attempt = Omit<Sent, 'duration_ms'>;

export const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** How much of an answer is kept with the delivery. */
const ANSWER_BYTES_KEPT = 2_000;

/**
 * Posts a message, to addresses that may be reached and to no others: the name is resolved once,
 * every address it has is looked at, and the connection goes to one of those.
 */
export function createSender(
  allowed: Allowed,
  {
    resolve = createResolve(),
    timeout_ms = TIMEOUT_MS,
  }: { resolve?: Resolve; timeout_ms?: number } = {},
) {
  return async function send(message: Message): Promise<Sent> {
    const began = performance.now();
    // One time limit for everything: the name look-up, the connection and the whole answer.
    const signal = AbortSignal.timeout(timeout_ms);
    const late = new Promise<Attempt>((done) => {
      signal.addEventListener('abort', () =>
        done(failed(`no answer within ${timeout_ms / 1000} s`)),
      );
    });
    const result = await Promise.race([late, attempt(message, signal).catch(networkFailure)]);
    return { ...result, duration_ms: Math.round(performance.now() - began) };
  };

  async function attempt(message: Message, signal: AbortSignal): Promise<Attempt> {
    const url = new URL(message.url);
    const host = hostOf(url);
    const found = isIP(host) > 0 ? [{ address: host }] : await resolve(host);
    const addresses = found.map(({ address }) => address);
    if (addresses.length === 0) return failed('its name has no address');
    if (!addresses.every((address) => mayReach(address, allowed))) {
      return failed('its name stands for an address that may not be reached');
    }
    // Plain http only goes to addresses that the operator has allowed.
    if (url.protocol === 'http:' && !addresses.every((address) => allowed.has(address))) {
      return failed('plain http is allowed to KASSA_WEBHOOK_ALLOW only');
    }
    return post(url, addresses, message, signal);
  }
}

function post(
  url: URL,
  addresses: string[],
  message: Message,
  signal: AbortSignal,
): Promise<Attempt> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: {
        ...message.headers,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(message.body),
        'User-Agent': 'Kassa-Webhooks/1',
      },
      // Connect to the addresses that were checked: another look-up could give different ones.
      lookup: (_, options, found) => {
        const [first] = pinned;
        if (options.all || !first) found(null, pinned);
        else found(null, first.address, first.family);
      },
    });
    sending.on('error', reject);
    sending.on('response', (answer) => {
      let bytes = 0;
      const beginning: Buffer[] = [];
      const done = () => {
        sending.destroy();
        const body = shownAnswer(Buffer.concat(beginning));
        resolve({ status: answer.statusCode ?? null, error: null, body });
      };
      answer.on('data', (chunk: Buffer) => {
        if (bytes < ANSWER_BYTES_KEPT) beginning.push(chunk.subarray(0, ANSWER_BYTES_KEPT - bytes));
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES_MAX) done(); // The rest of the answer is not needed.
      });
      answer.on('end', done);
      answer.on('error', reject);
    });
    sending.end(message.body);
  });
}

/** What a receiver answered, as it may be stored and shown: text, without control characters. */
const shownAnswer = (bytes: Buffer): string =>
  bytes.toString('utf8').replace(/[^\P{Cc}\n\t]/gu, '');

const failed = (error: string): Attempt => ({ status: null, error, body: null });

const ERROR_MAX = 300;

/** A network error as the text that is shown with the delivery. */
function networkFailure(error: unknown): Attempt {
  const code = error instanceof Error && 'code' in error ? `${error.code}: ` : '';
  const text = error instanceof Error ? error.message : String(error);
  return failed(`${code}${text}`.slice(0, ERROR_MAX));
}
