/**
 * A row on its way between two databases: a line as COPY of PostgreSQL writes and reads it, with the
 * values of all columns. Two rows are equal if their lines are.
 */
export type RowLine = string;

export type MovedValue = string | number | bigint | null;

const SPECIAL = /[\\\b\f\n\r\t\v\0]/;
const EACH_SPECIAL = /[\\\b\f\n\r\t\v]/g;
const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
const MEANT = Object.fromEntries(
  Object.entries(ESCAPES).map(([sign, written]) => [written, sign]),
) as Record<string, string>;

/** PostgreSQL has no texts with a zero byte. */
export class ZeroByte extends Error {
  readonly position: number;
  constructor(position: number) {
    super('a text has a zero byte');
    this.position = position;
  }
}

export function lineOf(values: readonly MovedValue[]): RowLine {
  let line = '';
  for (let at = 0; at < values.length; at++) {
    if (at > 0) line += '\t';
    const value = values[at];
    if (value === null || value === undefined) line += '\\N';
    else if (typeof value !== 'string') line += value;
    else if (!SPECIAL.test(value)) line += value;
    else if (value.includes('\0')) throw new ZeroByte(at);
    else line += value.replace(EACH_SPECIAL, (sign) => ESCAPES[sign] ?? sign);
  }
  return line;
}

/** The values of a line, as texts. */
export function valuesOf(line: RowLine): (string | null)[] {
  const parts: (string | null)[] = line.split('\t');
  if (!line.includes('\\')) return parts;
  return parts.map((part) => {
    if (part === '\\N' || part === null) return null;
    return part.includes('\\')
      ? part.replace(/\\./g, (written) => MEANT[written] ?? written)
      : part;
  });
}
