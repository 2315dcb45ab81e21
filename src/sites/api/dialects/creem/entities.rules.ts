import type { Static } from 'typebox';
import type { StoreMode } from '../../../../platform/core/access.ts';
import { toMinor } from '../../../../platform/core/money.ts';
import type { Product } from '../../../../shop/catalogue/products/product.rules.ts';
import type { Checkout } from '../../../../shop/checkout/checkout-record.rules.ts';
import type { Customer } from '../../../../shop/customers/customer.rules.ts';
import type { License } from '../../../../shop/licenses/license.rules.ts';
import type { Transaction } from '../../../../shop/money/transactions/transaction.rules.ts';
import type { Subscription } from '../../../../shop/subscriptions/subscription.rules.ts';
import { includesTax, type TaxSettings } from '../../../../shop/tax/tax-settings.rules.ts';

// Our records as Creem's entities. Its SDK parses them strictly: what it calls optional must be
// left out where we have nothing, and not be null.

type CheckoutRecord = Static<typeof Checkout>;
type CustomerRecord = Static<typeof Customer>;
type LicenseRecord = Static<typeof License>;
type ProductRecord = Static<typeof Product>;
type SubscriptionRecord = Static<typeof Subscription>;
type TransactionRecord = Static<typeof Transaction>;

export type CreemMode = 'test' | 'prod';

export const creemMode = (mode: StoreMode): CreemMode => (mode === 'live' ? 'prod' : 'test');

/** Creem has all amounts in minor units. Ours come from them, so they always have some. */
const minor = (amount: number, currency: string): number => toMinor(amount, currency) ?? 0;

/** The field if there is something to say, else nothing. */
const given = <Name extends string, Value>(name: Name, value: Value | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value };

const PERIODS = new Map([
  ['day 1', 'every-day'],
  ['month 1', 'every-month'],
  ['month 3', 'every-three-months'],
  ['month 6', 'every-six-months'],
  ['month 12', 'every-year'],
  ['year 1', 'every-year'],
]);

/** `taxes`: what the store says about prices. */
export function productEntity(
  product: ProductRecord,
  mode: CreemMode,
  taxes: Pick<TaxSettings, 'prices_include_tax'>,
) {
  const { billing_interval: interval, billing_interval_count: count } = product;
  const is_recurring = product.billing_type === 'recurring';
  return {
    id: product.product_id,
    mode,
    object: 'product',
    name: product.name,
    description: product.description,
    ...given('image_url', product.image_url),
    features: [],
    price: minor(product.price, product.currency),
    currency: product.currency,
    billing_type: is_recurring ? 'recurring' : 'onetime',
    billing_period: is_recurring ? (PERIODS.get(`${interval} ${count}`) ?? 'custom') : 'once',
    recurring_interval: interval,
    recurring_interval_count: count,
    trial_period_days: product.trial_days === 0 ? null : product.trial_days,
    status: product.status,
    tax_mode: includesTax(product.tax_behavior, taxes) ? 'inclusive' : 'exclusive',
    tax_category: product.tax_category === 'ebook' ? 'ebooks' : 'digital-goods-service',
    default_success_url: null,
    created_at: product.created_at,
    updated_at: product.updated_at,
  };
}

export const customerEntity = (customer: CustomerRecord, mode: CreemMode) => ({
  id: customer.customer_id,
  mode,
  object: 'customer',
  email: customer.email ?? '',
  name: customer.name,
  country: customer.country,
  metadata: customer.metadata,
  created_at: customer.created_at,
  updated_at: customer.updated_at,
});

const TRANSACTION_STATUSES = {
  pending: 'pending',
  paid: 'paid',
  declined: 'declined',
  partially_refunded: 'partialRefund',
  refunded: 'refunded',
  disputed: 'paid',
  charged_back: 'chargedBack',
  failed: 'void',
} as const satisfies Record<TransactionRecord['status'], string>;

/** What was bought with this payment, as Creem's order; other payments have none. */
export const orderIdOf = ({ type, transaction_id }: TransactionRecord): string | null =>
  type === 'purchase' || type === 'subscription_start'
    ? transaction_id.replace(/^txn_/, 'ord_')
    : null;

/** The whole price, whether it was paid by card or from the balance. */
const wholeAmount = ({ subtotal, discount, tax, currency }: TransactionRecord): number =>
  minor(subtotal, currency) - minor(discount, currency) + minor(tax, currency);

export function transactionEntity(transaction: TransactionRecord, mode: CreemMode) {
  const { currency, period_start, period_end } = transaction;
  const time = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  return {
    id: transaction.transaction_id,
    mode,
    object: 'transaction',
    amount: wholeAmount(transaction),
    amount_paid: minor(transaction.total, currency),
    discount_amount: minor(transaction.discount, currency),
    currency,
    type: transaction.subscription_id === null ? 'payment' : 'invoice',
    tax_country: transaction.tax_breakdown[0]?.country ?? null,
    tax_amount: minor(transaction.tax, currency),
    status: TRANSACTION_STATUSES[transaction.status],
    refunded_amount: minor(transaction.refunded, currency),
    order: orderIdOf(transaction),
    subscription: transaction.subscription_id,
    customer: transaction.customer_id,
    ...given('period_start', time(period_start)),
    ...given('period_end', time(period_end)),
    created_at: Date.parse(transaction.created_at),
  };
}

