import { Email } from '../../platform/core/address-fields.ts';
import {
  address_fields,
  Country,
  Described,
  Line,
  NewCustomerId,
  Nullable,
  OneOf,
} from '../../platform/core/fields.ts';
import { LANGUAGES } from '../../platform/core/languages.ts';
import { Metadata } from '../../platform/core/metadata.ts';
import { Type } from '../../platform/core/schema.ts';

export const Address = Type.Object(
  {
    ...address_fields,
    country: Type.Optional(Nullable(Country)),
  },
  { title: 'AddressInput', additionalProperties: false, description: 'Postal address' },
);

const FullName = Line(200, { description: 'Full name', examples: ['Ada Lovelace'] });

export const customer_fields = {
  email: Type.Optional(
    Nullable(Described('Where receipts and sign-in links are sent; several may share one', Email)),
  ),
  name: Type.Optional(Nullable(FullName)),
  country: Type.Optional(
    Nullable(
      Described('Where the customer lives: two letters of ISO 3166-1. Decides the tax', Country),
    ),
  ),
  language: Type.Optional(
    Nullable(
      OneOf([...LANGUAGES], {
        description: 'The language of mails and pages for them; null: that of their browser',
        examples: ['de'],
      }),
    ),
  ),
  metadata: Type.Optional(Metadata),
};

export const billing_fields = {
  customer_id: NewCustomerId,
  email: Type.Optional(Nullable(Described('E-mail address on invoices', Email))),
  name: Type.Optional(Nullable(FullName)),
  company: Type.Optional(
    Nullable(
      Line(200, {
        description: 'The company, for invoices',
        examples: ['Analytical Engines Ltd'],
      }),
    ),
  ),
  phone: Type.Optional(
    Nullable(Line(50, { description: 'Telephone number', examples: ['+49 30 123456'] })),
  ),
  tax_id: Type.Optional(
    Nullable(
      Line(50, {
        description: 'VAT or other tax number of a business',
        examples: ['DE123456789'],
      }),
    ),
  ),
  address: Type.Optional(Nullable(Address)),
};
