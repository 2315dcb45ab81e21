export class JsonError extends Error {
  readonly code: JsonErrorCode;
  /** Where in the document, such as `lines[0].amount`; empty at the top. */
  readonly path: string;

  constructor(code: JsonErrorCode, message: string, path: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

type JsonErrorCode =
  | 'invalid_json'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'too_deep'
  | 'inexact_number'
  | 'invalid_text';

/**
 * JSON.parse makes the value: it is faster than code of ours. A quick check of the text finds out
 * whether the full check is needed, which is slow and says what is wrong and where.
 */
export function parseJson(text: string, limits: { depth_max: number }): unknown {
  if (limits.depth_max > 500)
    throw new Error('depth_max is above 500, and the full check recurses');
  const seen = quickCheck(text, limits.depth_max);
  if (seen.suspicious) fullCheck(text, limits.depth_max);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    fullCheck(text, limits.depth_max);
    throw new Error('JSON.parse refuses what the full check accepts', { cause });
  }
  // JSON.parse accepts a key that appears twice. Then there are fewer members than in the text.
  if (countMembers(value) !== seen.members) fullCheck(text, limits.depth_max);
  return seen.negative_zero ? withoutNegativeZero(value) : value;
}

/** The number in a text; undefined when it is not JSON or would lose digits as a double. */
export function exactNumber(text: string): number | undefined {
  if (text === '' || numberAt(text, 0) !== text) return undefined;
  const number = Number(text);
  if (String(number) === text) return number;
  if (canonicalDecimal(text) !== canonicalDecimal(String(number))) return undefined;
  return number === 0 ? 0 : number;
}

// An escape that may hide U+0000, half a surrogate pair, or a letter of __proto__.
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f]|005f|006f|007[024])/i;
function quickCheck(text: string, depth_max: number) {
  let suspicious = text.includes('__proto__') || !text.isWellFormed();
  suspicious ||= text.includes('\\u') && SUSPICIOUS_ESCAPE.test(text);
  let negative_zero = false;
  let members = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '"') {
      i = endOfString(text, i);
    } else if (c === ':') {
      members++;
    } else if (c === '-' || isNumeral(c)) {
      const start = i;
      negative_zero ||= c === '-' && text.charAt(i + 1) === '0';
      while (isNumeral(text.charAt(i + 1))) i++;
      const end = endOfExponent(text, i + 1);
      // A double holds any 15 digits exactly, unless the exponent is very large.
      const is_exact = i - start < 15 && end !== undefined;
      suspicious ||= !is_exact && exactNumber(numberAt(text, start)) === undefined;
      if (end !== undefined) i = end - 1;
    } else if (c === '{' || c === '[') {
      suspicious ||= ++depth > depth_max;
    } else if (c === '}' || c === ']') {
      depth--;
    }
  }
  return { suspicious, negative_zero, members };
}

/** Where an exponent that begins here ends (`start` if there is none); undefined if it is large. */
function endOfExponent(text: string, start: number): number | undefined {
  const c = text.charAt(start);
  if (c !== 'e' && c !== 'E') return start;
  const sign = text.charAt(start + 1);
  const digits = start + (sign === '+' || sign === '-' ? 2 : 1);
  let end = digits;
  let exponent = 0;
  while (exponent <= EXPONENT_MAX && isDigit(text.charAt(end))) {
    exponent = exponent * 10 + Number(text.charAt(end++));
  }
  return end === digits || exponent > EXPONENT_MAX ? undefined : end;
}

/** With 15 digits more, this is still far from the largest and the smallest double. */
const EXPONENT_MAX = 290;

function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charAt(end - 1 - slashes) === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
}

function isNumeral(c: string): boolean {
  return isDigit(c) || c === '.';
}

function isDigit(c: string): boolean {
  return c >= '0' && c <= '9';
}

const NUMBER = /-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y;
function numberAt(text: string, start: number): string {
  NUMBER.lastIndex = start;
  return NUMBER.exec(text)?.[0] ?? '';
}

function canonicalDecimal(text: string): string {
  NUMBER.lastIndex = 0;
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = (whole + fraction).replace(/(?<!0)0+$/, '');
  const significant = digits.replace(/^0+/, '');
  return significant && `${significant}e${Number(exponent) + whole.length - digits.length}`;
}