/** The payment of a purchase, or of the start of a subscription. */
export function orderEntity(transaction: TransactionRecord, mode: CreemMode) {
  const { currency } = transaction;
  return {
    id: orderIdOf(transaction) ?? transaction.transaction_id,
    mode,
    object: 'order',
    customer: transaction.customer_id,
    product: transaction.product_id,
    transaction: transaction.transaction_id,
    amount: wholeAmount(transaction),
    sub_total: minor(transaction.subtotal, currency),
    tax_amount: minor(transaction.tax, currency),
    discount_amount: minor(transaction.discount, currency),
    amount_due: minor(transaction.total, currency),
    amount_paid: transaction.status === 'pending' ? 0 : minor(transaction.total, currency),
    currency,
    status: transaction.status === 'pending' ? 'pending' : 'paid',
    type: transaction.subscription_id === null ? 'onetime' : 'recurring',
    created_at: transaction.created_at,
    updated_at: transaction.settled_at ?? transaction.created_at,
  };
}

type InstanceRecord = LicenseRecord['instances'][number];

export const instanceEntity = (instance: InstanceRecord, mode: CreemMode) => ({
  id: instance.instance_id,
  mode,
  object: 'license-instance',
  name: instance.instance_name,
  status: 'active',
  created_at: instance.activated_at,
});

/** `instance`: the one that is asked about, if it is about one. */
export const licenseEntity = (
  license: LicenseRecord,
  mode: CreemMode,
  instance?: InstanceRecord,
) => ({
  id: license.license_id,
  mode,
  object: 'license',
  product_id: license.product_id,
  status: license.status,
  key: license.license_key,
  activation: license.activation_usage,
  activation_limit: license.activation_limit,
  expires_at: license.expires_at,
  created_at: license.created_at,
  instance: instance === undefined ? null : instanceEntity(instance, mode),
});

function subscriptionStatus({ status, cancel_at_period_end, paused_by }: SubscriptionRecord) {
  if (status === 'paused') return paused_by === 'unpaid' ? 'unpaid' : 'paused';
  return cancel_at_period_end && status !== 'canceled' ? 'scheduled_cancel' : status;
}

/** `product` and `customer`: their entities, or their identifiers. */
export function subscriptionEntity(
  subscription: SubscriptionRecord,
  of: { product: object | string; customer: object | string; last?: TransactionRecord | undefined },
  mode: CreemMode,
) {
  const { subscription_id, plan_id, coupon_code } = subscription;
  return {
    id: subscription_id,
    mode,
    object: 'subscription',
    product: of.product,
    customer: of.customer,
    items: [
      {
        id: subscription_id.replace(/^sub_/, 'sitem_'),
        mode,
        object: 'subscription_item',
        product_id: plan_id,
        price_id: plan_id.replace(/^prod_/, 'pprice_'),
        units: subscription.quantity,
      },
    ],
    collection_method: 'charge_automatically',
    status: subscriptionStatus(subscription),
    ...given('last_transaction_id', of.last?.transaction_id ?? subscription.latest_transaction_id),
    ...given('last_transaction', of.last && transactionEntity(of.last, mode)),
    ...given('last_transaction_date', of.last && (of.last.settled_at ?? of.last.created_at)),
    ...given('next_transaction_date', subscription.next_payment_at),
    current_period_start_date: subscription.current_period_start,
    current_period_end_date: subscription.current_period_end,
    canceled_at: subscription.canceled_at,
    created_at: subscription.created_at,
    updated_at: subscription.updated_at,
    ...given('discount', coupon_code === null ? null : { discountCode: coupon_code }),
    metadata: subscription.metadata,
  };
}

const CHECKOUT_STATUSES = {
  open: 'pending',
  processing: 'processing',
  completed: 'completed',
  expired: 'expired',
} as const satisfies Record<CheckoutRecord['status'], string>;

export interface CheckoutParts {
  product: object | string;
  customer?: object | string | undefined;
  order?: object | undefined;
  subscription?: object | string | undefined;
  licenses?: LicenseRecord[];
}

export const checkoutEntity = (checkout: CheckoutRecord, of: CheckoutParts, mode: CreemMode) => ({
  id: checkout.checkout_session_id,
  mode,
  object: 'checkout',
  status: CHECKOUT_STATUSES[checkout.status],
  ...given('request_id', checkout.request_id),
  product: of.product,
  units: checkout.quantity,
  ...given('order', of.order),
  ...given('subscription', of.subscription),
  ...given('customer', of.customer),
  checkout_url: checkout.checkout_url,
  success_url: checkout.success_url,
  license_keys: (of.licenses ?? []).map((license) => licenseEntity(license, mode)),
  metadata: checkout.metadata,
  ...given(
    'discount',
    checkout.coupon_code === null ? null : { discountCode: checkout.coupon_code },
  ),
});
