// Reads a mail as it came over the wire: headers, and the two ways in which it says the same.

export interface ReadMail {
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
}

export function readMail(message: string): ReadMail {
  const { headers, body } = part(message);
  const parts = partsOf({ headers, body });
  const of = (type: string) =>
    parts.filter(({ headers }) => headers.get('content-type')?.startsWith(type)).map(decoded)[0] ??
    '';
  const subject = words(headers.get('subject') ?? '');
  return { headers, subject, text: of('text/plain'), html: of('text/html') };
}

/** The parts of a mail, and those of its parts: with a file, the texts are in a part of their own. */
function partsOf({ headers, body }: ReturnType<typeof part>): ReturnType<typeof part>[] {
  const [, boundary] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
  if (boundary === undefined) return [{ headers, body }];
  return body.split(`--${boundary}`).slice(1, -1).map(part).flatMap(partsOf);
}

function part(text: string): { headers: Map<string, string>; body: string } {
  const trimmed = text.replace(/^\r\n/, '');
  const end = trimmed.indexOf('\r\n\r\n');
  const lines = trimmed
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    if (headers.has(name)) throw new Error(`there are two headers ${name}`);
    headers.set(name, line.slice(at + 1).trim());
  }
  return { headers, body: trimmed.slice(end + 4) };
}

function decoded({ headers, body }: ReturnType<typeof part>): string {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  return quoted(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

/** `=C3=A9` is é. */
const quoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString();

/** Encoded words of a header: `=?UTF-8?Q?Sch=C3=B6n?=`. Bytes of a letter may be in two of them. */
function words(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, how = '', word = '']) =>
        how.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64')
          : Buffer.from(
              word
                .replaceAll('_', ' ')
                .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                ),
              'latin1',
            ),
      ),
    ).toString(),
  );
}
