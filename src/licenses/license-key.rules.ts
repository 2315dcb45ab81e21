import { hash } from 'node:crypto';
import { writeBytes } from '../core/base32.ts';
import { randomText } from '../core/ids.ts';
import type { Secrets } from '../core/secrets.ts';

/** Turns what the database keeps of a key into the key. */
export type KeyOf = (seed: string) => string;

/** For what is stored: the seed stays a seed. */
export const asKept: KeyOf = (seed) => seed;

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_BYTES = 15;
const LENGTH = 25; // 24 symbols of 5 random bits, and the check symbol.
const PREFIX = 'KASSA';

/** 120 random bits. Without the secret it says nothing about the key. */
export const newSeed = (): string => randomText(RANDOM_BYTES);

/** `KASSA-7QK2M-…`: five groups of five symbols, the last of them for checking. */
export const keyOf = (secrets: Secrets): KeyOf =>
  function key(seed) {
    const text = Buffer.alloc(LENGTH - 1);
    writeBytes(text, 0, secrets.derive(`license key ${seed}`), 0, RANDOM_BYTES);
    const symbols = text.toString('latin1').toUpperCase();
    return written(symbols + checkSymbol(symbols));
  };

/** How a key is looked up: it has 120 random bits, so one round of SHA-256 hides it. */
export const hashKey = (key: string): string => hash('sha256', key, 'base64url');

/**
 * A key as we write it, from whatever somebody typed: any case, any dashes and spaces, with or
 * without the prefix, O for 0, I or L for 1, U for V. Undefined when it was mistyped.
 */
export function readKey(typed: string): string | undefined {
  // Nearly all come as they were written.
  if (AS_WRITTEN.test(typed)) {
    return remainder(typed, PREFIX.length) === 0 ? typed : undefined;
  }
  if (typed.length > TYPED_MAX) return undefined;
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212_]/gu, '')
    .replace(/[OILU]/g, (letter) => (letter === 'O' ? '0' : letter === 'U' ? 'V' : '1'));
  const symbols =
    plain.length === PREFIX.length + LENGTH && plain.startsWith(PREFIX)
      ? plain.slice(PREFIX.length)
      : plain;
  if (symbols.length !== LENGTH) return undefined;
  return remainder(symbols) === 0 ? written(symbols) : undefined;
}

const TYPED_MAX = 200;
const AS_WRITTEN = new RegExp(`^${PREFIX}(-[${SYMBOLS}]{5}){5}$`);

const written = (symbols: string): string => `${PREFIX}-${symbols.match(/.{5}/g)?.join('-')}`;

const DASH = '-'.charCodeAt(0);
const NO_VALUE = 255;
const VALUES = new Uint8Array(128).fill(NO_VALUE);
for (const [value, symbol] of [...SYMBOLS].entries()) VALUES[symbol.charCodeAt(0)] = value;

/** The symbol that makes the remainder 0. */
function checkSymbol(symbols: string): string {
  const rest = times2(remainder(symbols) ?? 0);
  return SYMBOLS.charAt(rest);
}

/**
 * The symbols as a polynomial over the field of 32 elements, at a generator of it: any one wrong
 * symbol, and any two that changed places, leave a remainder. Undefined for a sign that is none.
 * Dashes count for nothing.
 */
function remainder(symbols: string, start = 0): number | undefined {
  let rest = 0;
  for (let at = start; at < symbols.length; at++) {
    const code = symbols.charCodeAt(at);
    if (code === DASH) continue;
    const value = VALUES[code] ?? NO_VALUE;
    if (value === NO_VALUE) return undefined;
    rest = times2(rest) ^ value;
  }
  return rest;
}

/** Times 2 in that field, modulo x⁵ + x² + 1. */
const times2 = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);
