import { Url } from '../../platform/core/address-fields.ts';
import type { Detail } from '../../platform/core/errors.ts';
import { Described, OptionalOrNull } from '../../platform/core/fields.ts';
import { Metadata } from '../../platform/core/metadata.ts';
import { CouponCode } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { CustomFields } from '../money/transactions/custom-fields.rules.ts';
import { AdjustableQuantity, QUANTITY_MAX } from './quantity.rules.ts';

// Parameters of create-checkout and of payment links.

export const Quantity = Type.Integer({
  minimum: 1,
  maximum: QUANTITY_MAX,
  description: 'How many, or seats of a plan',
  examples: [1],
});

export const session_fields = {
  adjustable_quantity: OptionalOrNull(AdjustableQuantity),
  coupon_code: OptionalOrNull(
    Described('A discount code to begin with; the buyer may type another', CouponCode),
  ),
  custom_fields: Type.Optional(CustomFields),
  success_url: OptionalOrNull(
    Described('Where the buyer goes after paying: a page of your own', Url),
  ),
  cancel_url: OptionalOrNull(Described('Where the buyer goes who does not want to pay', Url)),
  redirect: Type.Optional(
    Type.Boolean({
      description:
        'Send the buyer to `success_url` at once after paying, without a look at the receipt ' +
        '(default: false)',
      examples: [false],
    }),
  ),
  metadata: Type.Optional(Metadata),
};

/** Nobody can be sent on without an address. */
export const whyNotRedirect = ({
  redirect,
  success_url,
}: {
  redirect?: boolean | undefined;
  success_url?: string | null | undefined;
}): Detail[] =>
  redirect && !success_url
    ? [{ param: 'redirect', code: 'not_allowed', message: 'needs a success_url' }]
    : [];
