import { crc32, inflateSync } from 'node:zlib';

interface Size {
  width: number;
  height: number;
}

/** A picture as its bytes describe it. */
export interface ReadPicture extends Size {
  bytes: Buffer;
}

/** Thrown for a file that is not what it seems to be; the message says why, after "logo". */
export class PictureError extends Error {}

const PIXELS_MAX = 2_000;

const broken = (kind: string): PictureError => new PictureError(`is not a whole ${kind} file`);

/** Reads a PNG as far as to know that its pixels are there: chunks, checksums, all the rows. */
export function readPng(bytes: Buffer): ReadPicture {
  const parts: Buffer[] = [];
  let header: Buffer | undefined;
  let has_palette = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) break;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) break;
    const content = bytes.subarray(at + 8, end - 4);
    if ((header === undefined) !== (name === 'IHDR')) break;
    if (name === 'IHDR' && length === 13) header = content;
    if (name === 'PLTE') has_palette = length > 0 && length % 3 === 0;
    if (name === 'IDAT') parts.push(content);
    if (name === 'IEND' && header) {
      if (header[9] === PALETTE && !has_palette) break;
      const { width, height } = checkPixels(header, Buffer.concat(parts));
      return { bytes: bytes.subarray(0, end), width, height };
    }
    at = end;
  }
  throw broken('PNG');
}

function checkPixels(header: Buffer, packed: Buffer): Size {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, color, , , interlace] = header.subarray(8);
  checkSize({ width, height });
  const pixel_bits = (CHANNELS.get(color ?? -1) ?? 0) * (bits ?? 0);
  if (pixel_bits === 0 || !depthsOf(color).includes(bits ?? 0)) throw broken('PNG');
  const passes = interlace === 1 ? ADAM7 : [[0, 0, 1, 1] as const];
  const row_starts: number[] = [];
  let expected = 0;
  for (const [x, y, step_x, step_y] of passes) {
    const columns = Math.ceil((width - x) / step_x);
    const rows = Math.ceil((height - y) / step_y);
    if (columns <= 0) continue;
    for (let row = 0; row < rows; row++) {
      row_starts.push(expected);
      expected += 1 + Math.ceil((columns * pixel_bits) / 8);
    }
  }
  try {
    const rows = inflateSync(packed, { maxOutputLength: expected });
    const is_good = row_starts.every((at) => (rows[at] ?? FILTERS) < FILTERS);
    if (rows.length === expected && is_good) return { width, height };
  } catch {
    // Not packed as it has to be, or more than the picture has room for.
  }
  throw broken('PNG');
}

const PALETTE = 3;
/** Ways in which a row can be written, by its first byte. */
const FILTERS = 5;

/** How many bits a number can have. */
function depthsOf(color: number | undefined): number[] {
  if (color === 0) return [1, 2, 4, 8, 16];
  return color === PALETTE ? [1, 2, 4, 8] : [8, 16];
}

/** Numbers for a pixel, by the kind of colours. */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [PALETTE, 1],
  [4, 2],
  [6, 4],
]);

/** The seven passes of an interlaced picture: where each begins, and its steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Walks through the segments of a JPEG: one frame with a size, scans, and an end. */
export function readJpeg(bytes: Buffer): ReadPicture {
  let size: Size | undefined;
  let has_scan = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9 && size && has_scan) {
      return { bytes: bytes.subarray(0, at + 2), ...size };
    } else {
      const has_length = marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9) && marker !== 0xff;
      if (!has_length || at + 4 > bytes.length) break;
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2 || at + 2 + length > bytes.length) break;
      if (isFrame(marker)) {
        if (size || length < 8 || bytes[at + 4] !== 8) break;
        size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
        checkSize(size);
      }
      at += 2 + length;
      if (marker === 0xda) {
        if (!size) break;
        has_scan = true;
        at = endOfScan(bytes, at);
      }
    }
  }
  throw broken('JPEG');
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Where the next segment begins: FF, not as a part of the pixels and not between two of them. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/**
 * Walks through the chunks of a WebP: one picture that does not move, either alone in the file or
 * after a VP8X chunk that states its size and what else there is, such as transparency.
 */
export function readWebp(bytes: Buffer): ReadPicture {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw broken('WebP');
  let canvas: Size | undefined;
  let size: Size | undefined;
  let at = 12;
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, Math.min(at + 8 + length, end));
    if (content.length < length) throw broken('WebP');
    if (name === 'VP8X' && at === 12) canvas = canvasSize(content);
    else if (name === 'VP8 ' || name === 'VP8L') {
      if (size) throw broken('WebP');
      size = name === 'VP8 ' ? lossySize(content) : losslessSize(content);
    } else if (!canvas || !EXTENSIONS.has(name)) throw broken('WebP');
    at += 8 + length + (length % 2);
  }
  if (!size || at !== end) throw broken('WebP');
  const { width, height } = canvas ?? size;
  if (width !== size.width || height !== size.height) throw broken('WebP');
  checkSize(size);
  return { bytes: bytes.subarray(0, end), ...size };
}

/** What a file with a VP8X chunk may also contain. */
const EXTENSIONS = new Set(['ALPH', 'ICCP', 'EXIF', 'XMP ']);
const ANIMATION = 0x02;
/** Flags without a meaning: browsers show nothing of a file that sets one. */
const RESERVED = 0xc1;

function canvasSize(content: Buffer): Size {
  const flags = content.length === 10 ? content.readUInt8(0) : RESERVED;
  if (flags & RESERVED) throw broken('WebP');
  if (flags & ANIMATION) throw new PictureError('must not be animated');
  return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
}

/** A key frame that is shown, with a first part that is there to its end. */
function lossySize(content: Buffer): Size {
  if (content.length <= 10 || content.toString('hex', 3, 6) !== '9d012a') throw broken('WebP');
  const frame = content.readUIntLE(0, 3);
  const is_shown_key_frame = (frame & 0b1_0001) === 0b1_0000;
  const first_part_bytes = frame >>> 5;
  if (!is_shown_key_frame || 10 + first_part_bytes > content.length) throw broken('WebP');
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
}

function losslessSize(content: Buffer): Size {
  if (content.length < 6 || content[0] !== 0x2f) throw broken('WebP');
  const bits = content.readUInt32LE(1);
  if (bits >>> 29 !== 0) throw broken('WebP');
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function checkSize({ width, height }: Size): void {
  if (width < 1 || height < 1 || width > PIXELS_MAX || height > PIXELS_MAX) {
    throw new PictureError(`must have 1 to ${PIXELS_MAX} pixels in width and height`);
  }
}
