import PDFDocument from 'pdfkit';

export interface Logo {
  /** A PNG or JPEG. */
  data: Uint8Array;
}

/** With it and two fonts a document stays below 100 kB. */
const BYTES_MAX = 50_000;
const PIXELS_MAX = 2_000;

/** Why a picture cannot stand on invoices; asked once, when it is uploaded. */
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
    return 'is a picture that cannot be read'; // Whatever a broken file makes the decoders throw.
  }
}

function whyNotPng(bytes: Buffer): string | undefined {
  if (bytes.readUInt8(24) > 8) return 'must have at most 8 bits per colour';
  return whyNotSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
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
