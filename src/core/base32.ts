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

/** Bytes as symbols, five bits each; the number of bytes must be a multiple of five. */
export function base32Bytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(at, at + 5);
    text +=
      ALPHABET.charAt(a >> 3) +
      ALPHABET.charAt(((a & 7) << 2) | (b >> 6)) +
      ALPHABET.charAt((b >> 1) & 31) +
      ALPHABET.charAt(((b & 1) << 4) | (c >> 4)) +
      ALPHABET.charAt(((c & 15) << 1) | (d >> 7)) +
      ALPHABET.charAt((d >> 2) & 31) +
      ALPHABET.charAt(((d & 3) << 3) | (e >> 5)) +
      ALPHABET.charAt(e & 31);
  }
  return text;
}
