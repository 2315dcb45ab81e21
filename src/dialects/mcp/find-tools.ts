import type { Operation } from '../../operation/operation.ts';

interface Named {
  name: string;
  operation: Operation;
}

/** The tools in whose name, summary, parameters or description the words are, the best first. */
export function findTools(tools: readonly Named[], words: string): object[] {
  const wanted = wordsIn(words).slice(0, WORDS_MAX);
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, FOUND_MAX)
    .map(({ tool: { name, operation } }) => ({
      name,
      summary: operation.summary,
      only_reads: operation.read !== undefined,
    }));
}

const WORDS_MAX = 10;
const FOUND_MAX = 10;

/** A word counts where it says most: in the name 8, in the summary 4, as a parameter 2. */
function scoreOf({ name, operation }: Named, wanted: string[]): number {
  const { summary, description, input } = operation;
  const places = [
    { words: wordsIn(name), worth: 8 },
    { words: wordsIn(summary), worth: 4 },
    { words: wordsIn(Object.keys(input.properties).join(' ')), worth: 2 },
    { words: wordsIn(description), worth: 1 },
  ];
  const worthOf = (word: string) =>
    places.find(({ words }) => words.some((one) => isSame(one, word)))?.worth ?? 0;
  return wanted.reduce((sum, word) => sum + worthOf(word), 0);
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Also in the plural, and as the beginning of a longer word: "sub" for "subscriptions". */
const isSame = (one: string, word: string): boolean =>
  word.length < 3 ? one === word : one.startsWith(word) || (one.length > 3 && word.startsWith(one));
