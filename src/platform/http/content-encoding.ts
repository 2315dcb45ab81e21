import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/**
 * What a client accepts and we have: Brotli or gzip, whichever it likes better, and Brotli where
 * it likes both as well. `*` stands for gzip where nothing is said of that: `gzip;q=0, *` does not.
 */
export function encodingFor(accept: string): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const one of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const br = weights.get('br') ?? 0;
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0;
  const best = Math.max(br, gzip);
  if (best === 0 || best < (weights.get('identity') ?? 0)) return undefined;
  return br === best ? 'br' : 'gzip';
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
