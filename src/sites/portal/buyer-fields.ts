import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { countryInput, type FilledIn, textField } from '../shared/fields.ts';
import type { FieldMessages } from '../shared/problems.ts';

// What forms about billing details and about invoices ask for alike.

export type BuyerField =
  | ('name' | 'company' | 'tax_id')
  | ('line1' | 'line2' | 'postal_code' | 'city' | 'state' | 'country');

/** What was typed into a field, without blanks around it. */
export const typedAt = (form: ReadonlyMap<string, string>, name: string): string =>
  (form.get(name) ?? '').trim();

export const typedBuyer = (form: ReadonlyMap<string, string>): Record<BuyerField, string> => ({
  ...{ name: typedAt(form, 'name'), company: typedAt(form, 'company') },
  ...{ tax_id: typedAt(form, 'tax_id'), country: typedAt(form, 'country') },
  ...{ line1: typedAt(form, 'line1'), line2: typedAt(form, 'line2') },
  ...{ postal_code: typedAt(form, 'postal_code'), city: typedAt(form, 'city') },
  state: typedAt(form, 'state'),
});

type Place = Partial<Record<keyof ReturnType<typeof addressOf>, string | null>>;

/** An address as its fields show it. */
export const addressTyped = ({ line1, line2, postal_code, city, state, country }: Place) => ({
  ...{ line1: line1 ?? '', line2: line2 ?? '', postal_code: postal_code ?? '' },
  ...{ city: city ?? '', state: state ?? '', country: country ?? '' },
});

/** A field that was left empty is null. */
export const addressOf = (typed: Record<BuyerField, string>) => ({
  line1: typed.line1 || null,
  line2: typed.line2 || null,
  city: typed.city || null,
  state: typed.state || null,
  postal_code: typed.postal_code || null,
  country: typed.country || null,
});

/** What is said about a parameter, at which field. */
export function buyerMessages({ shared, portal }: Words): FieldMessages<BuyerField> {
  const atMost = shared.checkLength;
  return {
    name: ['name', atMost(200)],
    company: ['company', atMost(200)],
    tax_id: ['tax_id', atMost(50)],
    'address.line1': ['line1', atMost(200)],
    'address.line2': ['line2', atMost(200)],
    'address.postal_code': ['postal_code', atMost(20)],
    'address.city': ['city', atMost(100)],
    'address.state': ['state', atMost(100)],
    'address.country': ['country', portal.checkCountry],
  };
}

/** The fields of an address; `country` in the place of a choice where that is settled. */
export const addressFields = (
  words: Words,
  filled: FilledIn,
  country?: Html,
): Html => html`<fieldset>
  <legend>${words.portal.address}</legend>
  ${textField(words, 'line1', filled)}
  ${textField(words, 'line2', filled)}
  <div class="pair">
    ${textField(words, 'postal_code', filled)}
    ${textField(words, 'city', filled)}
  </div>
  ${textField(words, 'state', filled)}
  ${country ?? countryInput(words, filled.typed.country ?? '', filled.problems.country)}
</fieldset>`;
