import type { Static } from 'typebox';
import type { Detail } from '../../platform/core/errors.ts';
import { Nullable } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import type { CheckoutRow } from './checkout.rules.ts';
import { isTooLarge, isTooSmall, repriced, smallestText, whyNotAmount } from './price.rules.ts';

export const QUANTITY_MAX = 1_000_000;

const whole = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, description, examples: [example] });

/** How many of a product the buyer may choose. */
export const AdjustableQuantity = Type.Object(
  {
    minimum: Type.Optional(whole('The fewest that the buyer may choose (default: 1)', 1)),
    maximum: Type.Optional(whole(`The most (default: ${QUANTITY_MAX})`, 50)),
  },
  {
    title: 'AdjustableQuantityInput',
    additionalProperties: false,
    description:
      'Lets the buyer change the quantity on the payment page, within these limits; null: they cannot',
    examples: [{ minimum: 1, maximum: 50 }],
  },
);

export const ShownAdjustableQuantity = Nullable(
  Type.Object(
    { minimum: Type.Integer({ examples: [1] }), maximum: Type.Integer({ examples: [50] }) },
    {
      title: 'AdjustableQuantity',
      description: 'How many the buyer may choose on the payment page; null: they cannot change it',
    },
  ),
);

interface Limits {
  minimum: number;
  maximum: number;
}

/** As it is kept. */
export const adjustableJson = (
  given: Static<typeof AdjustableQuantity> | null | undefined,
): string | null =>
  given
    ? JSON.stringify({ minimum: given.minimum ?? 1, maximum: given.maximum ?? QUANTITY_MAX })
    : null;

/** The limits of a session or a link; undefined: the quantity cannot be changed. */
export const limitsOf = ({
  adjustable_quantity,
}: {
  adjustable_quantity: string | null;
}): Limits | undefined =>
  adjustable_quantity === null ? undefined : JSON.parse(adjustable_quantity);

/** What is wrong with the limits that a seller sets. */
export function whyNotAdjustable(row: {
  quantity: number;
  adjustable_quantity: string | null;
}): Detail[] {
  const limits = limitsOf(row);
  if (!limits) return [];
  const { minimum, maximum } = limits;
  if (minimum > maximum) {
    const message = 'must be at least as large as the minimum';
    return [{ param: 'adjustable_quantity.maximum', code: 'too_small', message }];
  }
  if (row.quantity >= minimum && row.quantity <= maximum) return [];
  return [outside(limits)];
}

const outside = ({ minimum, maximum }: Limits): Detail => ({
  param: 'quantity',
  code: 'out_of_range',
  message: `must be from ${minimum} to ${maximum}, as adjustable_quantity says`,
});

/**
 * An open session with another quantity, and the price that follows from it by the same rules; or
 * why that cannot be.
 */
export function withQuantity(row: CheckoutRow, quantity: number): CheckoutRow | Detail {
  if (quantity === row.quantity) return row;
  const limits = limitsOf(row);
  if (!limits) {
    const message = `cannot be changed: the session is for ${row.quantity}`;
    return { param: 'quantity', code: 'not_adjustable', message };
  }
  if (quantity < limits.minimum || quantity > limits.maximum) return outside(limits);
  const changed = { ...row, quantity };
  const no = whyNotAmount(changed);
  if (no) return { ...no, param: 'quantity' };
  const after = repriced(changed);
  if (isTooSmall(after)) {
    const message = `leaves less to pay than can be charged: at least ${smallestText(after)}`;
    return { param: 'quantity', code: 'amount_too_small', message };
  }
  if (isTooLarge(after)) {
    const message = 'makes the amount too large, with the tax on it';
    return { param: 'quantity', code: 'amount_too_large', message };
  }
  return after;
}

/** Whether the change was refused: then there is a reason instead of a session. */
export const isRefused = (made: CheckoutRow | Detail): made is Detail => 'param' in made;
