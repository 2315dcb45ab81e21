import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from '../core/errors.ts';
import { JsonError, parseJson } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { parseMultipart } from './multipart.ts';
import { parseFields } from './query.ts';

/** The client closed the connection before its request was complete. */
export class SenderGone extends Error {}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  (request.headers['content-length'] ?? '0') !== '0';

/** The JSON object in the body. An empty body is an empty object. */
export async function readBody(
  request: IncomingMessage,
  bytes_max: number = LIMITS.body_bytes,
): Promise<Record<string, unknown>> {
  return jsonIn(await readBytes(request, bytes_max), request.headers);
}

/** The JSON object in these bytes. No bytes are an empty object. */
export function jsonIn(bytes: Buffer, headers: IncomingHttpHeaders): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new Refusal('unsupported_content_type');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal('unsupported_content_encoding');
  }
  if (!isUtf8(bytes)) throw new Refusal('invalid_json', [], 'The body is not valid UTF-8.');
  const text = bytes.toString();
  const value = parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  // PHP writes an empty map as [].
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isObject(value)) throw new Refusal('invalid_json', [], 'The body must be a JSON object.');
  return value;
}

/** The fields of an HTML form. Refuses duplicate names and invalid encoding. */
export async function readForm(request: IncomingMessage): Promise<Map<string, string>> {
  const bytes = await readBytes(request, LIMITS.body_bytes);
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) {
    const message = 'Send the form with Content-Type: application/x-www-form-urlencoded.';
    throw new Refusal('unsupported_content_type', [], message);
  }
  // An encoded form contains only visible ASCII characters.
  const text = bytes.toString('latin1');
  if (!/^[!-~]*$/.test(text)) throw new Refusal('invalid_query', [], 'The form is not encoded.');
  return parseFields(text);
}

/** The fields of a form that may also send files. */
export async function readFormWithFiles(
  request: IncomingMessage,
): Promise<{ form: Map<string, string>; files: Map<string, Buffer> }> {
  const bytes = await readBytes(request, LIMITS.picture_body_bytes);
  return parseMultipart(bytes, request.headers['content-type'] ?? '');
}

/** The bytes of a body, whatever they are. */
export const readMessage = async (
  request: IncomingMessage,
  bytes_max: number = LIMITS.body_bytes,
): Promise<Buffer> => readBytes(request, bytes_max);

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

export const tooLarge = (bytes_max: number): Refusal =>
  new Refusal('body_too_large', [], `The body is larger than ${bytes_max / 1024} KB.`);

function readBytes(request: IncomingMessage, bytes_max: number): Buffer | Promise<Buffer> {
  if (declaredBytes(request) > bytes_max) throw tooLarge(bytes_max);
  if (request.complete) return received(request, bytes_max);
  if (request.destroyed) throw new SenderGone();
  const refusal = broken.get(request);
  if (refusal) throw refusal;
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      // A chunk of one byte takes a hundred bytes as long as it is by itself.
      if (chunks.length === CHUNKS_MAX) chunks = [joined(chunks)];
      size += chunk.length;
      if (size <= bytes_max) return;
      request.off('data', onData);
      reject(tooLarge(bytes_max));
    };
    request.on('data', onData);
    request.on('end', () => resolve(joined(chunks)));
    request.on(BROKEN, reject);
    // Errors are made only when needed: an Error for each request would cost more than the rest.
    request.on('error', () => reject(new SenderGone()));
    request.on('close', () => {
      if (!request.complete) reject(new SenderGone());
    });
  });
}

/** The usual case: the whole body has arrived already, and listeners are not needed. */
function received(request: IncomingMessage, bytes_max: number): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk);
  const bytes = joined(chunks);
  if (bytes.length > bytes_max) throw tooLarge(bytes_max);
  return bytes;
}

/** That are kept until they are put together. */
const CHUNKS_MAX = 500;

const joined = (chunks: Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);

const declaredBytes = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? 0);

const BROKEN = 'broken';
const broken = new WeakMap<IncomingMessage, Refusal>();

/** The rest of this body is malformed or too late: reading it throws this refusal. */
export function failBody(request: IncomingMessage, refusal: Refusal): void {
  broken.set(request, refusal);
  request.emit(BROKEN, refusal);
}

/** Whether the rest of the body may be so large that the connection should be closed instead. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false;
  return (
    request.headers['transfer-encoding'] !== undefined ||
    request.headers.expect !== undefined ||
    declaredBytes(request) > LIMITS.body_bytes
  );
}

/** Reads and ignores the rest of a body, within limits, and then calls `then`. */
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
