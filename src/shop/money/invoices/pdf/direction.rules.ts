// The order in which text of both directions is drawn: the rules of Unicode's bidirectional
// algorithm that matter for names and addresses (UAX 9, without explicit embeddings).

/** A piece of text in one font and one direction, in the order in which it is read. */
export interface TextRun {
  text: string;
  /** Which font of the set. */
  font: number;
  is_right_to_left: boolean;
}

type Kind = 'left' | 'right' | 'number' | 'neutral';

interface Piece {
  text: string;
  font: number;
}

/** Joins pieces of one font and direction, and puts them in the order of the eye. */
export function directedRuns(pieces: Piece[]): TextRun[] {
  if (!pieces.some(({ text }) => RIGHT.test(text))) return joined(pieces, () => 0);
  const levels = levelsOf(pieces);
  const runs = joined(pieces, (at) => levels[at] ?? 0);
  return inVisualOrder(runs);
}

interface LeveledRun extends TextRun {
  level: number;
}

function joined(pieces: Piece[], levelAt: (at: number) => number): LeveledRun[] {
  const runs: (LeveledRun & { parts: string[] })[] = [];
  pieces.forEach(({ text, font }, at) => {
    const level = levelAt(at);
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) last.parts.push(text);
    else runs.push({ text: '', font, level, is_right_to_left: level % 2 === 1, parts: [text] });
  });
  return runs.map(({ parts, ...run }) => ({ ...run, text: drawnText(parts, run) }));
}

/** The font turns letters of these scripts around, but not signs that stand among themselves. */
function drawnText(parts: string[], { is_right_to_left }: LeveledRun): string {
  if (!is_right_to_left) return parts.join('');
  const shown = parts.map(mirrored);
  return parts.some((text) => RIGHT.test(text)) ? shown.join('') : shown.reverse().join('');
}

const RIGHT = /[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}]/u;
const NUMBER = /\p{Nd}/u;
const LETTER = /[\p{L}\p{N}]/u;

function kindOf({ text }: Piece): Kind {
  if (NUMBER.test(text)) return 'number';
  if (RIGHT.test(text) && LETTER.test(text)) return 'right';
  return LETTER.test(text) ? 'left' : 'neutral';
}

/** Even levels are read from left to right, odd ones from right to left. */
function levelsOf(pieces: Piece[]): number[] {
  const kinds = withSeparators(pieces, pieces.map(kindOf));
  const first = kinds.find((kind) => kind === 'left' || kind === 'right');
  const base = first === 'right' ? 1 : 0;
  const strong = kinds.map((kind, at) => {
    if (kind !== 'number') return kind;
    const before = kinds.slice(0, at).findLast((one) => one === 'left' || one === 'right');
    return (before ?? first) === 'right' ? 'number' : 'left';
  });
  return strong.map((kind, at) => {
    if (kind === 'left') return base === 0 ? 0 : 2;
    if (kind === 'right') return 1;
    if (kind === 'number') return 2;
    const around = [strong.slice(0, at).findLast(isStrong), strong.slice(at + 1).find(isStrong)];
    const [before, after] = around.map((one) => (one === 'number' ? 'right' : one));
    if (before !== after || before === undefined) return base;
    return before === 'right' ? 1 : base === 0 ? 0 : 2;
  });
}

const isStrong = (kind: Kind): boolean => kind !== 'neutral';

/** "12-34" and "1.5" are one number. */
function withSeparators(pieces: Piece[], kinds: Kind[]): Kind[] {
  return kinds.map((kind, at) => {
    const is_between = kinds[at - 1] === 'number' && kinds[at + 1] === 'number';
    return is_between && /^[-.,:/+]$/.test(pieces[at]?.text ?? '') ? 'number' : kind;
  });
}

/** Rule L2: from the highest level down, whatever is at least at that level is turned around. */
function inVisualOrder(runs: LeveledRun[]): LeveledRun[] {
  const ordered = [...runs];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

const PAIRS = '()[]{}<>«»‹›';

/** A bracket that opens to the right opens to the left in text from right to left. */
function mirrored(text: string): string {
  const at = PAIRS.indexOf(text);
  return text.length === 1 && at !== -1 ? (PAIRS[at ^ 1] ?? text) : text;
}
