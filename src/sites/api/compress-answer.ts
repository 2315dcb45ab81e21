import { randomBytes } from 'node:crypto';
import { compress, encodingFor } from '../../platform/http/content-encoding.ts';
import type { Answer } from '../../platform/operation/answer.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { SchemaParts } from '../../platform/operation/schema-parts.ts';

// The compressed length of an answer tells whether two parts of it are alike. Who can make somebody ask
// again and again, choose a part of the answer and see its length, can guess a secret in another part
// (BREACH). Three things keep that from answers of operations:
// - No stranger makes anybody ask: a key is sent by a program on purpose, never by a browser on its own,
//   as a cookie is. (Pages are asked for with cookies, and are not compressed.)
// - Answers with a secret that opens the shop, and those of operations that buyers' machines use, stay
//   as they are.
// - A buyer can have some text in a list and wait until it is fetched. So each answer ends with white
//   space of a random length that does not compress: a letter guessed right is lost in it.

/** In characters. Below it, there is little to win: an answer leaves in the first packets anyway. */
const WORTH_COMPRESSING = 4_096;

/** At the same time. Who asks meanwhile gets the answer as it is: nobody waits, files and locks neither. */
const AT_ONCE_MAX = 2;
let under_way = 0;

/** An answer as it is sent: JSON text, or that text compressed. */
export interface SentAnswer extends Omit<Answer, 'body'> {
  body: string | Buffer;
}

/** The answer as it is sent: compressed if the client asks for it and it is large. */
export function compressAnswer(
  answer: Answer,
  { operation, accept }: { operation: Operation; accept: string | string[] | undefined },
): SentAnswer | Promise<SentAnswer> {
  const { body, status } = answer;
  if (body.length < WORTH_COMPRESSING || accept === undefined || status !== 200) return answer;
  const encoding = encodingFor(String(accept));
  if (!encoding || under_way >= AT_ONCE_MAX || hasSecret(operation)) return answer;
  under_way++;
  return compress(`${body}${whiteSpace()}`, encoding, 4)
    .then((compressed): SentAnswer => {
      const headers = [...answer.headers, 'Content-Encoding', encoding, 'Vary', 'Accept-Encoding'];
      return { ...answer, body: compressed, headers };
    })
    .finally(() => under_way--);
}

const SPACES = [' ', '\t', '\n', '\r'] as const;

/** Up to 256 characters of four kinds: up to 64 bytes that nothing makes shorter. */
function whiteSpace(): string {
  const [length = 0, ...random] = randomBytes(65);
  const shifts = [0, 2, 4, 6];
  return random
    .slice(0, length % 65)
    .flatMap((byte) => shifts.map((shift) => SPACES[(byte >> shift) & 3]))
    .join('');
}

const SECRETS = new Set([
  'api_key',
  'secret',
  'certificate',
  'portal_url',
  'invitation_url',
  'html',
]);
const known = new WeakMap<Operation, boolean>();

/** Whether its answers have keys of the shop, links that sign somebody in, or whole mails. */
function hasSecret(operation: Operation): boolean {
  const found =
    known.get(operation) ?? (operation.scope === 'license' || isSecret(operation.output));
  known.set(operation, found);
  return found;
}

function isSecret({ properties = {}, items, anyOf = [] }: SchemaParts): boolean {
  const parts: SchemaParts[] = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  return Object.keys(properties).some((name) => SECRETS.has(name)) || parts.some(isSecret);
}
