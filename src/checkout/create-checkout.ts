import Type from 'typebox';
import type { Detail } from '../core/errors.ts';
import { Default, Described, Metadata, NewCustomerId, Nullable, Url } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { CouponCode, ProductId } from '../core/record-ids.ts';
import { addCustomer } from '../customers/add-customer.ts';
import { findBalance } from '../customers/balance.sql.ts';
import { newCustomer } from '../customers/customer.rules.ts';
import { findCustomer } from '../customers/customer.sql.ts';
import { taxBuyerOf } from '../customers/tax-buyer.rules.ts';
import { COUPON_ERRORS } from '../discounts/discount.rules.ts';
import { findCoupon } from '../discounts/find-coupon.ts';
import { operation } from '../operation/operation.ts';
import { chargeableBy } from '../payments/gateway.ts';
import { findProduct } from '../products/product.sql.ts';
import { hadTrial } from '../subscriptions/subscription.sql.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { includesTax } from '../taxes/tax-settings.rules.ts';
import { type CheckoutRow, newCheckout } from './checkout.rules.ts';
import { insertCheckout } from './checkout.sql.ts';
import { Checkout, showCheckout } from './checkout-record.rules.ts';
import {
  calculatePrice,
  isTooLarge,
  isTooSmall,
  smallestText,
  whyNotAmount,
} from './price.rules.ts';
import { decideFor } from './tax.rules.ts';

export const createCheckout = operation({
  method: 'POST',
  path: '/create-checkout',
  summary: 'Create a checkout session',
  description:
    'Send the buyer to `checkout_url`. Price and discount are fixed now; a coupon is claimed when ' +
    'the buyer pays. Where taxes are charged, the total follows the country of the customer; if ' +
    'that is not known, the payment page asks for it. Makes the customer when `customer_id` is new.',
  scope: 'full',
  input: Type.Object({
    product_id: ProductId,
    quantity: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'How many, or seats of a plan',
      examples: [1],
    }),
    customer_id: NewCustomerId,
    coupon_code: Type.Optional(
      Nullable(Described('A discount code to begin with; the buyer may type another', CouponCode)),
    ),
    success_url: Type.Optional(
      Nullable(Described('Where the buyer goes after paying: a page of your own', Url)),
    ),
    cancel_url: Type.Optional(
      Nullable(Described('Where the buyer goes who does not want to pay', Url)),
    ),
    metadata: Type.Optional(Metadata),
    expires_in_minutes: Default(
      1440,
      Type.Integer({
        minimum: 30,
        maximum: 1440,
        description: 'For how many minutes it can be paid',
      }),
    ),
  }),
  output: Checkout,
  errors: [
    'product_unavailable',
    ...COUPON_ERRORS,
    'amount_too_large',
    'amount_too_small',
    'amount_not_chargeable',
    'gateway_missing',
  ],
  example: {
    product_id: 'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5',
    quantity: 1,
    customer_id: 'user_42',
    success_url: 'https://example.com/thanks',
  },
  async write({ input, refuse, ...inside }) {
    const { tx, now, store, services } = inside;
    const gateway = services.gatewayOf(store);
    if (!gateway) throw refuse('gateway_missing');
    const { product_id, customer_id } = input;
    const product = await findProduct(tx, product_id);
    if (product?.status !== 'active') {
      const message = product
        ? 'is archived: it cannot be bought'
        : 'is not a product of this store';
      const detail = { param: 'product_id', code: 'product_unavailable', message };
      throw refuse('product_unavailable', [detail]);
    }
    if (gateway.chargeStep(product.currency) === undefined) {
      const message = `costs ${product.currency}, which the payment provider does not take`;
      const detail = { param: 'product_id', code: 'amount_not_chargeable', message };
      throw refuse('amount_not_chargeable', [detail]);
    }
    const customer = await findCustomer(tx, customer_id);
    const rules = await readTaxRules(tx);
    const tax = decideFor(rules, product, taxBuyerOf(customer), now);
    const includes_tax = includesTax(product.tax_behavior, rules.settings);
    const has_trial =
      product.trial_days > 0 && !(await hadTrial(tx, { customer_id, plan_id: product_id }));
    const balance_minor = await findBalance(tx, { customer_id, currency: product.currency });
    const chargeable = chargeableBy(gateway, product.currency);
    const made = { checkout_session_id: newId('cs', now), has_trial, balance_minor, now };
    const fresh = newCheckout(product, input, { ...made, includes_tax, tax, ...chargeable });
    const no = whyNotAmount(fresh);
    if (no) throw refuse(no.code, [no]);

    const code = input.coupon_code ?? undefined;
    const coupon =
      code === undefined ? undefined : await findCoupon(tx, { code, product, customer_id, now });
    if (typeof coupon === 'string') {
      throw refuse(coupon, [{ param: 'coupon_code', code: coupon, message: WHY_NOT[coupon] }]);
    }
    const checkout = { ...fresh, ...calculatePrice(fresh, coupon, now) };
    if (isTooSmall(checkout)) throw refuse('amount_too_small', [tooSmall(checkout)]);
    if (isTooLarge(checkout)) throw refuse('amount_too_large', [TOO_LARGE_WITH_TAX]);
    if (!customer) {
      await addCustomer(inside, newCustomer({}, { customer_id, now }));
    }
    await insertCheckout(tx, checkout);
    return showCheckout(checkout, { base_url: services.base_url, now });
  },
});

const tooSmall = (checkout: CheckoutRow): Detail => ({
  param: checkout.coupon_code === null ? 'quantity' : 'coupon_code',
  code: 'amount_too_small',
  message: `leaves less to pay than the payment provider charges: at least ${smallestText(checkout)}`,
});

const TOO_LARGE_WITH_TAX: Detail = {
  param: 'quantity',
  code: 'amount_too_large',
  message: 'makes the amount too large, with the tax on it',
};

const WHY_NOT = {
  coupon_not_found: 'is not a coupon of this store',
  coupon_expired: 'is no longer valid',
  coupon_not_started: 'is not valid yet',
  coupon_exhausted: 'has been used up',
  coupon_not_applicable: 'is not for this product',
};
