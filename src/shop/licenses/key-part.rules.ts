import { normalForm } from '../../platform/core/normal-form.ts';
import type { Secrets } from '../../platform/core/secrets.ts';
import { KEY_TYPED_MAX, parseLicenseKey } from './license-key.rules.ts';

// A license is found by any part of its key although no key is stored: the index has keyed hashes
// of all four symbols that follow each other in the key (decision 51).

/** What stands in the index for four symbols of a key. Without the secret it says nothing. */
export type HashKeyPart = (store_id: string, part: string) => string;

const PART_LENGTH = 4;
const HASH_BYTES = 5;
const SYMBOLS_LENGTH = 25;

export const createHashKeyPart =
  (secrets: Secrets): HashKeyPart =>
  (store_id, part) =>
    secrets.derive(`license key part ${store_id} ${part}`).toString('hex', 0, HASH_BYTES);

export const keyPartScope = (store_number: number): string => `${store_number}l`;

/** The entry of a license in the search index. */
export const keyPartsText = (
  { license_id, license_key }: { license_id: string; license_key: string },
  store: { store_id: string; number: number },
  hashKeyPart: HashKeyPart,
) => ({
  record_id: license_id,
  scope: keyPartScope(store.number),
  title: [],
  body: partsOf(symbolsOf(license_key)).map((part) => hashKeyPart(store.store_id, part)),
});

/** The symbols of a key after its prefix, without dashes. */
export const symbolsOf = (license_key: string): string =>
  license_key.replaceAll('-', '').slice(-SYMBOLS_LENGTH);

const partsOf = (symbols: string): string[] => [
  ...new Set(
    Array.from({ length: symbols.length - PART_LENGTH + 1 }, (_, at) =>
      symbols.slice(at, at + PART_LENGTH),
    ),
  ),
];

const SEPARATORS = /[\s\p{Pd}\u2212_]+/u;
const SYMBOLS_ONLY = /^[0-9A-HJKMNP-TV-Z]{4,25}$/;

/**
 * What somebody may mean who typed a part of a key: all of it, or all but the first group, which
 * may be what the keys of the store begin with. Nothing if it can be part of no key.
 */
export function readKeyPart(typed: string): string[] {
  const whole = parseLicenseKey(typed);
  if (whole !== undefined) return [symbolsOf(whole)];
  const normal = normalForm(typed, 'NFKC', KEY_TYPED_MAX);
  if (normal === undefined) return [];
  const [first = '', ...rest] = normal
    .toUpperCase()
    .replace(/[OILU]/g, (letter) => (letter === 'O' ? '0' : letter === 'U' ? 'V' : '1'))
    .split(SEPARATORS)
    .filter(Boolean);
  const meant = [first + rest.join(''), rest.join('')];
  return meant.filter((symbols) => SYMBOLS_ONLY.test(symbols));
}

/** Parts that cover all symbols: what has them all has the symbols, if they follow each other. */
export const coveringParts = (symbols: string): string[] => [
  ...new Set([...(symbols.match(/.{4}/g) ?? []), symbols.slice(-PART_LENGTH)]),
];
