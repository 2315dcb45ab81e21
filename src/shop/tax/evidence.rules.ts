import type { KnownTaxNumber } from './known-tax-number.rules.ts';
import { taxCountry } from './place.rules.ts';

/** Two pieces of evidence of where a buyer is, as tax offices ask for them. Stored with a sale. */
export interface PlaceEvidence {
  /** What the buyer said. */
  billing_country: string | null;
  /** Where the card was issued; null if the provider does not say. */
  card_country: string | null;
  /** Both are known and name different countries. */
  is_conflicting: boolean;
  /** The tax number that the buyer had then, for the invoice. */
  tax_number?: string;
}

/** What is known of a buyer when a payment begins, as JSON. */
export function buyerEvidence(
  billing_country: string | null,
  number: KnownTaxNumber | null,
): string {
  const tax_number = number?.well_formed?.number;
  return JSON.stringify({
    ...placeEvidence(billing_country, null),
    ...(tax_number !== undefined && { tax_number }),
  });
}

/** Parts of a country with codes of their own, whose banks issue cards of the country. */
const BELONGS_TO: Record<string, string> = {
  AX: 'FI',
  BL: 'FR',
  GF: 'FR',
  GP: 'FR',
  MF: 'FR',
  MQ: 'FR',
  NC: 'FR',
  PF: 'FR',
  PM: 'FR',
  RE: 'FR',
  WF: 'FR',
  YT: 'FR',
  GG: 'GB',
  JE: 'GB',
  FO: 'DK',
  GL: 'DK',
  SJ: 'NO',
};

/** Stored evidence, as JSON, with what has become known of the card since. */
export function withCardCountry(text: string | null, card_country: string | null): string | null {
  if (text === null || card_country === null) return text;
  const kept: PlaceEvidence = JSON.parse(text);
  return JSON.stringify({ ...kept, ...placeEvidence(kept.billing_country, card_country) });
}

/** The country of a buyer as they have said it, or else that of the card; '' if neither is known. */
export function countryOf(text: string | null, card_country: string | null): string {
  const kept: PlaceEvidence | null = text === null ? null : JSON.parse(text);
  return kept?.billing_country ?? card_country ?? '';
}

/** Compares what the buyer said with what the card says. */
export function placeEvidence(
  billing_country: string | null,
  card_country: string | null,
): PlaceEvidence {
  const placeOf = (code: string) => BELONGS_TO[code] ?? taxCountry(code);
  const is_conflicting =
    billing_country !== null &&
    card_country !== null &&
    placeOf(billing_country) !== placeOf(card_country);
  return { billing_country, card_country, is_conflicting };
}
