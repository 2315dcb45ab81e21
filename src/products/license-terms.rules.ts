import Type, { type Static } from 'typebox';
import { Nullable } from '../core/fields.ts';

const ActivationLimit = Nullable(
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Devices at once, per copy' }),
);
const ValidDays = Nullable(
  Type.Integer({ minimum: 1, maximum: 36_500, description: 'null: for ever' }),
);
const CertificateDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: 'How long a certificate is good at most, without asking again',
});
const LICENSE = {
  additionalProperties: false,
  description: 'Makes every purchase issue a license key',
  examples: [{ activation_limit: 3, valid_days: null, certificate_days: 30 }],
};

/** What a product says about the license of a purchase. */
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

/** As products and checkouts keep them. */
export const termsText = (
  terms: Static<typeof LicenseTermsInput> | null | undefined,
): string | null => (terms ? JSON.stringify(complete(terms)) : null);

/** Terms that were kept before certificates had days get the default. */
export const termsIn = (text: string | null): LicenseTerms | null =>
  text === null ? null : complete(JSON.parse(text));

const complete = (terms: Static<typeof LicenseTermsInput>): LicenseTerms => ({
  activation_limit: terms.activation_limit ?? null,
  valid_days: terms.valid_days ?? null,
  certificate_days: terms.certificate_days ?? CERTIFICATE_DAYS,
});
