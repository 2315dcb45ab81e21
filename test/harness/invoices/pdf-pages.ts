import {
  type Dictionary,
  isDictionary,
  nameOf,
  type PdfFile,
  Reader,
  Ref,
  readPdf,
  Stream,
  type Value,
} from './pdf-objects.ts';

/** A text that a page shows: where, in which font, and in which marked content. */
interface ShownText {
  text: string;
  font: string;
  glyphs: number[];
  /** From the outside: `TD`, `Span`, `Artifact`. */
  marks: { tag: string; actual: string | undefined; mcid: number | undefined }[];
}

export interface ReadDocument {
  pdf: PdfFile;
  catalog: Dictionary;
  pages: { shown: ShownText[]; dictionary: Dictionary }[];
  fonts: Map<string, Dictionary>;
  /** What is referred to, or the value itself. */
  follow(value: Value | undefined): Value | undefined;
  dictionary(value: Value | undefined): Dictionary;
  stream(value: Value | undefined): Stream;
}

export function readDocument(file: Buffer): ReadDocument {
  const pdf = readPdf(file);
  const follow = (value: Value | undefined) =>
    value instanceof Ref ? pdf.objects.get(value.id) : value;
  const dictionary = (value: Value | undefined): Dictionary => {
    const found = follow(value);
    if (!isDictionary(found)) throw new Error('not a dictionary');
    return found;
  };
  const stream = (value: Value | undefined): Stream => {
    const found = follow(value);
    if (!(found instanceof Stream)) throw new Error('not a stream');
    return found;
  };
  const catalog = dictionary(pdf.trailer.Root);
  const fonts = new Map<string, Dictionary>();
  const kids = dictionary(catalog.Pages).Kids;
  const pages = (Array.isArray(kids) ? kids : []).map((kid) => {
    const page = dictionary(kid);
    const named = Object.entries(dictionary(dictionary(page.Resources).Font));
    const here = new Map(named.map(([name, ref]) => [name, dictionary(ref)]));
    for (const [name, font] of here) fonts.set(name, font);
    const unicode = new Map(
      [...here].map(([name, font]) => [name, readToUnicode(stream(font.ToUnicode).data)]),
    );
    return { dictionary: page, shown: readContent(stream(page.Contents).data, unicode) };
  });
  return { pdf, catalog, pages, fonts, follow, dictionary, stream };
}

/** Everything that the pages show, in the order in which it was drawn. */
export const allText = ({ pages }: ReadDocument): string =>
  pages.flatMap(({ shown }) => shown.map(({ text }) => text)).join('\n');

/** The characters of each glyph, from a map of the kind that PDFKit writes. */
function readToUnicode(data: Buffer): string[] {
  const glyphs: string[] = [];
  const ranges = data.toString('latin1').matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g);
  for (const [, start = '', list = ''] of ranges) {
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, units = ''], at) => {
      const codes = units.split(' ').map((unit) => Number.parseInt(unit, 16));
      glyphs[Number.parseInt(start, 16) + at] = String.fromCharCode(...codes);
    });
  }
  return glyphs;
}

/** Runs a content stream; throws where it is not balanced. */
function readContent(data: Buffer, unicode: Map<string, string[]>): ShownText[] {
  const reader = new Reader(data.toString('latin1'));
  const shown: ShownText[] = [];
  const marks: ShownText['marks'] = [];
  let [font, saved] = ['', 0];
  let operands: Value[] = [];
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (token === null || typeof token !== 'object' || !isOperator(token)) {
      operands.push(token as Value);
      continue;
    }
    const [first, second] = operands;
    if (token.operator === 'q') saved++;
    if (token.operator === 'Q' && --saved < 0) throw new Error('more is restored than was saved');
    if (token.operator === 'BMC' || token.operator === 'BDC') marks.push(markOf(first, second));
    if (token.operator === 'EMC' && !marks.pop()) throw new Error('no marked content to end');
    if (token.operator === 'Tf') font = nameOf(first) ?? '';
    if (token.operator === 'TJ') {
      const glyphs = (Array.isArray(first) ? first : []).flatMap((part) =>
        typeof part === 'string' ? glyphsOf(part) : [],
      );
      const text = glyphs.map((glyph) => unicode.get(font)?.[glyph] ?? '').join('');
      shown.push({ text, font, glyphs, marks: [...marks] });
    }
    operands = [];
  }
  if (marks.length > 0 || saved !== 0) throw new Error('something was not closed');
  return shown;
}

const isOperator = (token: object): token is { operator: string } => 'operator' in token;

function markOf(tag: Value | undefined, more: Value | undefined): ShownText['marks'][number] {
  const { ActualText, MCID } = isDictionary(more) ? more : {};
  return {
    tag: nameOf(tag) ?? '',
    actual: typeof ActualText === 'string' ? textString(ActualText) : undefined,
    mcid: typeof MCID === 'number' ? MCID : undefined,
  };
}

/** A text string is UTF-16 if it begins with a mark that says so. */
export function textString(bytes: string): string {
  if (!bytes.startsWith('\xfe\xff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}

const glyphsOf = (bytes: string): number[] =>
  Array.from(
    { length: bytes.length / 2 },
    (_, at) => bytes.charCodeAt(2 * at) * 256 + bytes.charCodeAt(2 * at + 1),
  );
