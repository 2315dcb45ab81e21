import type PDFDocument from 'pdfkit';
import type { FontSet } from './fonts.ts';
import { clustersOf, type PreparedText, prepareText } from './text-runs.rules.ts';

export interface TextStyle {
  size: number;
  is_bold?: boolean;
  color?: string;
  /** Digits of one width, so that columns of amounts stand one below the other. */
  is_figure?: boolean;
}

/** Measures and draws single lines of text, each character in a font that has it. */
export interface Pen {
  widthOf(text: string, style: TextStyle): number;
  /** The lines that a text takes; a word that is too long for one is broken. */
  wrap(text: string, style: TextStyle, width: number): string[];
  /** At its baseline; `right` is the right edge of a column. */
  draw(text: string, style: TextStyle, at: { x: number; y: number } | Right): void;
  /** Whether anything that was drawn could not be shown. */
  isIncomplete(): boolean;
}

interface Right {
  right: number;
  y: number;
}

/** Not those that hold an amount and its currency together. */
const BLANKS = /[^\S\u00a0\u202f]+/;
const INK = '#1a1d23';
/** Of one text; what is longer is not a name, and would fill pages. */
const LINES_MAX = 40;

export function createPen(doc: typeof PDFDocument.prototype, fonts: FontSet): Pen {
  for (const weight of ['regular', 'bold'] as const) {
    fonts[weight].forEach(({ parsed }, at) => {
      doc.registerFont(`${weight}-${at}`, parsed);
    });
  }
  let is_incomplete = false;
  const known = new Map<string, PreparedText>();

  const weightOf = ({ is_bold }: TextStyle) => (is_bold ? 'bold' : 'regular');

  function prepare(text: string, style: TextStyle): PreparedText {
    const weight = weightOf(style);
    const name = `${weight} ${text}`;
    const prepared = known.get(name) ?? prepareText(text, fonts[weight]);
    known.set(name, prepared);
    return prepared;
  }

  /** Calls `use` for each run with its font set, and adds up what it returns. */
  function eachRun(
    { runs }: PreparedText,
    style: TextStyle,
    use: (text: string, options: PDFKit.Mixins.TextOptions, before: number) => number,
  ): number {
    return runs.reduce((before, { text, font, is_right_to_left }) => {
      doc.font(`${weightOf(style)}-${font}`, style.size);
      // Given features, even none, a text is laid out as a whole, as that direction needs.
      const features: PDFKit.Mixins.OpenTypeFeatures[] = style.is_figure ? ['tnum'] : [];
      const as_a_whole = is_right_to_left || style.is_figure;
      return before + use(text, as_a_whole ? { features } : {}, before);
    }, 0);
  }

  const widthOf = (text: string, style: TextStyle): number =>
    eachRun(prepare(text, style), style, (run, options) => doc.widthOfString(run, options));

  function draw(text: string, style: TextStyle, at: { x: number; y: number } | Right): void {
    const prepared = prepare(text, style);
    is_incomplete ||= prepared.is_incomplete;
    const left = 'right' in at ? at.right - widthOf(text, style) : at.x;
    doc.fillColor(style.color ?? INK);
    // Whoever copies or listens to the text gets what was meant.
    if (prepared.is_changed) doc.save().markContent('Span', { actual: text });
    eachRun(prepared, style, (run, options, before) => {
      const width = doc.widthOfString(run, options);
      doc.text(run, left + before, at.y, { ...options, lineBreak: false, baseline: 'alphabetic' });
      return width;
    });
    // The end in the coordinates of the text, or readers think that it is elsewhere.
    if (prepared.is_changed) {
      doc.transform(1, 0, 0, -1, 0, doc.page.height).endMarkedContent().restore();
    }
  }

  // Adds up the widths of words, which come again, rather than measuring each longer line anew.
  function wrap(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let [line, taken] = ['', 0];
    const blank = widthOf('\u00a0', style);
    const take = (piece: string, glue: string) => {
      const wide = widthOf(piece, style);
      const longer = taken + (glue === '' ? 0 : blank) + wide;
      if (line !== '' && longer > width) lines.push(line);
      const goes_on = line !== '' && longer <= width;
      [line, taken] = goes_on ? [`${line}${glue}${piece}`, longer] : [piece, wide];
    };
    for (const word of text.split(BLANKS).filter(Boolean)) {
      if (widthOf(word, style) <= width) take(word, ' ');
      else for (const [at, letter] of clustersOf(word).entries()) take(letter, at === 0 ? ' ' : '');
    }
    lines.push(line);
    return lines.slice(0, LINES_MAX);
  }

  return { widthOf, wrap, draw, isIncomplete: () => is_incomplete };
}
