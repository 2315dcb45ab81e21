import { HttpsUrl } from '../../../platform/core/address-fields.ts';
import {
  Amount,
  Currency,
  Default,
  Described,
  Line,
  OneOf,
  OptionalOrNull,
  Text,
} from '../../../platform/core/fields.ts';
import { Metadata } from '../../../platform/core/metadata.ts';
import { Type } from '../../../platform/core/schema.ts';
import { PictureInput } from '../../store/pictures/picture-input.rules.ts';
import { TAX_CATEGORIES } from '../../tax/tax-rate.rules.ts';
import { TAX_BEHAVIORS } from '../../tax/tax-settings.rules.ts';
import { LicenseTermsInput } from './license-terms.rules.ts';

export const BillingType = OneOf(['one_time', 'recurring'], {
  description: '`one_time`: paid for once. `recurring`: a plan, paid for again and again',
});
export const BillingInterval = OneOf(['day', 'week', 'month', 'year']);

/** Fields that every new product must have. */
export const required_fields = {
  name: Line(200, {
    description: 'What buyers see, on the payment page, receipts and invoices',
    examples: ['Photo editor'],
  }),
  description: Text(0, 10_000, {
    description: 'What the payment page says about it; may be empty',
    examples: ['Edits photos on your own machine'],
  }),
  price: Described(
    'In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit. 0: free',
    Amount,
  ),
  currency: Currency,
};

/** Optional fields, which may be changed later. */
export const product_fields = {
  image_url: OptionalOrNull(
    Described('A picture for pages: an https:// address. `image` uploads one instead', HttpsUrl),
  ),
  trial_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 730,
      description: 'Days before the first payment; recurring products only',
      examples: [14],
    }),
  ),
  tier: OptionalOrNull(
    Type.Integer({
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'Orders plans: an upgrade goes to a plan with a larger tier',
      examples: [1],
    }),
  ),
  license: OptionalOrNull(LicenseTermsInput),
  tax_behavior: OptionalOrNull(
    OneOf([...TAX_BEHAVIORS], {
      description: 'Whether the price includes the tax; null: as the tax settings say',
    }),
  ),
  tax_category: Type.Optional(
    OneOf([...TAX_CATEGORIES], {
      description: 'Which tax rates apply: those of electronic services, of e-books, or none',
      examples: ['digital'],
    }),
  ),
  metadata: Type.Optional(Metadata),
};

export const billing_fields = {
  billing_type: Default(
    'one_time',
    OneOf(['one_time', 'recurring'], {
      description: '`one_time`: paid for once. `recurring`: a plan, paid for again and again',
    }),
  ),
  billing_interval: Type.Optional(
    OneOf(['day', 'week', 'month', 'year'], {
      description: 'The unit of the billing period; recurring products only. Default: month',
    }),
  ),
  billing_interval_count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'How many units a billing period has, at most three years together. Default: 1',
      examples: [1],
    }),
  ),
};

/** A picture that is sent instead of the address of one. */
export const image_field = {
  image: Type.Optional(
    PictureInput('A picture for pages, instead of `image_url`, which is then where it is served'),
  ),
};

/** What update-product may change. How a product is billed never changes. */
export const change_fields = {
  name: Type.Optional(required_fields.name),
  description: Type.Optional(required_fields.description),
  price: Type.Optional(required_fields.price),
  ...product_fields,
  status: Type.Optional(
    OneOf(['active', 'archived'], {
      description: '`archived`: cannot be bought. `active`: on sale, or on sale again',
    }),
  ),
};

export const ProductFilter = {
  currency: Type.Optional(Described('Only products with a price in this currency', Currency)),
  billing_type: Type.Optional(
    Described('Only products that are paid for once, or only plans', BillingType),
  ),
  status: Default(
    'active',
    OneOf(['active', 'archived', 'all'], {
      description: 'Only products on sale, only those off sale, or both',
    }),
  ),
};
