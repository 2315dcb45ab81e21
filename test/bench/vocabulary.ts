const WORDS = 30_000;
const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aeiou';

/** Random numbers from 0 up to 1: the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Text {
  name: string;
  description: string;
  /** A number that is in this description only. */
  article: string;
}

/**
 * Texts of invented words that are as frequent as real ones (Zipf's law): a few are everywhere, most
 * are rare. Each text has an article number.
 */
export function createTexts(seed: number) {
  const random = randomNumbers(seed);
  const words = makeWords(randomNumbers(1));
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const upTo = cumulated(words.length);

  function word(): string {
    const point = random() * (upTo.at(-1) ?? 0);
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  }

  const phrase = (min: number, max: number): string => {
    const text = Array.from({ length: min + Math.floor(random() * (max - min + 1)) }, word).join(
      ' ',
    );
    return text.charAt(0).toUpperCase() + text.slice(1);
  };

  let made = 0;
  return {
    next(): Text {
      const article = `kx${seed}n${made++}`;
      const description = `${phrase(8, 16)}. Article ${article}.`;
      return { name: phrase(2, 4), description, article };
    },
    /** Words with 20 hits or more among a thousand texts. */
    frequent: words.slice(20, 60),
    /** The two rarest words of a text, which find little else. */
    rarest({ name, description }: Text): string {
      const found = new Set(`${name} ${description}`.toLowerCase().match(/[a-z]+/g));
      const rank = (word: string) => ranks.get(word) ?? 0;
      return [...found]
        .sort((a, b) => rank(b) - rank(a))
        .slice(0, 2)
        .join(' ');
    },
  };
}

function makeWords(random: () => number): string[] {
  const one = (letters: string) => letters.charAt(Math.floor(random() * letters.length));
  const words = new Set<string>();
  while (words.size < WORDS) {
    // Frequent words are short, as in every language.
    const syllables = words.size < 200 ? 2 : 3 + Math.floor(random() * 2);
    const parts = Array.from({ length: syllables }, () => one(CONSONANTS) + one(VOWELS));
    words.add(parts.join(''));
  }
  return [...words];
}

function cumulated(count: number): Float64Array {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return sums;
}
