import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import { wallClock } from '../../core/time.ts';

const TIMEOUT_MS = 30_000;
const ANSWER_MAX_BYTES = 1_000_000;

export interface Reply {
  body: Record<string, unknown>;
  text: string;
  location: string;
  nonce: string | undefined;
  retry_after_s: number | undefined;
}

/** The authority said no, or could not be reached. */
export class AcmeError extends Error {
  /** The last part of the problem's type (RFC 8555, 6.7), such as `dns` or `rateLimited`. */
  readonly kind: string;
  readonly retry_after_s: number | undefined;

  constructor(kind: string, message: string, retry_after_s?: number) {
    super(message);
    this.kind = kind;
    this.retry_after_s = retry_after_s;
  }

  /** From a problem document of the authority. */
  static of(problem: unknown, otherwise: string, retry_after_s?: number): AcmeError {
    if (typeof problem !== 'object' || problem === null) return new AcmeError('other', otherwise);
    const type = String(Reflect.get(problem, 'type') ?? '');
    const detail = String(Reflect.get(problem, 'detail') ?? otherwise).slice(0, 500);
    return new AcmeError(type.split(':').at(-1) || 'other', detail, retry_after_s);
  }
}

/** One request to the authority. Throws an AcmeError for every answer but success. */
export function askAuthority(
  url: string,
  { ca, method = 'GET', body }: { ca: string | undefined; method?: string; body?: string },
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const lost = (reason: string) =>
    reject(new AcmeError('unreachable', `${new URL(url).host} cannot be reached: ${reason}`));
  const sent = request(
    url,
    {
      method,
      headers: { 'user-agent': 'Kassa', 'content-type': 'application/jose+json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    },
    async (response) => {
      try {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) {
          text += chunk;
          if (text.length > ANSWER_MAX_BYTES) throw new Error('its answer is too long');
        }
        const { statusCode = 0, headers } = response;
        const is_json = /json/.test(headers['content-type'] ?? '');
        const found = is_json && text !== '' ? JSON.parse(text) : {};
        const seconds = secondsOf(headers['retry-after']);
        if (statusCode >= 400) {
          reject(AcmeError.of(found, `it answered with status ${statusCode}`, seconds));
          return;
        }
        resolve({
          body: found,
          text,
          location: headers.location ?? '',
          retry_after_s: seconds,
          nonce: [headers['replay-nonce'] ?? []].flat()[0],
        });
      } catch (error) {
        lost(messageOf(error));
      }
    },
  );
  sent.on('error', (error) => lost(messageOf(error)));
  sent.end(body);
  return promise;
}

/** Retry-After is a number of seconds or a date. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - wallClock()) / 1000));
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);
