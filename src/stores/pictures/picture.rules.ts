import { createHash } from 'node:crypto';
import type { Picture } from '../brand.rules.ts';
import { type FoundPicture, PictureError, readJpeg, readPng, readWebp } from './raster.rules.ts';
import { rebuildSvg } from './svg.rules.ts';

/** The most bytes of a picture. */
export const PICTURE_BYTES_MAX = 500_000;

/** The most characters in which it can be sent: base64, after `data:image/svg+xml;base64,`. */
export const PICTURE_TEXT_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4 + 100;

const KINDS = {
  png: { type: 'image/png', read: readPng },
  jpg: { type: 'image/jpeg', read: readJpeg },
  webp: { type: 'image/webp', read: readWebp },
  svg: { type: 'image/svg+xml', read: rebuildSvg },
};

type Kind = keyof typeof KINDS;

const isKind = (ending: string): ending is Kind => Object.hasOwn(KINDS, ending);

/** The content type of a file that is kept. */
export function typeOfFile(file_name: string): string | undefined {
  const ending = file_name.split('.').at(-1) ?? '';
  return isKind(ending) ? KINDS[ending].type : undefined;
}

/** A picture that may be kept, under a name that says what is in it. */
export interface UploadedPicture extends Picture {
  bytes: Buffer;
}

/** Reads what a seller has sent; or says why not, such as `must be at most 500 kB`. */
export function readUpload(sent: string): UploadedPicture | string {
  const [start = '', said] = DATA_URL.exec(sent) ?? [];
  const text = sent.slice(start.length).replace(/[\r\n]/g, '');
  if (!BASE64.test(text)) return 'must be the bytes of the file in base64';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > PICTURE_BYTES_MAX) return TOO_LARGE;
  const kind = kindOf(bytes);
  if (!kind) return 'must be a PNG, JPEG, WebP or SVG file';
  const { type, read } = KINDS[kind];
  if (said !== undefined && said.toLowerCase() !== type) return `says ${said}, but is ${type}`;
  try {
    return named(read(bytes), kind);
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

const TOO_LARGE = `must be at most ${PICTURE_BYTES_MAX / 1000} kB`;
const DATA_URL = /^data:([\w+/-]{1,40});base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function kindOf(bytes: Buffer): Kind | undefined {
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  return /^(?:\xef\xbb\xbf)?\s*</.test(start) ? 'svg' : undefined;
}

function named({ bytes, width, height }: FoundPicture, kind: Kind): UploadedPicture | string {
  if (bytes.length > PICTURE_BYTES_MAX) return TOO_LARGE;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { bytes, file_name: `${hash}.${kind}`, width, height };
}
