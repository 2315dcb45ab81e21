import type { Operation } from '../../../../platform/operation/operation.ts';
import type { SchemaParts } from '../../../../platform/operation/schema-parts.ts';
import { SAYS_NOTHING, SELLERS_WORDS } from './sellers-words.rules.ts';

interface Named {
  name: string;
  operation: Operation;
}

/** The tools in whose name, summary, parameters, description or answer the words are, the best first. */
export function findTools(tools: readonly Named[], words: string): object[] {
  const all = wordsIn(words).slice(0, WORDS_MAX);
  const significant = all.filter((word) => !SAYS_NOTHING.has(word));
  const meanings_sought = (significant.length > 0 ? significant : all).map(meaningsOf);
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, meanings_sought) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, FOUND_MAX)
    .map(({ tool: { name, operation } }) => ({
      name,
      summary: operation.summary,
      only_reads: operation.read !== undefined,
    }));
}

const WORDS_MAX = 20;
const FOUND_MAX = 10;

/** The words that a word may stand for, each as the words that it consists of. */
const meaningsOf = (word: string): string[][] => [
  [word],
  ...(Object.hasOwn(SELLERS_WORDS, word) ? (SELLERS_WORDS[word] ?? []) : []).map(wordsIn),
];

/** A word counts where it says most. */
function scoreOf(tool: Named, meanings_sought: string[][][]): number {
  const places = placesOf(tool);
  const worthOf = (words: string[]) =>
    places.find((place) => words.every((word) => place.words.some((one) => isSame(one, word))))
      ?.worth ?? 0;
  return meanings_sought.reduce((sum, meanings) => sum + Math.max(...meanings.map(worthOf)), 0);
}

interface Place {
  words: string[];
  worth: number;
}

const known = new WeakMap<Operation, Place[]>();

function placesOf({ name, operation }: Named): Place[] {
  const { summary, description, input, output } = operation;
  const places = known.get(operation) ?? [
    { words: wordsIn(name), worth: 8 },
    { words: wordsIn(summary), worth: 4 },
    { words: wordsIn(namesIn(input).join(' ')), worth: 2 },
    { words: wordsIn(description), worth: 1 },
    { words: wordsIn(namesIn(output).join(' ')), worth: 0.5 },
  ];
  known.set(operation, places);
  return places;
}

/** Of fields, and what they may be: `status`, `past_due`. */
function namesIn(schema: SchemaParts): string[] {
  const { properties = {}, items, anyOf = [], enum: words = [] } = schema;
  const parts: SchemaParts[] = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  const own = words.length < CURRENCIES ? words.map(String) : [];
  return [...Object.keys(properties), ...own, ...parts.flatMap(namesIn)];
}

/** So many are a list of codes: "try" and "top" are currencies. */
const CURRENCIES = 100;

const wordsIn = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []),
];

/** Also in the plural, and as the beginning of a longer word: "sub" for "subscriptions". */
const isSame = (one: string, word: string): boolean =>
  word.length < 3 ? one === word : one.startsWith(word) || (one.length > 3 && word.startsWith(one));
