import type { Static } from 'typebox';
import { Instant, Nullable, OneOf, TextOrNull, UsuallyNull } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstantOrNull } from '../../platform/core/time.ts';
import {
  type KnownTaxNumber,
  knownTaxNumber,
  parseKnownNumber,
} from '../tax/known-tax-number.rules.ts';

/** What is known about the tax number of a customer. */
export const TaxIdCheck = Nullable(
  Type.Object(
    {
      status: OneOf(['valid', 'invalid', 'unverified', 'well_formed', 'malformed', 'unknown'], {
        description:
          '`valid`, `invalid`: what VIES says. `unverified`: it has not answered yet. `well_formed`: ' +
          'its form is right, and nobody is asked about numbers of this country. `malformed`: ' +
          'mistyped. `unknown`: Kassa does not know the numbers of this country',
        examples: ['valid'],
      }),
      country: TextOrNull('DE'),
      number: TextOrNull('DE123456789'),
      checked_at: Nullable(Instant),
      consultation_number: TextOrNull('WAPIAAAAY1'),
      // What VIES answers about a German number.
      name: TextOrNull('---'),
      address: TextOrNull('---'),
      reason: UsuallyNull(Type.String({ description: 'Why VIES has not answered' })),
    },
    { title: 'TaxIdCheck' },
  ),
);

interface StoredNumber {
  tax_id: string | null;
  /** KnownTaxNumber as JSON; null also if it was saved by a Kassa that did not check numbers. */
  tax_number: string | null;
  /** The billing address, as JSON. */
  address: string | null;
}

/** What is known about a stored number. `country` is where its owner is, if no address says it. */
export function storedTaxNumber(
  { tax_id, tax_number, address }: StoredNumber,
  country: string | null = null,
): KnownTaxNumber | null {
  if (tax_number !== null) return parseKnownNumber(tax_number);
  if (tax_id === null) return null;
  const billed = address === null ? null : JSON.parse(address);
  return knownTaxNumber(tax_id, { country: billed?.country ?? country, before: null });
}

export function showTaxIdCheck(stored: StoredNumber): Static<typeof TaxIdCheck> {
  const known = storedTaxNumber(stored);
  if (known === null) return null;
  const { well_formed, why_not, answer } = known;
  return {
    status: statusOf(known),
    country: well_formed?.country ?? null,
    number: well_formed?.number ?? null,
    checked_at: isoInstantOrNull(answer?.asked_at ?? null),
    consultation_number: answer?.consultation_number ?? null,
    name: answer?.name ?? null,
    address: answer?.address ?? null,
    reason: why_not ?? answer?.reason ?? null,
  };
}

function statusOf({ well_formed, why_not, answer }: KnownTaxNumber) {
  if (well_formed === null) return why_not === 'unknown_country' ? 'unknown' : 'malformed';
  if (well_formed.vies === null) return 'well_formed';
  if (answer === null || answer.status === 'unavailable') return 'unverified';
  return answer.status;
}
