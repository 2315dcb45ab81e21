import type { FieldMessages } from '../shared/problems.ts';

// What forms about billing details and about invoices ask for alike.

export type BuyerField =
  | ('name' | 'company' | 'tax_id')
  | ('line1' | 'line2' | 'postal_code' | 'city' | 'state' | 'country');

/** A field that was left empty is null. */
export const addressOf = (typed: Record<BuyerField, string>) => ({
  line1: typed.line1 || null,
  line2: typed.line2 || null,
  city: typed.city || null,
  state: typed.state || null,
  postal_code: typed.postal_code || null,
  country: typed.country || null,
});

export const atMost = (most: number) => `Enter at most ${most} characters, on one line.`;

/** What is said about a parameter, at which field. */
export const BUYER_WORDS: FieldMessages<BuyerField> = {
  name: ['name', atMost(200)],
  company: ['company', atMost(200)],
  tax_id: ['tax_id', atMost(50)],
  'address.line1': ['line1', atMost(200)],
  'address.line2': ['line2', atMost(200)],
  'address.postal_code': ['postal_code', atMost(20)],
  'address.city': ['city', atMost(100)],
  'address.state': ['state', atMost(100)],
  'address.country': ['country', 'Choose a country, or leave it empty.'],
};
