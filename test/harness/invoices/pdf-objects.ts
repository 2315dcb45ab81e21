import { inflateSync } from 'node:zlib';

// Reads a PDF by its cross-reference table, as far as these documents go: no object streams, no
// encryption. Written for the tests, so that `npm test` needs nothing but Node.

export class Ref {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

interface Name {
  name: string;
}

export interface Dictionary {
  [key: string]: Value;
}

export type Value = number | boolean | null | string | Name | Ref | Value[] | Dictionary | Stream;

export class Stream {
  readonly head: Dictionary;
  readonly raw: Buffer;
  constructor(head: Dictionary, raw: Buffer) {
    this.head = head;
    this.raw = raw;
  }
  /** Its content, decompressed. */
  get data(): Buffer {
    return nameOf(this.head.Filter) === 'FlateDecode' ? inflateSync(this.raw) : this.raw;
  }
}

export const nameOf = (value: Value | undefined): string | undefined =>
  value !== null && typeof value === 'object' && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;

export const isDictionary = (value: Value | undefined): value is Dictionary =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !(value instanceof Ref) &&
  !(value instanceof Stream) &&
  nameOf(value) === undefined;

/** Reads values one after the other; strings are read as bytes, one character each. */
export class Reader {
  readonly text: string;
  at: number;
  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  skip(): void {
    this.match(/(?:[\s\0]|%[^\r\n]*)*/y);
  }

  /** A value, or an operator of a content stream as `{ operator }`. */
  next(): Value | { operator: string } | undefined {
    this.skip();
    if (this.at >= this.text.length) return undefined;
    if (this.match(/<</y)) return this.dictionary();
    if (this.match(/\[/y)) return this.list(/\]/y);
    if (this.match(/\(/y)) return this.literal();
    const hex = this.match(/<([0-9a-fA-F\s]*)>/y);
    if (hex) return Buffer.from((hex[1] ?? '').replace(/\s/g, ''), 'hex').toString('latin1');
    const name = this.match(/\/([^\s()<>[\]{}/%]*)/y);
    if (name) return { name: (name[1] ?? '').replace(/#(..)/g, (_, h) => fromHex(h)) };
    const ref = this.match(/(\d+) (\d+) R\b/y);
    if (ref) return new Ref(Number(ref[1]));
    const number = this.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?![\w.])/y);
    if (number) return Number(number[0]);
    const word = this.match(/[A-Za-z'"*][\w'"*]*/y)?.[0];
    if (word === undefined) throw new Error(`not PDF: ${this.text.slice(this.at, this.at + 30)}`);
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : { operator: word };
  }

  value(): Value {
    const value = this.next();
    if (value === undefined) throw new Error('the PDF is cut off');
    if (value !== null && typeof value === 'object' && 'operator' in value && !isValue(value)) {
      throw new Error('an operator where a value should be');
    }
    return value as Value;
  }

  private list(end: RegExp): Value[] {
    const list: Value[] = [];
    for (this.skip(); !this.match(end); this.skip()) list.push(this.value());
    return list;
  }

  private dictionary(): Dictionary {
    const list = this.list(/>>/y);
    const dictionary: Dictionary = {};
    for (let at = 0; at < list.length; at += 2) {
      const key = nameOf(list[at]);
      if (key === undefined) throw new Error('a key that is no name');
      dictionary[key] = list[at + 1] ?? null;
    }
    return dictionary;
  }

  private literal(): string {
    let [text, depth] = ['', 1];
    while (depth > 0) {
      const sign = this.text[this.at++];
      if (sign === undefined) throw new Error('a string without end');
      if (sign === '\\') text += ESCAPES[this.text[this.at] ?? ''] ?? this.text[this.at];
      if (sign === '\\') this.at++;
      else if (sign === '(') depth++;
      else if (sign === ')') depth--;
      if (sign !== '\\' && depth > 0) text += sign;
    }
    return text;
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const fromHex = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
const isValue = (value: object): boolean => !Object.keys(value).includes('operator');

export interface PdfFile {
  trailer: Dictionary;
  /** By number; every one was found where the cross-reference table says. */
  objects: Map<number, Value>;
  header: string;
}

export function readPdf(file: Buffer): PdfFile {
  const text = file.toString('latin1');
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const table = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer\n/.exec(text.slice(start));
  if (!table) throw new Error('there is no cross-reference table where it should be');
  const rows = (table[2] ?? '').trimEnd().split('\n');
  if (rows.length !== Number(table[1])) throw new Error('the table has another length');
  const objects = new Map<number, Value>();
  rows.forEach((row, id) => {
    if (row.trimEnd().endsWith('n'))
      objects.set(id, readObject(file, text, id, Number(row.slice(0, 10))));
  });
  const trailer = new Reader(text, start + table[0].length).value();
  if (!isDictionary(trailer)) throw new Error('the trailer is no dictionary');
  return { trailer, objects, header: text.slice(0, 20) };
}

function readObject(file: Buffer, text: string, id: number, offset: number): Value {
  const head = `${id} 0 obj\n`;
  if (!text.startsWith(head, offset)) throw new Error(`object ${id} is not where the table says`);
  const reader = new Reader(text, offset + head.length);
  const value = reader.value();
  reader.skip();
  if (!text.startsWith('stream\n', reader.at) || !isDictionary(value)) return value;
  const from = reader.at + 'stream\n'.length;
  const raw = file.subarray(from, from + Number(value.Length));
  if (!/^\s*endstream/.test(text.slice(from + raw.length, from + raw.length + 12))) {
    throw new Error(`the stream of object ${id} has another length`);
  }
  return new Stream(value, raw);
}