/** Changed in place: with a reviver, JSON.parse takes ten times as long. */
function withoutNegativeZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = withoutNegativeZero(value[at]);
  } else {
    for (const key in value) Reflect.set(value, key, withoutNegativeZero(Reflect.get(value, key)));
  }
  return value;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += countMembers(item);
  else for (const key in value) members += 1 + countMembers(Reflect.get(value, key));
  return members;
}

type Reading = { text: string; depth_max: number; path: string[] };

function fullCheck(text: string, depth_max: number): void {
  const reading: Reading = { text, depth_max, path: [] };
  const end = skipBlank(text, checkValue(reading, skipBlank(text, 0)));
  if (end < text.length) fail(reading, end, 'invalid_json', 'text after the value');
}

function checkValue(reading: Reading, start: number): number {
  const { text } = reading;
  if (text[start] === '{') return checkMembers(reading, start, '}');
  if (text[start] === '[') return checkMembers(reading, start, ']');
  if (text[start] === '"') return readString(reading, start).end;
  const word = ['true', 'false', 'null'].find((literal) => text.startsWith(literal, start));
  if (word) return start + word.length;
  const number = numberAt(text, start);
  if (!number) fail(reading, start, 'invalid_json', 'no value');
  if (exactNumber(number) !== undefined) return start + number.length;
  fail(reading, start, 'inexact_number', 'a number too large or too precise');
}

function checkMembers(reading: Reading, start: number, closing: '}' | ']'): number {
  const { text, path } = reading;
  if (path.length === reading.depth_max) fail(reading, start, 'too_deep', 'too deep a level');
  const level = path.push('') - 1;
  const keys = new Set<string>();
  let end = skipBlank(text, start + 1);
  for (let index = 0; index > 0 || text[end] !== closing; index++) {
    if (closing === '}') end = checkKey(reading, end, keys);
    else path[level] = `[${index}]`;
    end = skipBlank(text, checkValue(reading, end));
    path[level] = '';
    if (text[end] === closing) break;
    if (text[end] !== ',') fail(reading, end, 'invalid_json', `no , or ${closing}`);
    end = skipBlank(text, end + 1);
  }
  path.pop();
  return end + 1;
}

function checkKey(reading: Reading, start: number, keys: Set<string>): number {
  const { text, path } = reading;
  if (text[start] !== '"') fail(reading, start, 'invalid_json', 'no key in quotes');
  const { value: key, end } = readString(reading, start);
  path[path.length - 1] = `.${key}`;
  if (key === '__proto__') fail(reading, start, 'forbidden_key', 'a key not allowed');
  if (keys.has(key)) fail(reading, start, 'duplicate_key', 'a key for the second time');
  keys.add(key);
  const colon = skipBlank(text, end);
  if (text[colon] !== ':') fail(reading, colon, 'invalid_json', 'no : after the key');
  return skipBlank(text, colon + 1);
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
function readString(reading: Reading, start: number): { value: string; end: number } {
  const { text } = reading;
  let end = start + 1;
  while (text[end] !== '"') {
    const c = text.charCodeAt(end);
    ESCAPE.lastIndex = end;
    if (end >= text.length) fail(reading, start, 'invalid_json', 'a string without end');
    if (c < 0x20) fail(reading, end, c ? 'invalid_json' : 'invalid_text', 'a control character');
    if (text[end] !== '\\') end++;
    else if (ESCAPE.test(text)) end = ESCAPE.lastIndex;
    else fail(reading, end, 'invalid_json', 'an unknown escape');
  }
  const value = String(JSON.parse(text.slice(start, end + 1)));
  if (value.isWellFormed() && !value.includes('\0')) return { value, end: end + 1 };
  fail(reading, start, 'invalid_text', 'U+0000 or half a surrogate pair');
}

function skipBlank(text: string, start: number): number {
  let end = start;
  while (end < text.length && ' \t\n\r'.includes(text.charAt(end))) end++;
  return end;
}

function fail(reading: Reading, position: number, code: JsonErrorCode, what: string): never {
  const path = reading.path.join('').replace(/^\./, '').slice(0, 200).toWellFormed();
  throw new JsonError(code, `${what} at character ${position}${path && ` in ${path}`}`, path);
}
