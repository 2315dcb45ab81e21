// The lines of a Checkout Session and their total.
import type Stripe from 'stripe';
import { inWords, smallestCharge, whyNotCounted, whyNotThatMuch } from './money.ts';
import { invalid } from './refusals.ts';
import { type Context, must, newId, nowSeconds } from './world.ts';

export function lineItemOf(
  { world, data }: Context,
  item: Stripe.Checkout.SessionCreateParams.LineItem,
  index: number,
): Stripe.LineItem {
  const within = `line_items[${index}]`;
  const { price_data, quantity, metadata } = item;
  if (price_data === undefined) {
    throw invalid(`You must specify either \`price\` or \`price_data\` in \`${within}\`.`, {
      param: within,
    });
  }
  if (quantity === undefined || quantity < 1) {
    throw quantity === undefined
      ? invalid(`Quantity is required. Add \`quantity\` to \`${within}\``, { param: within })
      : invalid('This value must be greater than or equal to 1.', {
          code: 'parameter_invalid_integer',
          param: `${within}[quantity]`,
        });
  }
  const { currency, unit_amount, product_data } = price_data;
  if (unit_amount === undefined || product_data === undefined) {
    const name = unit_amount === undefined ? 'unit_amount' : 'product_data';
    const param = `${within}[price_data][${name}]`;
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const refused = whyNotCounted(unit_amount, currency, `${within}[price_data][unit_amount]`);
  if (refused) throw refused;
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: nowSeconds(world),
    currency,
    custom_unit_amount: null,
    livemode: data.livemode,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod', 14),
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount,
    // A string on the wire, which the package may read as its own kind of number.
    unit_amount_decimal: String(unit_amount) as unknown as Stripe.Decimal,
  };
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: unit_amount * quantity,
    amount_tax: 0,
    amount_total: unit_amount * quantity,
    currency,
    description: product_data.name,
    metadata: (metadata || {}) as Stripe.Metadata,
    price,
    quantity,
  };
}

/** One currency, and either nothing or enough to be charged. */
export function totalOf(items: Stripe.LineItem[]): { amount: number; currency: string } {
  const { currency } = must(items[0], 'a line');
  const other = items.find((item) => item.currency !== currency);
  if (other !== undefined) {
    throw invalid(
      `All line items must have the same currency. You passed ${currency} and ${other.currency}.`,
      { param: 'line_items' },
    );
  }
  const amount = items.reduce((sum, item) => sum + item.amount_total, 0);
  if (amount > 0 && amount < smallestCharge(currency)) {
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${inWords(smallestCharge(currency), currency)}`,
      { code: 'amount_too_small', param: 'line_items' },
    );
  }
  const refused = amount > 0 ? whyNotThatMuch(amount, currency, 'line_items') : undefined;
  if (refused) throw refused;
  return { amount, currency };
}
