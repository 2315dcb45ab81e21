import Type, { type Static } from 'typebox';
import { Nullable } from '../core/fields.ts';

const ActivationLimit = Nullable(
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Devices at once, per copy' }),
);
const ValidDays = Nullable(
  Type.Integer({ minimum: 1, maximum: 36_500, description: 'null: valid for ever' }),
);
const CertificateDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: 'For how many days a certificate is valid at most, before the device must ask again',
});
const LICENSE = {
  additionalProperties: false,
  description: 'Makes every purchase issue a license key',
  examples: [{ activation_limit: 3, valid_days: null, certificate_days: 30 }],
};

/** The terms of the license that each purchase of a product gets. */
export const LicenseTerms = Type.Object(
  { activation_limit: ActivationLimit, valid_days: ValidDays, certificate_days: CertificateDays },
  LICENSE,
);
export type LicenseTerms = Static<typeof LicenseTerms>;

export const LicenseTermsInput = Type.Object(
  {
    activation_limit: Type.Optional(ActivationLimit),
    valid_days: Type.Optional(ValidDays),
    certificate_days: Type.Optional(Nullable(CertificateDays)),
  },
  LICENSE,
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
