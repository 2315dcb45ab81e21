const SHOWN_MAX = 120;
// Hebrew, Arabic and the other scripts that are written from right to left.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Line ends, other control characters, and marks that turn the direction of what follows.
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * A name, amount or date as it may stand inside a sentence: on one line, not too long, and if it is
 * written from right to left, without turning the sentence around.
 */
export function shown(text: string): string {
  const signs = [...text.replace(HARMFUL, ' ').trim()];
  const line = signs.length > SHOWN_MAX ? `${signs.slice(0, SHOWN_MAX).join('')}…` : signs.join('');
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line;
}
