import PDFDocument from 'pdfkit';
import { readOwnFile } from '../../../../platform/core/program.ts';
import { charactersIn } from './font-file.rules.ts';

/** A font that PDFKit has read, to be used in any number of documents. */
interface Font {
  covers: ReadonlySet<number>;
  parsed: ParsedFont;
}

/** The fonts of a document: for each character the first one that has it is taken. */
export interface FontSet {
  regular: Font[];
  bold: Font[];
}

/**
 * The fonts that come with Kassa, and more of the seller's own choice for other scripts, such as
 * Chinese. Inter has Latin, Greek, Cyrillic and Vietnamese; DejaVu adds Hebrew, Arabic, Armenian,
 * Georgian and signs. Both may be embedded and passed on (their licenses are in their packages).
 */
export function fontsWith(more: Uint8Array[] = []): FontSet {
  built_in ??= {
    regular: [
      read(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
      read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    ],
    bold: [
      read(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
      read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
    ],
  };
  const added = more.map(open);
  return { regular: [...built_in.regular, ...added], bold: [...built_in.bold, ...added] };
}

// Read when a document is first made: most starts of Kassa need none.
let built_in: FontSet | undefined;

const read = (address: string): Font => open(readOwnFile(new URL(address)));

/** Reading a font takes longer than making a document with it, so each is read once. */
function open(data: Uint8Array): Font {
  const covers = charactersIn(data);
  const parsed = parse(Buffer.from(data));
  // A glyph remembers which character it was first used for. Several characters can share one, so
  // the first use is here, in a fixed order: no document depends on those that were made before.
  for (const code of [...covers].sort(commonFirst)) parsed.glyphForCodePoint(code);
  rememberLayouts(parsed);
  return { covers, parsed };
}

/** Letters and signs before the phonetic letters that look the same, such as U+02BC like U+2019. */
const commonFirst = (a: number, b: number): number =>
  Number(isPhonetic(a)) - Number(isPhonetic(b)) || a - b;

const isPhonetic = (code: number): boolean => code >= 0x0250 && code < 0x0370;

/** The parts of a font, as PDFKit reads it, that are used here. */
interface ParsedFont extends Uint8Array {
  glyphForCodePoint(code: number): unknown;
  layout(text: string, features?: string[], script?: string): GlyphRun;
}

interface GlyphRun {
  positions: Record<string, number>[];
}

/** PDFKit takes a font that was read before, but does not say how to get one: ask a document. */
function parse(data: Buffer): ParsedFont {
  const doc = new PDFDocument({ font: '', autoFirstPage: false });
  doc.font(data);
  const { _font } = doc as unknown as { _font: { font: ParsedFont } };
  return _font.font;
}

const LAYOUTS_MAX = 5_000;

/** Of an amount, which has no letters, the font would bring the signs together twice. */
const scriptOf = (text: string): string | undefined => (/\p{L}/u.test(text) ? undefined : 'latn');

/** Most of the time goes into placing glyphs, and most words come again in every document. */
function rememberLayouts(font: ParsedFont): void {
  const place = font.layout.bind(font);
  const known = new Map<string, GlyphRun>();
  font.layout = (text, features = []) => {
    const name = `${features.join()} ${text}`;
    const run = known.get(name) ?? place(text, features, scriptOf(text));
    if (known.size >= LAYOUTS_MAX) known.clear();
    known.set(name, run);
    // PDFKit changes the positions that it is given.
    const copy: GlyphRun = Object.create(run);
    copy.positions = run.positions.map((position) => ({ ...position }));
    return copy;
  };
}
