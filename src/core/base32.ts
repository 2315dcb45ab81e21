// Crockford's alphabet: no i, l, o, u, so an identifier can be read out over the telephone.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A whole number as exactly `length` symbols, most significant first, so that text order is number order. */
export function base32Number(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) {
    text = ALPHABET.charAt(rest % 32) + text;
  }
  return text;
}

/** Some of the bytes as symbols, five bits each; their number must be a multiple of five. */
export function base32Bytes(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 5) {
    const high = (byte(bytes, at) << 12) | (byte(bytes, at + 1) << 4) | (byte(bytes, at + 2) >> 4);
    const low =
      ((byte(bytes, at + 2) & 15) << 16) | (byte(bytes, at + 3) << 8) | byte(bytes, at + 4);
    text += PAIRS[high >> 10] ?? '';
    text += PAIRS[high & 1023] ?? '';
    text += PAIRS[low >> 10] ?? '';
    text += PAIRS[low & 1023] ?? '';
  }
  return text;
}

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

// Two symbols at a time: an identifier is made several times in every request.
const PAIRS = Array.from(
  { length: 1024 },
  (_, n) => ALPHABET.charAt(n >> 5) + ALPHABET.charAt(n & 31),
);
