import { normalForm } from '../../../platform/core/normal-form.ts';
import { COMMON_WORDS } from './common-words.rules.ts';

const LENGTH_MIN = 10;
/** Nobody types more, and hashing takes longer for longer texts. */
const LENGTH_MAX = 200;
/** A character of two parts, with an accent of its own, on each place. */
const TYPED_MAX = 4 * LENGTH_MAX;

export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'yours';

/**
 * Why this password would be guessed, or undefined if it may be used. `own` is what a stranger
 * knows or guesses first: the e-mail address, the name, the name of the shop.
 */
export function whyNotPassword(
  password: string,
  { own }: { own: readonly string[] },
): PasswordProblem | undefined {
  const text = normalized(password);
  if (text === undefined) return 'too_long';
  const length = [...text].length;
  if (length < LENGTH_MIN) return 'too_short';
  if (length > LENGTH_MAX) return 'too_long';
  if (new Set(text).size < 5 || isRow(text)) return 'common';
  const own_words = own.flatMap(wordsOf);
  if (isMadeOf(text, new Set(own_words))) return 'yours';
  return isMadeOf(text, new Set([...COMMON_WORDS, ...own_words])) ? 'common' : undefined;
}

/** The same keys give the same text on every machine. Undefined for what can be nobody's password. */
export const normalized = (password: string): string | undefined =>
  normalForm(password, 'NFKC', TYPED_MAX);

/** The parts of an address or name, and all of it. */
const wordsOf = (text: string): string[] =>
  [text, text.replace(/[^\p{L}]/gu, ''), ...text.split(/[^\p{L}]+/u)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3);

/** Letters that follow each other in the alphabet, or digits that do: 1234567890, abcdefghij. */
function isRow(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  const usual = steps.filter((step) => Math.abs(step) <= 1).length;
  return usual >= steps.length - 1;
}

/**
 * Whether the text is one or two of the words, with a few digits and signs around them. Digits in
 * words are also read as the letters that they look like.
 */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase();
  const letters = lower.replace(/[013457@$!|]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
  return consistsOf(lower, (part, from) => {
    const read = letters.slice(from, from + part.length);
    return words.has(part) ? part : words.has(read) ? read : undefined;
  });
}

const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

const WORD_MAX = 30;
/** Three words that nobody would guess together are a good password, common or not. */
const WORDS_MAX = 2;
/** Digits and signs that people put around a word: a year, an exclamation mark. */
const EXTRA_MAX = 5;

type FindWord = (part: string, from: number) => string | undefined;

/** With how few words the text can be read to each place, with few other signs between them. */
function consistsOf(text: string, findWord: FindWord): boolean {
  const best: ({ words: Set<string>; extra: number } | undefined)[] = [
    { words: new Set(), extra: 0 },
  ];
  for (let to = 1; to <= text.length; to++) {
    for (let from = Math.max(0, to - WORD_MAX); from < to; from++) {
      const before = best[from];
      if (!before) continue;
      const part = text.slice(from, to);
      const word = findWord(part, from);
      const extra = before.extra + (word === undefined ? extraOf(part) : 0);
      const words = word === undefined ? before.words : new Set(before.words).add(word);
      if (extra > EXTRA_MAX || words.size > WORDS_MAX) continue;
      const known = best[to];
      const order = (known?.words.size ?? WORD_MAX) - words.size || (known?.extra ?? 0) - extra;
      if (!known || order > 0) best[to] = { words, extra };
    }
  }
  return best[text.length] !== undefined;
}

/** How much digits and signs add to a word; 12345 and !!!! add as little as one of them. */
function extraOf(part: string): number {
  if (/\p{L}/u.test(part)) return Number.POSITIVE_INFINITY;
  return isRow(part) || new Set(part).size === 1 ? 1 : part.length;
}
