import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

export interface Logo {
  /** A PNG or JPEG. */
  data: Uint8Array;
}

/** With it and two fonts a document stays below 100 kB. */
const BYTES_MAX = 50_000;
const PIXELS_MAX = 2_000;

/** Why a picture cannot stand on invoices; checked once, when it is uploaded. */
export function whyNotLogo(data: Uint8Array): string | undefined {
  if (data.length > BYTES_MAX) return `must be at most ${BYTES_MAX / 1000} kB`;
  const bytes = Buffer.from(data);
  const kind = bytes.toString('latin1', 0, 4);
  if (kind !== '\x89PNG' && !kind.startsWith('\xff\xd8\xff')) return 'must be a PNG or JPEG';
  try {
    const no = kind === '\x89PNG' ? whyNotPng(bytes) : whyNotJpeg(bytes);
    if (no !== undefined) return no;
    const doc = new PDFDocument({ font: '' });
    doc.image(bytes, 0, 0, { fit: [100, 100] });
    return undefined;
  } catch {
    return UNREADABLE; // Whatever a broken file makes the decoders throw.
  }
}

function whyNotPng(bytes: Buffer): string | undefined {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [bits, color] = [bytes.readUInt8(24), bytes.readUInt8(25)];
  if (bits > 8) return 'must have at most 8 bits per colour';
  const no = whyNotSize(width, height);
  if (no !== undefined) return no;
  if (bytes.readUInt8(28) !== 0) return 'must not be interlaced';
  // PDFKit reads the pixels later, where nobody can catch what it throws: so they are read here.
  const channels = CHANNELS.get(color) ?? 0;
  const row_bytes = 1 + Math.ceil((width * channels * bits) / 8);
  const has_palette = chunksOf(bytes, 'PLTE').length > 0;
  const maxOutputLength = row_bytes * height;
  const rows = inflateSync(chunksOf(bytes, 'IDAT'), { maxOutputLength });
  const filters = Array.from({ length: height }, (_, at) => rows.readUInt8(at * row_bytes));
  const is_whole = rows.length === maxOutputLength && channels > 0;
  const is_good = is_whole && filters.every((filter) => filter <= FILTER_MAX);
  return is_good && (has_palette || color !== PALETTE) ? undefined : UNREADABLE;
}

const UNREADABLE = 'is a picture that cannot be read';
const FILTER_MAX = 4;
const PALETTE = 3;
/** Numbers for a pixel, by the kind of colours. */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [PALETTE, 1],
  [4, 2],
  [6, 4],
]);

/** What all chunks of this name contain. */
function chunksOf(bytes: Buffer, name: string): Buffer {
  const found: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === name) found.push(bytes.subarray(at + 8, end));
  }
  return Buffer.concat(found);
}

/** PDF/A wants the colours of one profile, so those of printing presses are refused. */
function whyNotJpeg(bytes: Buffer): string | undefined {
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    const is_frame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (!is_frame) continue;
    if (bytes.readUInt8(at + 9) === 4) return 'must be in RGB, not in CMYK';
    return whyNotSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
  }
}

const whyNotSize = (width: number, height: number): string | undefined =>
  width < 1 || height < 1 || width > PIXELS_MAX || height > PIXELS_MAX
    ? `must have 1 to ${PIXELS_MAX} pixels in width and height`
    : undefined;
