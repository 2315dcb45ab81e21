import { Email } from '../../platform/core/address-fields.ts';
import {
  address_fields,
  Country,
  Described,
  Line,
  NewCustomerId,
  OneOf,
  OptionalOrNull,
} from '../../platform/core/fields.ts';
import { LANGUAGES } from '../../platform/core/languages.ts';
import { Metadata } from '../../platform/core/metadata.ts';
import { Type } from '../../platform/core/schema.ts';

export const Address = Type.Object(
  {
    ...address_fields,
    country: OptionalOrNull(Country),
  },
  { title: 'AddressInput', additionalProperties: false, description: 'Postal address' },
);

const FullName = Line(200, { description: 'Full name', examples: ['Ada Lovelace'] });

export const customer_fields = {
  email: OptionalOrNull(
    Described('Where receipts and sign-in links are sent; several may share one', Email),
  ),
  name: OptionalOrNull(FullName),
  country: OptionalOrNull(
    Described('Where the customer lives: two letters of ISO 3166-1. Decides the tax', Country),
  ),
  language: OptionalOrNull(
    OneOf([...LANGUAGES], {
      description: 'The language of mails and pages for them; null: that of their browser',
      examples: ['de'],
    }),
  ),
  metadata: Type.Optional(Metadata),
};

export const billing_fields = {
  customer_id: NewCustomerId,
  email: OptionalOrNull(Described('E-mail address on invoices', Email)),
  name: OptionalOrNull(FullName),
  company: OptionalOrNull(
    Line(200, {
      description: 'The company, for invoices',
      examples: ['Analytical Engines Ltd'],
    }),
  ),
  phone: OptionalOrNull(Line(50, { description: 'Telephone number', examples: ['+49 30 123456'] })),
  tax_id: OptionalOrNull(
    Line(50, {
      description: 'VAT or other tax number of a business',
      examples: ['DE123456789'],
    }),
  ),
  address: OptionalOrNull(Address),
};
