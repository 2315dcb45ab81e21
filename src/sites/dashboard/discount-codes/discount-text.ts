import type { Static } from 'typebox';
import type { DiscountCode } from '../../../shop/catalogue/discounts/discount.rules.ts';
import type { Visit } from '../visit.ts';

/** `20 % off`, `€5.00 off`. */
export const offText = (
  { words }: Visit,
  one: Pick<Static<typeof DiscountCode>, 'discount_amount' | 'discount_percentage' | 'currency'>,
): string =>
  one.discount_amount !== null && one.currency !== null
    ? `${words.amount(one.discount_amount, one.currency)} off`
    : `${one.discount_percentage} % off`;
