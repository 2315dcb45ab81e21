import { randomText } from '../../../platform/core/ids.ts';

const RECOVERY_CODES = 10;

/** Ten codes of 80 random bits each: 7QK2-M4XA-…, shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => shown(randomText(10)));

const shown = (code: string): string => (code.toUpperCase().match(/.{4}/g) ?? []).join('-');

/** With the dashes and blanks that people put between. */
const TYPED_MAX = 60;

/** A code as it was made, however it was typed; undefined if it cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  if (typed.length > TYPED_MAX) return undefined;
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(code) ? code : undefined;
}
