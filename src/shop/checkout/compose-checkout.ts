import type { Detail, ErrorCode, Refusal } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { COUPON_ERRORS } from '../catalogue/discounts/discount.rules.ts';
import { findCoupon } from '../catalogue/discounts/find-coupon.ts';
import type { ProductRow } from '../catalogue/products/product.rules.ts';
import { findProduct } from '../catalogue/products/product.sql.ts';
import { findBalanceFor } from '../customers/balance.sql.ts';
import { findCustomer, findCustomerName } from '../customers/customer.sql.ts';
import { taxBuyerOf } from '../customers/tax-buyer.rules.ts';
import { chargeableBy } from '../money/payments/gateway.ts';
import { readTaxRules } from '../tax/read-tax-rules.ts';
import type { TaxBuyer, TaxRules } from '../tax/tax-of.rules.ts';
import { includesTax, type TaxSettings } from '../tax/tax-settings.rules.ts';
import { type CheckoutRow, type NewCheckout, newCheckout } from './checkout.rules.ts';
import { hadTrialAlready } from './guest.ts';
import {
  calculatePrice,
  isTooLarge,
  isTooSmall,
  smallestText,
  whyNotAmount,
} from './price.rules.ts';
import { decideFor } from './tax.rules.ts';

export const COMPOSE_ERRORS = [
  'product_unavailable',
  ...COUPON_ERRORS,
  'amount_too_large',
  'amount_too_small',
  'amount_not_chargeable',
  'gateway_missing',
] as const;

interface Context extends Pick<StoreWork, 'store' | 'services' | 'now'> {
  /** May be a transaction. */
  reader: Reader;
  refuse(code: (typeof COMPOSE_ERRORS)[number] & ErrorCode, details?: Detail[]): Refusal;
}

export interface RequestedCheckout extends NewCheckout {
  product_id: string;
  coupon_code?: string | null | undefined;
}

/** What is known of a customer whom the seller has named. */
export interface KnownCustomer {
  email: string | null;
  name: string | null;
}

/**
 * A new session for what somebody wants to buy, with the price of today, and the customer if the
 * seller has named one who is known. Nothing is stored.
 */
export async function composeCheckout(
  { reader, store, services, now, refuse }: Context,
  requested: RequestedCheckout,
): Promise<{
  checkout: CheckoutRow;
  customer: KnownCustomer | undefined;
  /** What the store says of itself as a seller. */
  seller: TaxSettings;
}> {
  const gateway = services.gatewayOf(store);
  if (!gateway) throw refuse('gateway_missing');
  const { product_id, customer_id = null } = requested;
  const [product, rules, known] = await Promise.all([
    findProduct(reader, product_id),
    readTaxRules(reader),
    findKnown(reader, customer_id, product_id),
  ]);
  if (product?.status !== 'active') {
    throw refuse('product_unavailable', [unavailable(product)]);
  }
  if (gateway.chargeStep(product.currency) === undefined) {
    const message = `costs ${product.currency}, which the payment provider does not take`;
    const detail = { param: 'product_id', code: 'amount_not_chargeable', message };
    throw refuse('amount_not_chargeable', [detail]);
  }
  const { balance_minor } = known;
  const { customer, had_trial } = await findDeciding(reader, known, {
    customer_id,
    product,
    rules,
  });
  const tax = decideFor(rules, product, customer?.tax_buyer ?? taxBuyerOf(undefined), now);
  const includes_tax = includesTax(product.tax_behavior, rules.settings);
  const has_trial = product.trial_days > 0 && !had_trial;
  const chargeable = chargeableBy(gateway, product.currency);
  const made = { checkout_session_id: newId('cs', now), has_trial, balance_minor, now };
  const fresh = newCheckout(product, requested, { ...made, includes_tax, tax, ...chargeable });
  const no = whyNotAmount(fresh);
  if (no) throw refuse(no.code, [no]);

  const code = requested.coupon_code ?? undefined;
  const found =
    code === undefined
      ? { coupon: undefined }
      : await findCoupon(reader, { code, product, customer_id, now });
  if ('no' in found) throw refuse(found.no.code, [found.no]);
  const checkout = { ...fresh, ...calculatePrice(fresh, found.coupon, now) };
  if (isTooSmall(checkout)) throw refuse('amount_too_small', [tooSmall(checkout)]);
  if (isTooLarge(checkout)) throw refuse('amount_too_large', [TOO_LARGE_WITH_TAX]);
  return { checkout, customer, seller: rules.settings };
}

interface Known {
  customer: KnownCustomer | undefined;
  balance_minor: number;
}

/** What counts in every store of the customer whom the seller has named. */
async function findKnown(
  reader: Reader,
  customer_id: string | null,
  product_id: string,
): Promise<Known> {
  if (customer_id === null) return { customer: undefined, balance_minor: 0 };
  const [customer, balance_minor] = await Promise.all([
    findCustomerName(reader, customer_id),
    findBalanceFor(reader, { customer_id, product_id }),
  ]);
  return { customer, balance_minor };
}

interface Deciding {
  customer: (KnownCustomer & { tax_buyer?: TaxBuyer }) | undefined;
  /** Whether a guest has had a trial of the product is found out when they pay. */
  had_trial: boolean;
}

/** Where the customer is, if that matters to the tax, and whether they have had the trial, if any. */
async function findDeciding(
  reader: Reader,
  { customer }: Known,
  {
    customer_id,
    product,
    rules,
  }: { customer_id: string | null; product: ProductRow; rules: TaxRules },
): Promise<Deciding> {
  if (!customer || customer_id === null) return { customer, had_trial: false };
  const [found, had_trial] = await Promise.all([
    rules.settings.registrations.length > 0 ? findCustomer(reader, customer_id) : undefined,
    product.trial_days > 0 && hadTrialAlready(reader, { customer_id, plan_id: product.product_id }),
  ]);
  return {
    customer: found ? { ...found.customer, tax_buyer: taxBuyerOf(found) } : customer,
    had_trial,
  };
}

const unavailable = (product: ProductRow | undefined): Detail => ({
  param: 'product_id',
  code: 'product_unavailable',
  message: product ? 'is archived: it cannot be bought' : 'is not a product of this store',
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
