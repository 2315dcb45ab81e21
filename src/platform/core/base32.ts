// Crockford's alphabet: without i, l, o and u, which are easily misread or misheard.
const SYMBOLS = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');

/** Writes a whole number as exactly `length` symbols, so that texts sort as the numbers do. */
export function writeNumber(into: Buffer, at: number, value: number, length: number): void {
  // In pieces of 25 bits: V8 divides small integers many times faster than large numbers.
  let left = value;
  for (let end = at + length; end > at; end -= 5) {
    const above = Math.floor(left / PIECE);
    let piece = (left - above * PIECE) | 0;
    for (let place = end - 1; place >= at && place >= end - 5; place--) {
      into[place] = SYMBOLS[piece & 31] ?? 0;
      piece >>= 5;
    }
    left = above;
  }
}

const PIECE = 2 ** 25;

/** Reads what `writeNumber` wrote. */
export function readNumber(symbols: string): number {
  let value = 0;
  for (const symbol of symbols) value = value * 32 + SYMBOLS.indexOf(symbol);
  return value;
}

/** Writes bytes as symbols of five bits; their number must be a multiple of five. */
export function writeBytes(
  into: Buffer,
  at: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): void {
  let place = at;
  for (let group = from; group < to; group += 5) {
    const high =
      (byte(bytes, group) << 12) | (byte(bytes, group + 1) << 4) | (byte(bytes, group + 2) >> 4);
    const low =
      ((byte(bytes, group + 2) & 15) << 16) |
      (byte(bytes, group + 3) << 8) |
      byte(bytes, group + 4);
    for (const twenty_bits of [high, low]) {
      into[place] = SYMBOLS[twenty_bits >> 15] ?? 0;
      into[place + 1] = SYMBOLS[(twenty_bits >> 10) & 31] ?? 0;
      into[place + 2] = SYMBOLS[(twenty_bits >> 5) & 31] ?? 0;
      into[place + 3] = SYMBOLS[twenty_bits & 31] ?? 0;
      place += 4;
    }
  }
}

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
