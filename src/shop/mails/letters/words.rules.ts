import type { Direction } from '../../../platform/core/languages.ts';

const SHOWN_MAX = 120;
// Hebrew, Arabic and the other scripts that are written from right to left.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Marks that turn the direction of what follows.
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
// Line ends and other control characters.
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * A name, amount or date as it may stand inside a sentence: on one line, not too long, and without
 * turning the sentence around if it runs the other way.
 */
export function shown(text: string, sentence: Direction = 'ltr'): string {
  const signs = [...text.replace(TURNS, '').replace(HARMFUL, ' ').trim()];
  const line = signs.length > SHOWN_MAX ? `${signs.slice(0, SHOWN_MAX).join('')}…` : signs.join('');
  const may_turn = sentence === 'rtl' ? line !== '' : RIGHT_TO_LEFT.test(line);
  return may_turn ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line;
}
