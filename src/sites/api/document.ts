import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { compress, type Encoding, encodingFor } from '../../platform/http/content-encoding.ts';
import type { PageAnswer } from '../../platform/http/page.ts';

// Documents are the same for everybody: the reference, the OpenAPI document, stylesheets, signing
// keys, logos. Only they are cached, and of pages only they are compressed: in others, which a browser
// asks for with its cookie and which show secrets together with text from others, the compressed length
// would reveal the secrets (the BREACH attack). Answers of operations: see compress-answer.ts.

interface Versions {
  etag: string;
  /** One for all who ask: what they do not read is not held once for each. */
  plain: Buffer;
  made: Map<Encoding, Promise<Buffer>>;
}

const versions = new WeakMap<PageAnswer, Versions>();

/** A document, compressed if the client supports it; or 304 when the client has it already. */
export async function documentFor(
  answer: PageAnswer,
  received: IncomingHttpHeaders,
): Promise<PageAnswer> {
  if (answer.cookies) throw new Error('an answer that may be cached must not set cookies');
  const { etag, plain, made } = versionsOf(answer);
  const headers: Record<string, string> = {
    ...answer.headers,
    'Cache-Control': `public, max-age=${answer.cache_seconds}${answer.is_immutable ? ', immutable' : ''}`,
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  if (isKnown(etag, received['if-none-match']))
    return { ...answer, status: 304, body: '', headers };
  const encoding = encodingFor(String(received['accept-encoding'] ?? ''));
  const is_small = plain.length < WORTH_COMPRESSING;
  if (!encoding || is_small || PACKED.test(answer.type)) {
    return { ...answer, body: plain, headers };
  }
  const body = made.get(encoding) ?? compress(plain, encoding, DONE_ONCE);
  made.set(encoding, body);
  return { ...answer, body: await body, headers: { ...headers, 'Content-Encoding': encoding } };
}

/** Compressed in themselves. */
const PACKED = /^image\/(?:png|jpeg|webp)$/;

/** The highest quality of Brotli would take seconds. */
const DONE_ONCE = 9;

/** In bytes. Less fits into one packet anyway. */
const WORTH_COMPRESSING = 1_400;

function versionsOf(answer: PageAnswer): Versions {
  const found = versions.get(answer);
  if (found) return found;
  const plain = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // Weak: it is the same for all compressed versions.
  const made = { etag: `W/"${hash}"`, plain, made: new Map() };
  versions.set(answer, made);
  return made;
}

const isKnown = (etag: string, if_none_match = ''): boolean =>
  if_none_match.split(',').some((one) => [etag, etag.slice(2), '*'].includes(one.trim()));
