import { remember } from './remember.ts';

/** Longer texts are no typing mistakes of a name, and comparing them would cost something. */
const TYPED_MAX = 60;

/** How many letters may be wrong: one of four, one of eight, and so on. */
const mistakesAllowed = (length: number): number => Math.min(3, Math.floor(length / 4));

/**
 * What somebody probably meant who typed something else: the known text with the same words, in any
 * case, order or spelling (`productId`, `Product-IDs`), otherwise the nearest one with a few wrong
 * letters. Undefined if none is near, or if several are equally near.
 */
export function nearMiss(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length === 0 || typed.length > TYPED_MAX) return undefined;
  const { plain, same_words } = comparable(typed);
  let nearest: string | undefined;
  let fewest = mistakesAllowed(plain.length) + 1;
  let is_tie = false;
  for (const one of known) {
    const is = compared(one);
    if (is.same_words === same_words) return one;
    const mistakes = distance(plain, is.plain, fewest);
    if (mistakes > fewest || fewest === 0) continue;
    if (mistakes === fewest) {
      is_tie = nearest !== undefined;
      continue;
    }
    nearest = one;
    fewest = mistakes;
    is_tie = false;
  }
  return is_tie ? undefined : nearest;
}

/** `. Did you mean X?`, to be added to what is wrong; empty if nothing is near. */
export function didYouMean(typed: string, known: Iterable<string>): string {
  const meant = nearMiss(typed, known);
  return meant === undefined ? '' : `. Did you mean ${meant}?`;
}

/** What two names are compared by: their letters, and their words in any order. */
function comparable(name: string): { plain: string; same_words: string } {
  const words = wordsIn(name);
  return { plain: words.join(''), same_words: words.toSorted().join(' ') };
}

/** Known names are few and stay the same, and each mistake is compared with many of them. */
const compared = remember(5_000, comparable);

/** The words of a name in lower case and in the singular: `createProducts` is create, product. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=..[^s])s$/, ''));

/**
 * How many letters are wrong, missing, too many or swapped with their neighbour. Stops when there are
 * more than `max`, and then says one more than that.
 */
function distance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let fewest = row;
    for (let column = 1; column <= other.length; column++) {
      const is_same = one[row - 1] === other[column - 1];
      let mistakes = Math.min(
        (above[column - 1] ?? 0) + (is_same ? 0 : 1),
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      const is_swapped =
        one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1] && row > 1;
      if (is_swapped) mistakes = Math.min(mistakes, (before[column - 2] ?? 0) + 1);
      current.push(mistakes);
      fewest = Math.min(fewest, mistakes);
    }
    if (fewest > max) return max + 1;
    before = above;
    above = current;
  }
  return above[other.length] ?? max + 1;
}
