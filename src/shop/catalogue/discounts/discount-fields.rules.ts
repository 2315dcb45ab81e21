import {
  Currency,
  DateInput,
  Default,
  Described,
  Id,
  Line,
  OneOf,
  OptionalOrNull,
} from '../../../platform/core/fields.ts';
import { AMOUNT_MAX, toUnits } from '../../../platform/core/money.ts';
import { CouponCode, ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';

export const Percentage = Type.Refine(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 100,
    description: 'Percent off, with up to two decimals',
    examples: [12.5],
  }),
  (value) => toUnits(value, 2) !== undefined,
  () => 'must have at most two decimals',
);

export const DiscountId = Id(
  'disc_1tq3v9w0e00h4rk6m2x8pz7ycn5',
  'The discount code, by its identifier',
);
export const Duration = OneOf(['once', 'forever', 'repeating']);
/** A new code. Upper and lower case are the same, but it is stored as it was written. */
const Code = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'What buyers type: letters, digits, `-`, `_` and `.`. Upper and lower case are the same',
    documented: { pattern: '^[A-Za-z0-9._-]+$' },
    examples: ['LAUNCH20'],
  }),
  (text) => /^[A-Za-z0-9._-]*$/.test(text),
  () => 'may contain letters, digits and - _ . only',
);

export const discount_fields = {
  code: Code,
  name: OptionalOrNull(
    Line(200, {
      description: 'What you call it. Buyers are not shown it',
      examples: ['Launch week'],
    }),
  ),
  discount_percentage: OptionalOrNull(Percentage),
  discount_amount: OptionalOrNull(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: AMOUNT_MAX,
      description:
        'Off each payment it counts for, instead of `discount_percentage` and with `currency`. ' +
        'Once, however many are bought, and never more than they cost',
      examples: [5],
    }),
  ),
  currency: OptionalOrNull(
    Described('The currency of `discount_amount`; only with that', Currency),
  ),
  valid_from: OptionalOrNull(
    Described('The first day or instant on which it works, ISO 8601; null: now', DateInput),
  ),
  valid_until: OptionalOrNull(
    Described('The last day or instant on which it works, ISO 8601; null: no end', DateInput),
  ),
  duration: Default(
    'once',
    OneOf(['once', 'forever', 'repeating'], {
      description: 'Of a subscription: the first payment, all payments, or `duration_months`',
    }),
  ),
  duration_months: OptionalOrNull(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'For how many months; only with `duration: repeating`',
    }),
  ),
  max_redemptions: OptionalOrNull(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'How many purchases may use it; null: any number',
      examples: [100],
    }),
  ),
  max_redemptions_per_customer: OptionalOrNull(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'How many purchases of one customer may use it; null: any number',
      examples: [1],
    }),
  ),
  product_ids: OptionalOrNull(
    Type.Array(ProductId, {
      minItems: 1,
      maxItems: 100,
      description: 'The products it works for; null: all of them',
    }),
  ),
};

/** Parameters that identify a discount code. */
export const discount_reference = {
  code: Type.Optional(CouponCode),
  discount_id: Type.Optional(DiscountId),
};
