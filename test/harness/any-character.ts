import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`. That is what 'binary' is too,
 * but for that fast-check makes a table of all of them each time, which takes a second.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(characterAt, placeOf);

function characterAt(place: number): string {
  return String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count);
}

function placeOf(character: unknown): number {
  if (typeof character !== 'string') throw new Error('a character is a string');
  const point = character.codePointAt(0) ?? -1;
  if (point < 0 || character !== String.fromCodePoint(point)) throw new Error('one character');
  return point < SURROGATES.first ? point : point - SURROGATES.count;
}
