/**
 * The code points that a TrueType or OpenType font has glyphs for. Throws, saying why, if it cannot
 * be embedded.
 */
export function charactersIn(data: Uint8Array): Set<number> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  try {
    const tables = tableOffsets(view);
    refuseRestricted(view, tables.get('OS/2'));
    const covers = coveredBy(view, tables.get('cmap'));
    for (const code of covers) if (isMeaningless(code)) covers.delete(code);
    return covers;
  } catch (error) {
    if (error instanceof RangeError) throw new Error('the font file is cut off');
    throw error;
  }
}

/** What fonts keep for their own use, and the signs for what could not be read. */
const isMeaningless = (code: number): boolean =>
  (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000 || code === 0xfffc || code === 0xfffd;

const TRUETYPE = 0x00010000;
const OPENTYPE = 0x4f54544f;
const TABLES_MAX = 200;

function tableOffsets(view: DataView): Map<string, number> {
  const kind = view.getUint32(0);
  if (kind !== TRUETYPE && kind !== OPENTYPE) {
    throw new Error('not a single TrueType or OpenType font (.ttf, .otf)');
  }
  const offsets = new Map<string, number>();
  const count = Math.min(view.getUint16(4), TABLES_MAX);
  for (let at = 0; at < count; at++) {
    const entry = 12 + 16 * at;
    const letters = [0, 1, 2, 3].map((letter) => view.getUint8(entry + letter));
    offsets.set(String.fromCharCode(...letters), view.getUint32(entry + 8));
  }
  return offsets;
}

const RESTRICTED = 0x0002;
const NO_SUBSETS = 0x0100;

function refuseRestricted(view: DataView, os2: number | undefined): void {
  if (os2 === undefined) return;
  const permissions = view.getUint16(os2 + 8);
  if (permissions & (RESTRICTED | NO_SUBSETS)) {
    throw new Error('the license of this font does not allow parts of it to be embedded');
  }
}

function coveredBy(view: DataView, cmap: number | undefined): Set<number> {
  if (cmap === undefined) throw new Error('the font does not say which characters it has');
  const count = view.getUint16(cmap + 2);
  const found = Array.from({ length: count }, (_, at) => {
    const entry = cmap + 4 + 8 * at;
    const start = cmap + view.getUint32(entry + 4);
    return { platform: view.getUint16(entry), start, format: view.getUint16(start) };
  }).filter(({ platform }) => platform === 0 || platform === 3);
  const full = found.find(({ format }) => format === 12);
  if (full) return readFormat12(view, full.start);
  const basic = found.find(({ format }) => format === 4);
  if (basic) return readFormat4(view, basic.start);
  throw new Error('the font has no Unicode character map');
}

const LAST_CODE_POINT = 0x10ffff;

function readFormat12(view: DataView, start: number): Set<number> {
  const covered = new Set<number>();
  const groups = view.getUint32(start + 12);
  for (let group = 0; group < groups; group++) {
    const entry = start + 16 + 12 * group;
    const [first, last] = [view.getUint32(entry), view.getUint32(entry + 4)];
    const glyph = view.getUint32(entry + 8);
    if (last > LAST_CODE_POINT || last < first) throw new Error('the character map is broken');
    for (let code = first; code <= last; code++) if (glyph + code > first) covered.add(code);
  }
  return covered;
}

function readFormat4(view: DataView, start: number): Set<number> {
  const covered = new Set<number>();
  const segments = view.getUint16(start + 6) / 2;
  const ends = start + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const offsets = deltas + 2 * segments;
  for (let segment = 0; segment < segments; segment++) {
    const [first, last] = [starts, ends].map((list) => view.getUint16(list + 2 * segment));
    const delta = view.getUint16(deltas + 2 * segment);
    const offset = view.getUint16(offsets + 2 * segment);
    if (first === undefined || last === undefined || first === 0xffff) continue;
    for (let code = first; code <= last; code++) {
      const place = offsets + 2 * segment + offset + 2 * (code - first);
      const listed = offset === 0 ? code : view.getUint16(place);
      const glyph = offset === 0 || listed !== 0 ? (listed + delta) & 0xffff : 0;
      if (glyph !== 0) covered.add(code);
    }
  }
  return covered;
}
