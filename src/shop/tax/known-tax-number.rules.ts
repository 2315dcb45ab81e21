import { checkTaxNumber, numberCounts, type TaxNumber } from './tax-number.rules.ts';
import type { ViesAnswer } from './vies.rules.ts';

/** A buyer's tax number and what is known about it. Kept as JSON with the buyer's details. */
export interface KnownTaxNumber {
  /** As the buyer wrote it. */
  text: string;
  /** Null when form or check digits are wrong, or its country's numbers cannot be checked. */
  well_formed: TaxNumber | null;
  /** Why it is not well formed. */
  why_not: 'unknown_country' | 'wrong_form' | 'wrong_check_digits' | null;
  /** What VIES said last; null when it was not asked. */
  answer: ViesAnswer | null;
}

/**
 * Checks a number that was written into a form. `before` is what was known about the buyer's number
 * until now: if it is the same number, VIES's answer about it still counts.
 */
export function knownTaxNumber(
  text: string | null | undefined,
  { country, before }: { country: string | null; before: KnownTaxNumber | null },
): KnownTaxNumber | null {
  if (!text) return null;
  const check = checkTaxNumber(text, country);
  if (!check.is_well_formed) return { text, well_formed: null, why_not: check.why, answer: null };
  const well_formed = check.tax_number;
  const is_same = before?.well_formed?.number === well_formed.number;
  return { text, well_formed, why_not: null, answer: is_same ? before.answer : null };
}

/** The country of a number that makes its owner a business; null if it does not count. */
export function countsAs(
  { well_formed, answer }: KnownTaxNumber,
  when_unverified: 'accept' | 'charge',
): string | null {
  if (well_formed === null) return null;
  const counts = numberCounts(well_formed, answer?.status ?? null, when_unverified);
  return counts ? well_formed.country : null;
}

/** As it was stored, as JSON. */
export const parseKnownNumber = (text: string | null): KnownTaxNumber | null =>
  text === null ? null : JSON.parse(text);
