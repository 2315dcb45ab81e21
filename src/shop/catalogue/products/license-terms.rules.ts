import type { Static } from 'typebox';
import { Nullable, OptionalOrNull } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';

const ActivationLimit = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'On how many machines a key works at once, for each one bought; null: any number',
  }),
);
const ValidDays = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 36_500,
    description: 'How long a key works, for one-time products; null: for ever',
  }),
);
const CertificateDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: 'How long a machine may go without asking whether its license is good. Default: 30',
});
const LICENSE = {
  additionalProperties: false,
  description: 'Every purchase gets a license key, on these terms; null: none',
  examples: [{ activation_limit: 3, valid_days: null, certificate_days: 30 }],
};

/** The terms of the license that each purchase of a product gets. */
export const LicenseTerms = Type.Object(
  { activation_limit: ActivationLimit, valid_days: ValidDays, certificate_days: CertificateDays },
  { title: 'LicenseTerms', ...LICENSE },
);
export type LicenseTerms = Static<typeof LicenseTerms>;

export const LicenseTermsInput = Type.Object(
  {
    activation_limit: Type.Optional(ActivationLimit),
    valid_days: Type.Optional(ValidDays),
    certificate_days: OptionalOrNull(CertificateDays),
  },
  { title: 'LicenseTermsInput', ...LICENSE },
);

const CERTIFICATE_DAYS = 30;

/** As products and checkouts store them: JSON. */
export const licenseTermsJson = (
  terms: Static<typeof LicenseTermsInput> | null | undefined,
): string | null => (terms ? JSON.stringify(withDefaults(terms)) : null);

/** Terms that were stored before `certificate_days` existed get its default. */
export const parseLicenseTerms = (text: string | null): LicenseTerms | null =>
  text === null ? null : withDefaults(JSON.parse(text));

const withDefaults = (terms: Static<typeof LicenseTermsInput>): LicenseTerms => ({
  activation_limit: terms.activation_limit ?? null,
  valid_days: terms.valid_days ?? null,
  certificate_days: terms.certificate_days ?? CERTIFICATE_DAYS,
});
