import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour: 3 numbers for RGB, 4 with transparency. */
export function pngOf(
  color: number[],
  { width = 4, height = 3, bits = 8, filter = 0 } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(bits, 8);
  head.writeUInt8(color.length === 4 ? 6 : 2, 9);
  const row = [filter, ...Array.from({ length: width }, () => color).flat()];
  const data = Buffer.from(Array.from({ length: height }, () => row).flat());
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The beginning of a JPEG: as much as is read to put it into a PDF. */
export function jpegOf(components: number, { width = 4, height = 3 } = {}): Buffer {
  const frame = [0xff, 0xc0, 0, 8 + 3 * components, 8, 0, height, 0, width, components];
  const parts = Array.from({ length: components }, (_, at) => [at + 1, 0x11, 0]).flat();
  return Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, ...parts, 0xff, 0xd9]);
}
