import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../core/errors.ts';
import { JsonError, parseJson } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { parseFields } from './query.ts';

/** The sender went away before the request was whole: there is nobody to answer. */
export class SenderGone extends Error {}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  (request.headers['content-length'] ?? '0') !== '0';

/** The JSON object in the body; an empty body is an object without parameters. */
export async function readBody(
  request: IncomingMessage,
  bytes_max: number = LIMITS.body_bytes,
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, bytes_max);
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new Refusal('unsupported_content_type');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal('unsupported_content_encoding');
  }
  if (!isUtf8(bytes)) throw new Refusal('invalid_json', [], 'The body is not valid UTF-8.');
  const text = bytes.toString();
  const value = parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  // What PHP writes for an empty map.
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isObject(value)) throw new Refusal('invalid_json', [], 'The body must be a JSON object.');
  return value;
}

/** The fields of an HTML form; each name at most once, strictly decoded. */
export async function readForm(request: IncomingMessage): Promise<Map<string, string>> {
  const bytes = await readBytes(request, LIMITS.body_bytes);
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) {
    const message = 'Send the form with Content-Type: application/x-www-form-urlencoded.';
    throw new Refusal('unsupported_content_type', [], message);
  }
  // A form that was encoded has nothing but visible ASCII in it.
  const text = bytes.toString('latin1');
  if (!/^[!-~]*$/.test(text)) throw new Refusal('invalid_query', [], 'The form is not encoded.');
  return parseFields(text);
}

const BYTE_ORDER_MARK = '\uFEFF';
const FORM_TYPE = /^application\/x-www-form-urlencoded[\t ]*(;|$)/i;
const JSON_TYPE = /^application\/json[\t ]*(;|$)/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return parseJson(text, { depth_max: LIMITS.json_depth });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const details =
      error.path === '' ? [] : [{ param: error.path, code: error.code, message: error.message }];
    throw new Refusal(
      'invalid_json',
      details,
      `The body is not acceptable JSON: ${error.message}.`,
    );
  }
}

function readBytes(request: IncomingMessage, bytes_max: number): Buffer | Promise<Buffer> {
  if (declaredBytes(request) > bytes_max) throw new Refusal('body_too_large');
  if (request.complete) return received(request, bytes_max);
  if (request.destroyed) throw new SenderGone();
  const refusal = broken.get(request);
  if (refusal) throw refusal;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= bytes_max) return;
      request.off('data', onData);
      reject(new Refusal('body_too_large'));
    };
    request.on('data', onData);
    request.on('end', () => resolve(joined(chunks)));
    request.on(BROKEN, reject);
    // Every request closes in the end; an Error for each would be the dearest part of reading it.
    request.on('error', () => reject(new SenderGone()));
    request.on('close', () => {
      if (!request.complete) reject(new SenderGone());
    });
  });
}

/** Nearly always it is all there by now, and listening for it would cost more than reading it. */
function received(request: IncomingMessage, bytes_max: number): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk);
  const bytes = joined(chunks);
  if (bytes.length > bytes_max) throw new Refusal('body_too_large');
  return bytes;
}

const joined = (chunks: Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);

const declaredBytes = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? 0);

const BROKEN = 'broken';
const broken = new WeakMap<IncomingMessage, Refusal>();

/** The rest of this body will not come, or not in time: whoever reads it is refused. */
export function failBody(request: IncomingMessage, refusal: Refusal): void {
  broken.set(request, refusal);
  request.emit(BROKEN, refusal);
}

/** Whether so much of the body is still to come that its sender is better told to stop. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false;
  return (
    request.headers['transfer-encoding'] !== undefined ||
    request.headers.expect !== undefined ||
    declaredBytes(request) > LIMITS.body_bytes
  );
}

/** Throws away what still comes of a body, until it ends or has gone on for too long; then `then`. */
export function discardBody(request: IncomingMessage, then: () => void): void {
  let left = LIMITS.drained_bytes;
  const timer = setTimeout(then, broken.has(request) ? 0 : LIMITS.linger_ms);
  const done = () => {
    clearTimeout(timer);
    then();
  };
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  for (const end of ['end', 'close', 'error', BROKEN]) request.once(end, done);
}
