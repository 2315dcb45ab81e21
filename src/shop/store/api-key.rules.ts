import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { StoreMode } from '../../platform/core/access.ts';
import { writeNumber } from '../../platform/core/base32.ts';
import { randomText } from '../../platform/core/ids.ts';

/** `kassa_test_` + 32 random symbols (160 bits) + 7 of checksum. */
export function newApiKey(mode: StoreMode): string {
  const start = `kassa_${mode}_${randomText(20)}`;
  return start + checksum(start);
}

/** Whether a text has the form and checksum of a key. A mistyped key is refused without a look-up. */
export const isApiKey = (text: string): boolean =>
  PATTERN.test(text) && text.endsWith(checksum(text.slice(0, -7)));

/** The key with `test` for `live` or the other way round, if that is a key and this is none. */
export function withOtherMode(text: string): string | undefined {
  if (!PATTERN.test(text)) return undefined;
  const other = text.replace(/^kassa_(test|live)/, (start) =>
    start === 'kassa_test' ? 'kassa_live' : 'kassa_test',
  );
  return isApiKey(other) ? other : undefined;
}

/** A key has 160 random bits: one round of SHA-256 is enough to make it unguessable. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The part of a key that lists show, to distinguish keys. */
export const keyHint = (key: string): string => `${key.slice(0, 15)}…${key.slice(-4)}`;

const PATTERN = /^kassa_(test|live)_[0-9a-hjkmnp-tv-z]{39}$/;

function checksum(start: string): string {
  const text = Buffer.alloc(7);
  writeNumber(text, 0, crc32(start), 7);
  return text.toString('latin1');
}
