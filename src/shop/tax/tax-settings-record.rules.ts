import type { Static } from 'typebox';
import { Email } from '../../platform/core/address-fields.ts';
import type { Detail } from '../../platform/core/errors.ts';
import {
  address_fields,
  Country,
  DayInput,
  Described,
  Line,
  Nullable,
  OneOf,
  OptionalOrNull,
  TextOrNull,
} from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { regionCode, taxCountry } from './place.rules.ts';
import { checkTaxNumber } from './tax-number.rules.ts';
import {
  parseTaxSettings,
  registrationProblems,
  type SellerRegistration,
  type TaxSettings,
} from './tax-settings.rules.ts';

const REGISTRATIONS_MAX = 100;

const Day = Type.String({ format: 'date', examples: ['2026-01-01'] });
const Scheme = OneOf(['standard', 'oss'], { examples: ['standard'] });
const WhenUnverified = OneOf(['accept', 'charge'], {
  description:
    'What counts for a well-formed tax number that VIES could not be asked about: `accept` it ' +
    'as that of a business, or `charge` the tax as to a consumer',
  examples: ['charge'],
});
const PricesIncludeTax = Type.Boolean({
  description: 'Whether prices include the tax, for products whose `tax_behavior` is null',
  examples: [true],
});

const Registration = Type.Object({
  scheme: Scheme,
  country: Type.String({ examples: ['DE'] }),
  region: TextOrNull('QC'),
  since: Day,
  until: Nullable(Day),
  tax_number: TextOrNull('DE136695976'),
});

export const TaxSettingsRecord = Type.Object({
  object: Type.Literal('tax_settings'),
  legal_name: TextOrNull('Analytical Engines GmbH'),
  email: TextOrNull('billing@example.com'),
  address: Nullable(
    Type.Object({
      line1: TextOrNull('1 Main Street'),
      line2: TextOrNull('Second floor'),
      city: TextOrNull('Berlin'),
      state: TextOrNull('Berlin'),
      postal_code: TextOrNull('10115'),
    }),
  ),
  country: TextOrNull('DE'),
  tax_number: TextOrNull('29/815/08155'),
  company_number: TextOrNull('HRB 1234, Amtsgericht Ulm'),
  registrations: Type.Array(Registration),
  registrations_confirmed: Type.Boolean({
    description:
      'Whether you have said where you are registered: `registrations` was sent once, also as an ' +
      'empty list, which says nowhere',
    examples: [true],
  }),
  prices_include_tax: PricesIncludeTax,
  when_unverified: WhenUnverified,
});

const RegistrationInput = Type.Object(
  {
    scheme: Type.Optional(
      OneOf(['standard', 'oss'], {
        description:
          '`standard` (default): with a country or one of its regions. `oss`: the One-Stop-Shop ' +
          'of the European Union, for all its states; `country` is the state it is made in',
      }),
    ),
    country: Described('Where: two letters of ISO 3166-1', Country),
    region: OptionalOrNull(
      Line(50, {
        description: 'A state or province with a tax of its own, such as QC or NY',
        examples: ['QC'],
      }),
    ),
    since: Described('The first day of the registration, in UTC', DayInput),
    until: OptionalOrNull(Described('Its last day, in UTC; null: no end', DayInput)),
    tax_number: OptionalOrNull(
      Line(50, {
        description: 'The number of the registration, for invoices',
        examples: ['DE136695976'],
      }),
    ),
  },
  { additionalProperties: false },
);

const SellerAddressInput = Type.Object(address_fields, {
  additionalProperties: false,
  description: 'Your address, as on your invoices; its country is `country`',
});

export const tax_setting_fields = {
  legal_name: OptionalOrNull(
    Line(200, {
      description: 'Your name or company, as on your invoices',
      examples: ['Analytical Engines GmbH'],
    }),
  ),
  email: OptionalOrNull(Described('E-mail address that invoices name for questions', Email)),
  address: OptionalOrNull(SellerAddressInput),
  country: OptionalOrNull(
    Described('Where you are established: two letters of ISO 3166-1', Country),
  ),
  tax_number: OptionalOrNull(
    Line(50, {
      description: 'Your number at the tax office, where it is not that of a registration',
      examples: ['29/815/08155'],
    }),
  ),
  company_number: OptionalOrNull(
    Line(100, {
      description: 'Your entry in the register of companies, for invoices',
      examples: ['HRB 1234, Amtsgericht Ulm'],
    }),
  ),
  registrations: Type.Optional(
    Type.Array(RegistrationInput, {
      maxItems: REGISTRATIONS_MAX,
      description: 'Where you are registered for taxes: all of them, replaced whole',
    }),
  ),
  prices_include_tax: Type.Optional(PricesIncludeTax),
  when_unverified: Type.Optional(WhenUnverified),
};

type TaxSettingsChange = Static<ReturnType<typeof Type.Object<typeof tax_setting_fields>>>;

/** What is wrong with the registrations that were sent. */
export const taxSettingsProblems = ({ registrations = [] }: TaxSettingsChange): Detail[] =>
  registrationProblems(registrations.map(newRegistration));

/** The settings after a change; fields that are not sent stay, null clears one. */
export function changedTaxSettings(before: TaxSettings, change: TaxSettingsChange): TaxSettings {
  const { address, country, registrations } = change;
  const sent = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...Object.fromEntries(sent),
    address: address === undefined ? before.address : address && addressWithNulls(address),
    country: country === undefined ? before.country : (country?.toUpperCase() ?? null),
    registrations: registrations?.map(newRegistration) ?? before.registrations,
    registrations_confirmed: before.registrations_confirmed || registrations !== undefined,
  };
}

/** Registrations say where tax is charged, but without the seller's country not how. */
export const whyNotTaxSettings = ({ country, registrations }: TaxSettings): Detail[] =>
  country === null && registrations.length > 0
    ? [{ param: 'country', code: 'missing', message: 'is needed while there are registrations' }]
    : [];

/** What is stored: only what differs from the defaults. */
export function taxSettingsJson(settings: TaxSettings): string {
  const defaults = new Map<string, unknown>(Object.entries(parseTaxSettings('{}')));
  const isDefault = (name: string, value: unknown) =>
    JSON.stringify(defaults.get(name)) === JSON.stringify(value);
  const own = Object.entries(settings).filter(([name, value]) => !isDefault(name, value));
  return JSON.stringify(Object.fromEntries(own));
}

export const showTaxSettings = (settings: TaxSettings): Static<typeof TaxSettingsRecord> => ({
  object: 'tax_settings',
  ...settings,
  registrations: settings.registrations.map((one) => ({ ...one })),
  // Of before the question was kept, what was registered is an answer.
  registrations_confirmed: settings.registrations_confirmed || settings.registrations.length > 0,
});

/** Countries in capitals, regions as codes, numbers as they are written on invoices. */
function newRegistration(input: Static<typeof RegistrationInput>): SellerRegistration {
  const country = input.country.toUpperCase();
  const tax_number = input.tax_number ?? null;
  const check = tax_number === null ? null : checkTaxNumber(tax_number, country);
  return {
    scheme: input.scheme ?? 'standard',
    country,
    region: regionCode(input.region, taxCountry(country)),
    since: input.since,
    until: input.until ?? null,
    tax_number: check?.is_well_formed ? check.tax_number.number : tax_number,
  };
}

const addressWithNulls = (address: Static<typeof SellerAddressInput>) => ({
  line1: address.line1 ?? null,
  line2: address.line2 ?? null,
  city: address.city ?? null,
  state: address.state ?? null,
  postal_code: address.postal_code ?? null,
});
