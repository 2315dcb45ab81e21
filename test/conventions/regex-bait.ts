// Texts that keep a regular expression busy, made from the expression itself: what leads to a part
// that may repeat, that part many times, and an end that fits nowhere.

interface Bait {
  before: string;
  pump: string;
}

interface Part {
  /** The shortest text of it, with at least one of what may be left out. */
  least: string;
  baits: Bait[];
}

const NOTHING: Part = { least: '', baits: [] };
/** One of every kind of character that classes tell apart. */
const SAMPLES = [
  ...'a0 Z_-./:@=,;"\'<>()[]{}*`#%+&?!|\\~^$9fz',
  ...['\t', '\n', '\r', '\u0301', '\u00a0', '\u00e9', '\u4e00', '\u200d', '\u0007', '\u{1f600}'],
];

/** Ends that fit hardly anywhere. */
export const ENDS = ['\u0000', '\n\u0000', ''];

/** What to repeat, and where, to keep an expression busy. */
export function baitsFor({ source, flags }: RegExp): Bait[] {
  let at = 0;
  const take = (length = 1): string => {
    at += length;
    return source.slice(at - length, at);
  };
  const { baits } = alternatives();
  return baits;

  function alternatives(): Part {
    const parts = [sequence()];
    while (source[at] === '|') {
      take();
      parts.push(sequence());
    }
    return { least: parts[0]?.least ?? '', baits: parts.flatMap((part) => part.baits) };
  }

  function sequence(): Part {
    let least = '';
    const baits: Bait[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const begin = at;
      const part = atom();
      const text = source.slice(begin, at);
      const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at))?.[0] ?? '';
      take(quantifier.length);
      const before = least;
      baits.push(...part.baits.map((one) => ({ ...one, before: before + one.before })));
      if (/^[*+]|^\{\d+,\}/.test(quantifier)) {
        baits.push(...pumpsOf(text, part).map((pump) => ({ before, pump })));
      }
      const times = Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 1);
      least += part.least.repeat(Math.min(times, 200));
    }
    return { least, baits };
  }

  function atom(): Part {
    if (source[at] === '(') return group();
    if (source[at] === '[') return { least: fitting(bracket())[0] ?? '', baits: [] };
    if (source[at] === '\\') return escaped();
    const sign = String.fromCodePoint(source.codePointAt(at) ?? 0);
    take(sign.length);
    if (sign === '^' || sign === '$') return NOTHING;
    return { least: sign === '.' ? 'a' : sign, baits: [] };
  }

  function group(): Part {
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(at))?.[0] ?? '(';
    take(opening.length);
    const part = alternatives();
    take();
    return /[=!]$/.test(opening) ? { ...part, least: '' } : part;
  }

  function bracket(): string {
    const begin = at;
    let depth = 0;
    do {
      const sign = take();
      if (sign === '\\') take();
      else if (sign === '[') depth += depth === 0 || flags.includes('v') ? 1 : 0;
      else if (sign === ']') depth--;
    } while (depth > 0);
    return source.slice(begin, at);
  }

  function escaped(): Part {
    const text = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u.{4}|x..|k<\w+>|.)/.exec(source.slice(at))?.[0];
    take(text?.length ?? 2);
    if (text === undefined || /^\\(?:[bB]|k|[1-9])/.test(text)) return NOTHING;
    return { least: fitting(text)[0] ?? '', baits: [] };
  }

  /** Texts that the repeated part accepts, of different kinds. */
  function pumpsOf(text: string, part: Part): string[] {
    const is_group = text.startsWith('(');
    return is_group ? [part.least, ...part.baits.map(({ pump }) => pump)] : fitting(text);
  }

  function fitting(text: string): string[] {
    const one = new RegExp(`^(?:${text})$`, flags.replace(/[gy]/g, ''));
    const own = /^\\u\{?([\da-f]+)/i.exec(text)?.[1];
    const samples = own === undefined ? SAMPLES : [String.fromCodePoint(Number.parseInt(own, 16))];
    const plain = text.length === 2 && text.startsWith('\\') ? [text.slice(1)] : [];
    return [...samples, ...plain].filter((sample) => one.test(sample));
  }
}
