import { queryStems, stemsOf } from './stem.rules.ts';

/** Something that can be looked for: a part of a guide, an operation, the events of a kind. */
export interface Searched {
  kind: 'guide' | 'operation' | 'reference' | 'decision';
  /** Parts of one page are one hit: the best of them. */
  page: string;
  /** What the page is called. */
  title: string;
  /** Where this part is, and what it is called if it is not the page's beginning. */
  address: string;
  heading: string | undefined;
  /** Shown with the hit. */
  lead: string;
}

/** The same with its words, as they are compared. */
export interface Indexed extends Searched {
  title_words: string[];
  heading_words: string[];
  /**
   * Each word after a space, so that one is found by its beginning; as often as it is there, up to
   * a few times, so that what speaks of it comes before what mentions it.
   */
  text: string;
}

export const indexed = (part: Searched, text: string): Indexed => ({
  ...part,
  title_words: stemsOf(part.title),
  heading_words: stemsOf(part.heading ?? ''),
  text: ` ${fewOfEach(stemsOf(text)).join(' ')}`,
});

const OF_EACH_MAX = 3;

function fewOfEach(words: string[]): string[] {
  const counts = new Map<string, number>();
  return words.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count + 1);
    return count < OF_EACH_MAX;
  });
}

const TITLE = 60;
const TITLE_BEGINS = 30;
const OPERATION_BEGINS = 50;
const HEADING = 25;
const TEXT = 4;
const BEGINNING_OF_WORD = 0.5;
const LIST = 8;
const DECISION = 100;

/**
 * The pages that have all of these words, the best first; those that have any where none has all.
 * A name counts more than a heading, a heading more than a text; what does something comes before
 * what lists it.
 */
export function ranked(all: readonly Indexed[], query: string, hits_max: number): Searched[] {
  const stems = queryStems(query);
  if (stems.length === 0) return [];
  const scores = all.map((part) => ({ part, of_words: stems.map((one) => scoreOf(part, one)) }));
  const complete = scores.filter(({ of_words }) => of_words.every((score) => score > 0));
  const some = scores.filter(({ of_words }) => of_words.some((score) => score > 0));
  const best = new Map<string, { part: Searched; score: number }>();
  for (const { part, of_words } of complete.length > 0 ? complete : some) {
    const score = of_words.reduce((sum, one) => sum + one, 0) + bonus(part, stems);
    if (score > (best.get(part.page)?.score ?? -Infinity)) best.set(part.page, { part, score });
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, hits_max)
    .map(({ part }) => part);
}

function scoreOf(part: Indexed, stem: string): number {
  const { kind, title_words, heading_words, text } = part;
  const in_title = placeIn(title_words, stem);
  const begins = title_words[0]?.startsWith(stem) ? TITLE_BEGINS : 0;
  const in_text = TEXT * timesIn(text, ` ${stem}`);
  const operation = kind === 'operation' && title_words[0] === stem ? OPERATION_BEGINS : 0;
  const score = in_title * (TITLE + begins) + placeIn(heading_words, stem) * HEADING + in_text;
  return score + operation;
}

/** How often, up to OF_EACH_MAX: more are not looked for. */
function timesIn(text: string, beginning: string): number {
  let times = 0;
  for (let at = text.indexOf(beginning); at >= 0 && times < OF_EACH_MAX; times++) {
    at = text.indexOf(beginning, at + beginning.length);
  }
  return times;
}

/** 1 for the word itself, less for one that begins so, 0 for none. */
function placeIn(words: string[], stem: string): number {
  if (words.includes(stem)) return 1;
  return words.some((word) => word.startsWith(stem)) ? BEGINNING_OF_WORD : 0;
}

function bonus({ kind, title_words }: Indexed, stems: string[]): number {
  const is_name = title_words.length > 0 && title_words.every((word) => stems.includes(word));
  const lists = kind === 'operation' && LISTING.has(title_words[0] ?? '') ? -LIST : 0;
  return (is_name ? TITLE : 0) + lists - (kind === 'decision' ? DECISION : 0);
}

const LISTING = new Set(['list', 'search', 'get']);
