import { KassaError } from './error.ts';
import { VERSION } from './generated/version.ts';

/** The `fetch` of the runtime, whichever it is. */
type Fetch = typeof globalThis extends { fetch: infer Own } ? Own : never;

/** The `AbortSignal` of the runtime. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own } } ? Own : never;

export interface ClientOptions {
  /** `kassa_test_…` or `kassa_live_…`. Only keys of scope `license` may be shipped to users. */
  api_key: string;
  /** Where your Kassa is: `https://shop.example.com`. */
  base_url: string;
  /** Instead of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How long one try may take. Default: 30,000. */
  timeout_ms?: number | undefined;
  /** How often a call is tried again after it failed for a reason that may pass. Default: 3. */
  retries?: number | undefined;
  /** Before every try. What it adds to `headers` is sent; they have your key. */
  on_request?: ((request: SentRequest) => unknown) | undefined;
  /** After every try, also one without an answer. */
  on_response?: ((response: ReceivedResponse) => unknown) | undefined;
}

/** A try of a call, for hooks. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** 1 for the first. */
  attempt: number;
}

/** What became of it. */
export interface ReceivedResponse extends Omit<SentRequest, 'headers'> {
  /** 0 if there was no answer. */
  status: number;
  /** `x-request-id`, `Deprecation`, `RateLimit` and others; undefined if there was no answer. */
  headers: { get(name: string): string | null } | undefined;
  duration_ms: number;
  /** Why the call fails, or is tried again. */
  error: KassaError | undefined;
}

export interface CallOptions {
  /** Your own key, if the call is repeated after a crash, say. By default each call has a new one. */
  idempotency_key?: string | undefined;
  /** Ends the call, with all its tries. */
  signal?: Signal | undefined;
  timeout_ms?: number | undefined;
  retries?: number | undefined;
}

export type Send = (
  method: string,
  path: string,
  input?: object,
  options?: CallOptions,
) => Promise<unknown>;

const PAUSE_MS = 500;
const PAUSE_MAX_MS = 8_000;
const RETRY_AFTER_MAX_MS = 60_000;

/** Plain http to this machine only. */
const HTTPS = /^http(s:\/\/|:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i;

/** Makes the function that all operations are called through. */
export function createSend(client: ClientOptions): Send {
  // Programs without types, and settings that are not set.
  const missing = (['api_key', 'base_url'] as const).filter((name) => !client?.[name]);
  const wrong = missing[0]
    ? `${missing.join(' and ')} missing: { api_key, base_url }`
    : // Such as the "…" of an example: `fetch` would refuse it at every try, and say the key.
      /[^!-~]/.test(client.api_key.trim())
      ? 'api_key is no key'
      : !HTTPS.test(client.base_url) && 'base_url must begin with https://';
  if (wrong) throw new TypeError(wrong);
  const base_url = client.base_url.replace(/\/+$/, '');

  return async (method, path, input = {}, options = {}) => {
    const { signal } = options;
    const posts = method === 'POST';
    const url = `${base_url}/${path}${posts ? '' : queryOf(input)}`;
    const headers: Record<string, string> = { 'x-api-key': client.api_key };
    if (posts) headers['content-type'] = 'application/json';
    // A browser has its own, and would ask first whether it may be changed. Deno has a `location` too.
    if (!('location' in globalThis) || 'Deno' in globalThis)
      headers['user-agent'] = `kassa-sdk/${VERSION}`;
    // The same for all tries, so that the work is done once.
    if (method !== 'GET')
      headers['idempotency-key'] = options.idempotency_key ?? crypto.randomUUID();
    const body = posts ? JSON.stringify(input) : null;
    const timeout_ms = options.timeout_ms ?? client.timeout_ms ?? 30_000;
    const retries = options.retries ?? client.retries ?? 3;

    for (let tried = 0; ; tried++) {
      const request = { method, url, attempt: tried + 1 };
      const own = { ...headers };
      await client.on_request?.({ ...request, headers: own });
      const began = Date.now();
      let received: Response | undefined;
      const answer = await within(timeout_ms, signal, (stop) =>
        // Kassa never sends a caller elsewhere: the key must not follow.
        (client.fetch ?? fetch)(url, {
          method,
          headers: own,
          body,
          redirect: 'manual',
          signal: stop,
        })
          .then((response) => {
            received = response;
            return read(response);
          })
          .catch((error) => noAnswer(stop, error)),
      );
      await client.on_response?.({
        ...request,
        status: received?.status ?? 0,
        headers: received?.headers,
        duration_ms: Date.now() - began,
        error: answer instanceof KassaError ? answer : undefined,
      });
      if (!(answer instanceof KassaError)) return answer;
      const { status, retry_after_ms, code } = answer;
      const may_pass =
        status > 499 || status === 429 || (status === 0 && code !== 'invalid_answer');
      if (!may_pass || tried >= retries || retry_after_ms > RETRY_AFTER_MAX_MS) throw answer;
      const pause_ms = Math.min(PAUSE_MS * 2 ** tried, PAUSE_MAX_MS) * (0.5 + Math.random() / 2);
      await within(retry_after_ms + pause_ms, signal, ended);
    }
  };
}

/** Does something that is stopped after a while, or by the caller. */
async function within<T>(
  limit_ms: number,
  signal: Signal | undefined,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(`${limit_ms} ms are over`);
  const timer = setTimeout(stop, limit_ms);
  signal?.addEventListener('abort', stop);
  const result = await work(controller.signal);
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return result;
}

const ended = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

async function read(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text();
  const answer = parsed(text);
  if (status === 200 && answer) return answer;
  const told = answer?.error?.code
    ? answer.error
    : { code: 'invalid_answer', message: `Not from Kassa: ${status} ${text.slice(0, 99)}` };
  // Kassa says seconds; what stands before it may say a date.
  const after = headers.get('retry-after') ?? '';
  const retry_after_ms = Math.max(+after * 1000 || Date.parse(after) - Date.now() || 0, 0);
  return new KassaError({ ...told, status, retry_after_ms });
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller makes an error of it.
  }
}

/** The cause within says more than "fetch failed": a refused connection, an unknown certificate. */
const noAnswer = ({ aborted }: AbortSignal, error: { cause?: unknown }): KassaError =>
  new KassaError(
    {
      code: aborted ? 'timed_out' : 'connection_failed',
      message: `No answer: ${error.cause ?? error}`,
    },
    error,
  );

const queryOf = (input: object): string =>
  `?${new URLSearchParams(Object.entries(input).filter(([, value]) => value != null))}`;
