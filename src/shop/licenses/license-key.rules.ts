import { hash } from 'node:crypto';
import { writeBytes } from '../../platform/core/base32.ts';
import { randomText } from '../../platform/core/ids.ts';
import { normalForm } from '../../platform/core/normal-form.ts';
import type { Secrets } from '../../platform/core/secrets.ts';

/** Turns a stored seed into the license key. */
export type RevealKey = (seed: string) => string;

/** For records that are stored, such as events: keeps the seed, so that no key is stored. */
export const leaveSeed: RevealKey = (seed) => seed;

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_BYTES = 15;
const LENGTH = 25; // 24 symbols of 5 random bits, and the check symbol.
const PREFIX = 'KASSA';

/**
 * 120 random bits, and what the key begins with unless it is ours: `….LUMEN`. Nobody can make the
 * key from it without the secret.
 */
export function newKeySeed(prefix = PREFIX, { generation = 0 } = {}): string {
  const seed = randomText(RANDOM_BYTES);
  if (generation > 0) return `${seed}.${prefix}.${generation}`;
  return prefix === PREFIX ? seed : `${seed}.${prefix}`;
}

const SEED_WITH_PREFIX = /^[0-9a-hjkmnp-tv-z]{24}\.([A-Z0-9]{1,12})(?:\.(\d+))?$/;

/** Which secret a key was made with: one that was lost cannot make it again. */
const generationOf = (seed: string): number =>
  seed.length === SEED_LENGTH ? 0 : Number(SEED_WITH_PREFIX.exec(seed)?.[2] ?? 0);

/** In place of a key that nobody can show any more. It still works: it is known by its hash. */
const lostKey = (seed: string): string => `${prefixOf(seed)}${'-?????'.repeat(5)}`;

export const isLostKey = (key: string): boolean => key.endsWith('-?????');

/** A key in its standard form, with the prefix that it was issued with. */
export const asIssued = (key: string, seed: string): string =>
  seed.length === SEED_LENGTH ? key : prefixOf(seed) + key.slice(-GROUPS_LENGTH);

const SEED_LENGTH = 24;
const prefixOf = (seed: string): string => SEED_WITH_PREFIX.exec(seed)?.[1] ?? PREFIX;

/** `KASSA-7QK2M-…`: five groups of five symbols, the last of which is a check symbol. */
export const createRevealKey = (secrets: Secrets): RevealKey =>
  function key(seed) {
    if (generationOf(seed) !== secrets.generation) return lostKey(seed);
    const text = Buffer.alloc(LENGTH - 1);
    writeBytes(text, 0, secrets.derive(`license key ${seed}`), 0, RANDOM_BYTES);
    const symbols = text.toString('latin1').toUpperCase();
    return formatKey(symbols + checkSymbol(symbols), prefixOf(seed));
  };

/**
 * Keys are looked up by this hash, in which all begin alike. A key has 120 random bits, so one
 * round of SHA-256 is enough.
 */
export const hashLicenseKey = (key: string): string =>
  hash('sha256', PREFIX + key.slice(-GROUPS_LENGTH), 'base64url');

/** Five times a dash and five symbols. */
const GROUPS_LENGTH = 30;

/**
 * Puts a typed key into its standard form, with our prefix whatever its own is. Accepts any case,
 * any dashes and spaces, a missing prefix, O for 0, I or L for 1, and U for V. Returns undefined when
 * the key was mistyped.
 */
export function parseLicenseKey(typed: string): string | undefined {
  // Fast path: most keys come in their standard form.
  if (AS_WRITTEN.test(typed)) {
    return remainder(typed, PREFIX.length) === 0 ? typed : undefined;
  }
  if (AS_WRITTEN_BY_SELLERS.test(typed)) {
    const key = PREFIX + typed.slice(-GROUPS_LENGTH);
    return remainder(key, PREFIX.length) === 0 ? key : undefined;
  }
  const normal = normalForm(typed, 'NFKC', KEY_TYPED_MAX);
  if (normal === undefined) return undefined;
  const groups = normal.toUpperCase().split(SEPARATORS).filter(Boolean);
  const plain = groups
    .join('')
    .replace(/[OILU]/g, (letter) => (letter === 'O' ? '0' : letter === 'U' ? 'V' : '1'));
  const symbols = plain.slice(plain.length === LENGTH ? 0 : prefixLength(plain, groups[0] ?? ''));
  if (symbols.length !== LENGTH) return undefined;
  return remainder(symbols) === 0 ? formatKey(symbols) : undefined;
}

/** With the dashes and blanks that people put between. */
export const KEY_TYPED_MAX = 200;
const SEPARATORS = /[\s\p{Pd}\u2212_]+/u;

/** Of another prefix than ours nobody knows where it ends, unless a dash says it. */
function prefixLength(plain: string, first: string): number {
  if (plain.length === PREFIX.length + LENGTH && plain.startsWith(PREFIX)) return PREFIX.length;
  return OTHER_PREFIX.test(first) ? first.length : 0;
}

const OTHER_PREFIX = /^[A-Z0-9]{1,12}$/;
const AS_WRITTEN = new RegExp(`^${PREFIX}(-[${SYMBOLS}]{5}){5}$`);

const AS_WRITTEN_BY_SELLERS = new RegExp(`^[A-Z0-9]{1,12}(-[${SYMBOLS}]{5}){5}$`);

const formatKey = (symbols: string, prefix = PREFIX): string =>
  `${prefix}-${symbols.match(/.{5}/g)?.join('-')}`;

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
 * Evaluates the symbols as a polynomial over the field of 32 elements, at a generator of the field.
 * One wrong symbol, or two swapped ones, leave a remainder. Ignores dashes. Returns undefined if a
 * character is not a symbol.
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

/** Multiplies by 2 in that field, modulo x⁵ + x² + 1. */
const times2 = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);
