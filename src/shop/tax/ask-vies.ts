import { request as requestSecure } from 'node:https';
import { request as requestPlain } from '../../platform/core/node-http.ts';
import { type AskVies, readViesAnswer, unavailable, viesRequest } from './vies.rules.ts';

const ADDRESS = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 64 * 1024;

interface ViesOptions {
  /** Another address than that of the European Commission, for tests. */
  address?: string | undefined;
  /** The authority to trust at that address. */
  ca?: string;
  timeout_ms?: number;
}

/** Asks VIES over HTTPS. Whatever goes wrong is the answer `unavailable`, in time. */
export function createVies(options: ViesOptions = {}): AskVies {
  const { ca, timeout_ms = TIMEOUT_MS } = options;
  const address = options.address ?? ADDRESS;
  return async function askVies(question) {
    // One time limit for everything: the name look-up, the connection and the whole answer.
    const signal = AbortSignal.timeout(timeout_ms);
    const late = new Promise<'timeout'>((done) => {
      signal.addEventListener('abort', () => done('timeout'));
    });
    const url = `${address}/check-vat-number`;
    const body = JSON.stringify(viesRequest(question));
    const answered = post(url, { body, ca, signal }).catch(reasonOf);
    const answer = await Promise.race([late, answered]);
    return typeof answer === 'string'
      ? unavailable(answer, question.now)
      : readViesAnswer(answer, question);
  };
}

interface Answer {
  status: number;
  body: string;
}

interface Post {
  body: string;
  ca: string | undefined;
  signal: AbortSignal;
}

/** A stand-in on this machine needs no certificate. */
const LOCAL = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/]/;

/** The answer, or why there is none. */
function post(url: string, { body, ca, signal }: Post): Promise<Answer | string> {
  return new Promise((resolve, reject) => {
    const request = LOCAL.test(url) ? requestPlain : requestSecure;
    const sending = request(url, {
      method: 'POST',
      agent: false,
      signal,
      ...(ca !== undefined && { ca }),
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Kassa-VIES/1',
      },
    });
    sending.on('error', reject);
    sending.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= ANSWER_BYTES_MAX) return;
        resolve('the answer is too long');
        sending.destroy();
      });
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, body: text });
        sending.destroy();
      });
    });
    sending.end(body);
  });
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
