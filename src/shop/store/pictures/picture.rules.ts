import { createHash } from 'node:crypto';
import type { Picture } from '../brand.rules.ts';
import { PictureError, type ReadPicture, readJpeg, readPng, readWebp } from './raster.rules.ts';

/** The most bytes of a picture. */
export const PICTURE_BYTES_MAX = 500_000;

/** The most characters in which it can be sent: base64, after `data:image/jpeg;base64,`. */
export const PICTURE_TEXT_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4 + 100;

const KINDS = {
  png: { type: 'image/png', read: readPng },
  jpg: { type: 'image/jpeg', read: readJpeg },
  webp: { type: 'image/webp', read: readWebp },
};

type Kind = keyof typeof KINDS;

const isKind = (ending: string): ending is Kind => Object.hasOwn(KINDS, ending);

/** The content type of a stored file. SVG was uploaded, and written anew, until decision 112. */
export function typeOfFile(file_name: string): string | undefined {
  const ending = file_name.split('.').at(-1) ?? '';
  if (ending === 'svg') return 'image/svg+xml';
  return isKind(ending) ? KINDS[ending].type : undefined;
}

/** A picture that may be stored, under a name made of its content. */
export interface UploadedPicture extends Picture {
  bytes: Buffer;
}

/** Reads an uploaded picture; or answers why it is refused, such as `must be at most 500 kB`. */
export function readUpload(upload: string): UploadedPicture | string {
  const [start = '', stated_type] = DATA_URL.exec(upload) ?? [];
  const text = upload.slice(start.length).replace(/[\r\n]/g, '');
  if (!BASE64.test(text)) return `must be the bytes of a ${FORMATS} file in base64`;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > PICTURE_BYTES_MAX) return TOO_LARGE;
  const kind = kindOf(bytes);
  if (!kind) return `must be a ${FORMATS} file`;
  const { type, read } = KINDS[kind];
  if (stated_type !== undefined && stated_type.toLowerCase() !== type) {
    return `says ${stated_type}, but is ${type}`;
  }
  try {
    return named(read(bytes), kind);
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

const FORMATS = 'PNG, JPEG or WebP';
const TOO_LARGE = `must be at most ${PICTURE_BYTES_MAX / 1000} kB`;
const DATA_URL = /^data:([\w+/-]{1,40});base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function kindOf(bytes: Buffer): Kind | undefined {
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  return undefined;
}

function named({ bytes, width, height }: ReadPicture, kind: Kind): UploadedPicture | string {
  if (bytes.length > PICTURE_BYTES_MAX) return TOO_LARGE;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { bytes, file_name: `${hash}.${kind}`, width, height };
}
