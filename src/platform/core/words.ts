import { normalForm, withoutCrowds } from './normal-form.ts';

const WORD_CHARACTERS_MAX = 40;
const QUERY_WORDS_MAX = 8;
/** Of a text, so much is found. */
const TEXT_MAX = 20_000;
/** One letter becomes up to eighteen. */
const NORMAL_MAX = 18 * TEXT_MAX;

/** The distinct words of a text, for the search index. */
export function words(text: string): string[] {
  return distinct(split(text, charactersAndPairs));
}

/** The words of a search box. The last one may be the beginning of a longer word. */
export function queryWords(text: string): { words: string[]; last_is_prefix: boolean } {
  const found = split(text, pairs);
  const distinct_words = distinct(found);
  // The last word is not a prefix if it appears twice, or was cut off by the limit.
  const last_is_new = found.indexOf(found.at(-1) ?? '') === found.length - 1;
  const last_is_kept = found.length > 0 && distinct_words.length <= QUERY_WORDS_MAX;
  return {
    words: distinct_words.slice(0, QUERY_WORDS_MAX),
    last_is_prefix: last_is_new && last_is_kept && ENDS_IN_WORD.test(text),
  };
}

const ENDS_IN_WORD = /[\p{L}\p{N}]\p{M}*$/v;
// Scripts without spaces between words. `scx` includes the long-vowel mark of both kana scripts.
const SPACELESS = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}
  \p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}\p{M}]]`.replace(/\s+/, '');
const IS_SPACELESS = new RegExp(`^${SPACELESS}`, 'v');
const RUN = new RegExp(
  `${SPACELESS}+|[[\\p{L}\\p{N}]--${SPACELESS}][[\\p{L}\\p{N}\\p{M}]--${SPACELESS}]*`,
  'gv',
);

function split(text: string, wordsOfSpaceless: (characters: string[]) => string[]): string[] {
  // Most texts are ASCII, for which the fast way is enough.
  if (!/\P{ASCII}/u.test(text)) return shortened(foldAscii(text).match(/[a-z0-9]+/g) ?? []);
  const runs = fold(text).match(RUN) ?? [];
  return shortened(
    runs.flatMap((run) => (IS_SPACELESS.test(run) ? wordsOfSpaceless([...run]) : run)),
  );
}

function foldAscii(text: string): string {
  const folded = text.toLowerCase();
  return folded.includes("'") ? folded.replace(/(?<=[a-z0-9])'(?=[a-z0-9])/g, '') : folded;
}

function fold(text: string): string {
  // The Greek final sigma: with it, the beginning of a longer word would not match.
  const plain = inForm(withoutCrowds(text.slice(0, TEXT_MAX)), 'NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ');
  // Removes accents and invisible characters: soft hyphens, joiners, variation selectors.
  const bare = inForm(plain, 'NFD').replace(
    /[\u0300-\u036f\u00ad\u200c\u200d\p{Variation_Selector}\p{Me}]/gv,
    '',
  );
  return inForm(bare, 'NFC')
    .replace(/[\u02bb\u02bc\u2019]/g, "'")
    .replace(/(?<=[\p{L}\p{N}\p{M}])'(?=[\p{L}\p{N}\p{M}])/gv, '');
}

const inForm = (text: string, form: 'NFKC' | 'NFD' | 'NFC'): string =>
  normalForm(text, form, NORMAL_MAX) ?? '';

function shortened(list: string[]): string[] {
  return list.map((word) =>
    word.length <= WORD_CHARACTERS_MAX
      ? word
      : [...word.slice(0, 2 * WORD_CHARACTERS_MAX)].slice(0, WORD_CHARACTERS_MAX).join(''),
  );
}

function charactersAndPairs(characters: string[]): string[] {
  return [...characters, ...neighbours(characters)];
}

function pairs(characters: string[]): string[] {
  return characters.length === 1 ? characters : neighbours(characters);
}

function neighbours(characters: string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function distinct(list: string[]): string[] {
  // For shorter lists a Set is slower than looking through the list.
  if (list.length > 30) return [...new Set(list)];
  return list.filter((word, i) => list.indexOf(word) === i);
}
