/** What authenticators write: numbers, bytes, text, lists, maps, and three simple values. */
export type Cbor = number | Buffer | string | boolean | null | Cbor[] | Map<number | string, Cbor>;

export class CborError extends Error {}

const DEPTH_MAX = 8;
const ITEMS_MAX = 100;

/**
 * Reads one value of CBOR (RFC 8949) as CTAP2 writes it: lengths are given, keys are numbers or
 * texts and appear once. Returns where it ends, because public keys are followed by other bytes.
 */
export function readCbor(bytes: Buffer, from = 0): { value: Cbor; end: number } {
  let at = from;
  const value = read(0);
  return { value, end: at };

  function read(depth: number): Cbor {
    if (depth > DEPTH_MAX) throw new CborError('too deep');
    const head = take(1).readUInt8();
    const kind = head >> 5;
    const size = head & 31;
    if (kind === 7) return simple(size);
    const number = argument(size);
    if (kind === 0) return number;
    if (kind === 1) return -1 - number;
    if (kind === 2) return take(number);
    if (kind === 3) return textOf(take(number));
    if (number > ITEMS_MAX) throw new CborError('too many items');
    if (kind === 4) return Array.from({ length: number }, () => read(depth + 1));
    if (kind !== 5) throw new CborError('a tag');
    return readMap(number, depth + 1);
  }

  function readMap(size: number, depth: number): Map<number | string, Cbor> {
    const map = new Map<number | string, Cbor>();
    for (let entry = 0; entry < size; entry++) {
      const key = read(depth);
      if (typeof key !== 'number' && typeof key !== 'string') throw new CborError('a key');
      if (map.has(key)) throw new CborError('a key twice');
      map.set(key, read(depth));
    }
    return map;
  }

  function argument(size: number): number {
    if (size < 24) return size;
    if (size === 24) return take(1).readUInt8();
    if (size === 25) return take(2).readUInt16BE();
    if (size === 26) return take(4).readUInt32BE();
    throw new CborError('a number that is too large, or a length that is not given');
  }

  function simple(size: number): Cbor {
    if (size === 20 || size === 21) return size === 21;
    if (size === 22) return null;
    throw new CborError('a value of another kind');
  }

  function take(length: number): Buffer {
    if (length > bytes.length - at) throw new CborError('it ends too early');
    at += length;
    return bytes.subarray(at - length, at);
  }
}

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) throw new CborError('text that is not UTF-8');
  return text;
}
