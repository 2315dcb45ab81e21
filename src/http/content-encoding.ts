import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** What a client has asked for that we have: Brotli, or gzip. */
export function encodingFor(accept: string): Encoding | undefined {
  const accepted = new Map<string, boolean>();
  for (const one of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
    accepted.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  if (accepted.get('br')) return 'br';
  // A star stands for what is not named.
  return (accepted.get('gzip') ?? accepted.get('*')) ? 'gzip' : undefined;
}

/** Compresses, but not on the main thread. `quality`: 9 is small and slow, 4 is quick. */
export const compress = (
  body: Buffer | string,
  encoding: Encoding,
  quality: 4 | 9,
): Promise<Buffer> =>
  encoding === 'gzip'
    ? promisify(gzip)(body, { level: quality })
    : promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
