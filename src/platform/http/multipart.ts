import { isUtf8 } from 'node:buffer';
import { Refusal } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

interface Multipart {
  form: Map<string, string>;
  files: Map<string, Buffer>;
}

export const isMultipart = (content_type = ''): boolean => /^multipart\//i.test(content_type);

/**
 * The fields and files of a form with `Content-Type: multipart/form-data` (RFC 7578), as browsers
 * write it. Anything else is refused: parts without an end, with a strange head, or of a name that
 * came before.
 */
export function parseMultipart(body: Buffer, content_type: string): Multipart {
  const boundary = BOUNDARY.exec(content_type)?.slice(1).find(Boolean);
  if (boundary === undefined) throw malformed('has no boundary');
  const parts: Multipart = { form: new Map(), files: new Map() };
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter is the beginning of the body, without a line break before it.
  if (!body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))) {
    throw malformed('does not begin with its boundary');
  }
  let at = delimiter.length - 2;
  for (let count = 0; ; count++) {
    const follows = body.toString('latin1', at, at + 2);
    if (follows === '--') return parts;
    if (follows !== '\r\n') throw malformed('is cut off, or has a wrong boundary');
    if (count >= LIMITS.fields) throw malformed('has too many parts');
    const end = body.indexOf(delimiter, at);
    if (end === -1) throw malformed('is cut off');
    readPart(parts, body.subarray(at + 2, end));
    at = end + delimiter.length;
  }
}

const HEAD_BYTES_MAX = 1_024;
const BOUNDARY =
  /^multipart\/form-data[\t ]*;[\t ]*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+./:=?-]{1,70}))[\t ]*$/i;
const DISPOSITION =
  /^Content-Disposition:[\t ]*form-data;[\t ]*name="([\w.-]{1,100})"(;[\t ]*filename="[^"]*")?[\t ]*$/i;
const TYPE = /^Content-Type:/i;

function readPart({ form, files }: Multipart, part: Buffer): void {
  const end = part.subarray(0, HEAD_BYTES_MAX).indexOf('\r\n\r\n');
  if (end === -1) throw malformed('has a part without an end of its head');
  const lines = part.toString('latin1', 0, end).split('\r\n');
  const [disposition = '', ...others] = lines.filter((line) => !TYPE.test(line));
  const [, name, filename] = DISPOSITION.exec(disposition) ?? [];
  if (name === undefined || others.length > 0) throw malformed('has a part with a strange head');
  if (form.has(name) || files.has(name)) throw malformed('has a name twice');
  const content = part.subarray(end + 4);
  if (filename !== undefined) files.set(name, content);
  else {
    if (!isUtf8(content) || content.includes(0)) throw malformed('has a field that is no text');
    form.set(name, content.toString());
  }
}

const malformed = (what: string): Refusal => new Refusal('invalid_query', [], `The form ${what}.`);
