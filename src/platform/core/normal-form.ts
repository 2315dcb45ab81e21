type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * The text in a form of Unicode; undefined if it is longer than what may be put into one. Sorting
 * the marks on a letter takes the square of their number: 40,000 of them, one form of a page, stop
 * the process for seconds. So the length comes first, and nothing else here calls `normalize`.
 */
export const normalForm = (text: string, form: Form, length_max: number): string | undefined =>
  text.length > length_max ? undefined : text.normalize(form);

/** No language puts more marks on a letter, and Unicode's own safe format (UAX 15) allows no more. */
const MARKS_MAX = 30;
// The voiced marks of halfwidth kana are letters, but normalizing makes marks of them.
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const CROWD = new RegExp(`(${MARK}{${MARKS_MAX}})${MARK}+`, 'gu');

/** For long texts: without marks that nobody could read, so that it takes no longer than its length. */
export const withoutCrowds = (text: string): string => text.replace(CROWD, '$1');
