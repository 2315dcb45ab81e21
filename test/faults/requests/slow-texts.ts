import type { TSchema } from 'typebox';
import { exampleInput, exampleOf } from '../../../src/platform/operation/examples.ts';
import type { Operation } from '../../../src/platform/operation/operation.ts';
import type { SchemaParts } from '../../../src/platform/operation/schema-parts.ts';

// Texts that keep a program busy for far longer than they are long, if it does not ask first how
// long they are: what sorts, matches or parses them takes the square of their length, or more.

/** Pieces that are repeated, by what is bad about them. */
const PIECES = {
  'combining marks': '\u0323\u0301',
  'letters of eighteen letters': '\ufdfa',
  'zero-width characters': '\u200b\u200d',
  'direction marks': '\u202e\u2066',
  spaces: ' ',
  'lines of spaces': ' \t\r\n',
  slashes: '/',
  dots: '.',
  'signs of per cent': '%',
  'deep brackets': '[{(<',
  emoji: '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}',
  dashes: 'a-',
  addresses: 'a@a.',
  commas: '1,',
  'signs of markup': '*_`[',
  digits: '9',
  'half a pair': '\ud83d',
};

export type SlowText = keyof typeof PIECES;
export const SLOW_TEXTS = Object.keys(PIECES) as SlowText[];

/** How many bytes a text takes in a request: three times as many in a form as in JSON. */
const WRITTEN = {
  form: (text: string) => new URLSearchParams({ '': text }).toString().length - 1,
  json: (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2,
};

/** As long as it may be to fit into so many bytes. */
export function slowText(name: SlowText, bytes_max: number, as: keyof typeof WRITTEN): string {
  const piece = PIECES[name];
  // Neither its beginning nor its end is what is repeated: nothing can trim it away.
  return `a${piece.repeat(Math.floor(bytes_max / WRITTEN[as](piece)) - 2)}!`;
}

/** As long in bytes, and harmless. */
export const plainText = (bytes: number): string => 'x'.repeat(bytes - 2);

export interface Place {
  name: string;
  /** The request with this text in this place. */
  put(text: string): Record<string, unknown>;
  /** How many times it is in there. */
  copies: number;
}

/** Every parameter of an operation, and everything in it; the others are as in its example. */
export function placesOf(operation: Operation, known: Record<string, unknown>): Place[] {
  const example = exampleInput(operation);
  const base = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, known[name] ?? value]),
  );
  return Object.entries(operation.input.properties).flatMap(([name, schema]) =>
    insideOf(schema as TSchema).map(({ path, put }) => ({
      name: `${operation.path} ${name}${path}`,
      copies: path.endsWith('{}') ? 2 : 1,
      put: (text) => ({ ...base, [name]: put(text) }),
    })),
  );
}

interface Inside {
  path: string;
  put(text: string): unknown;
}

function insideOf(schema: TSchema): Inside[] {
  const { anyOf, type, properties, items } = schema as SchemaParts;
  if (anyOf?.[0]) return insideOf(anyOf[0]);
  if (type === 'array' && items) {
    return insideOf(items).map(({ path, put }) => ({
      path: `[]${path}`,
      put: (text) => [put(text)],
    }));
  }
  if (type !== 'object') return [{ path: '', put: (text) => text }];
  const inner = Object.entries(properties ?? {});
  if (inner.length === 0) {
    return [{ path: '{}', put: (text) => ({ [text.slice(0, 40)]: text, [text]: 'x' }) }];
  }
  const whole = exampleOf(schema);
  const base = typeof whole === 'object' ? whole : {};
  return inner.flatMap(([name, one]) =>
    insideOf(one).map(({ path, put }) => ({
      path: `.${name}${path}`,
      put: (text) => ({ ...base, [name]: put(text) }),
    })),
  );
}
