import assert from 'node:assert/strict';
import type { Static } from 'typebox';
import type { Reader } from '../../../../platform/db/database.ts';
import { showProduct } from '../../../../shop/catalogue/products/product.rules.ts';
import { findProduct } from '../../../../shop/catalogue/products/product.sql.ts';
import type { Checkout } from '../../../../shop/checkout/checkout-record.rules.ts';
import { showCustomer } from '../../../../shop/customers/customer.rules.ts';
import { findCustomer } from '../../../../shop/customers/customer.sql.ts';
import type { CreemObjectOf } from '../../../../shop/events/webhooks/creem-message.ts';
import type { License } from '../../../../shop/licenses/license.rules.ts';
import { findLicenseOfPurchase } from '../../../../shop/licenses/license.sql.ts';
import { licenseEvent } from '../../../../shop/licenses/license-record.ts';
import {
  showTransaction,
  type Transaction,
} from '../../../../shop/money/transactions/transaction.rules.ts';
import {
  findTransaction,
  listStandingRefunds,
} from '../../../../shop/money/transactions/transaction.sql.ts';
import { findStore } from '../../../../shop/store/store.sql.ts';
import {
  type Subscription,
  showSubscription,
} from '../../../../shop/subscriptions/subscription.rules.ts';
import { findSubscription } from '../../../../shop/subscriptions/subscription.sql.ts';
import { readTaxSettings } from '../../../../shop/tax/read-tax-rules.ts';
import {
  type CreemMode,
  checkoutEntity,
  creemMode,
  customerEntity,
  orderEntity,
  productEntity,
  subscriptionEntity,
} from './entities.rules.ts';
import { disputeEntity, refundEntity } from './reversals.rules.ts';

type CheckoutRecord = Static<typeof Checkout>;
type SubscriptionRecord = Static<typeof Subscription>;
type TransactionRecord = Static<typeof Transaction>;

interface Reading {
  reader: Reader;
  base_url: string;
  mode: CreemMode;
}

/** `object` of an event in Creem's format. What the event itself does not tell is read now. */
export const creemObjectOf: CreemObjectOf = async (reader, { event, type, base_url }) => {
  const store = await findStore(reader);
  assert(store, 'the event is of this store');
  const reading = { reader, base_url, mode: creemMode(store.mode) };
  const given = JSON.parse(event.data);
  if (type === 'checkout.completed') return checkoutObject(reading, given, event.created_at);
  if (type === 'refund.created') return refundObject(reading, given);
  if (type === 'dispute.created') return disputeObject(reading, given);
  if (event.type === 'transaction.paid') return subscriptionPaid(reading, given);
  return subscriptionObject(reading, given);
};

async function checkoutObject(
  reading: Reading,
  checkout: CheckoutRecord,
  now: number,
): Promise<object> {
  const { mode } = reading;
  const payment = await readTransaction(reading, checkout.transaction_id);
  const subscription = await readSubscription(reading, checkout.subscription_id);
  // By its purchase: a key from before a new secret cannot be made again.
  const { transaction_id } = checkout;
  const license =
    transaction_id === null
      ? undefined
      : await findLicenseOfPurchase(reading.reader, transaction_id);
  // With its seed in place of the key, because it is stored.
  const licenses: Static<typeof License>[] = license
    ? [JSON.parse(JSON.stringify(licenseEvent(license, now)))]
    : [];
  return checkoutEntity(
    checkout,
    {
      product: await productOf(reading, checkout.product_id),
      customer: await customerOf(reading, checkout.customer_id),
      order: payment && orderEntity(payment, mode),
      subscription: subscription && (await subscriptionObject(reading, subscription)),
      licenses,
    },
    mode,
  );
}

async function subscriptionPaid(reading: Reading, payment: TransactionRecord): Promise<object> {
  const subscription = await readSubscription(reading, payment.subscription_id);
  assert(subscription, 'it is paid for');
  return subscriptionObject(reading, subscription, payment);
}

async function subscriptionObject(
  reading: Reading,
  subscription: SubscriptionRecord,
  paid?: TransactionRecord,
): Promise<object> {
  const { plan_id, customer_id, latest_transaction_id } = subscription;
  return subscriptionEntity(
    subscription,
    {
      product: await productOf(reading, plan_id),
      customer: await customerOf(reading, customer_id),
      last: paid ?? (await readTransaction(reading, latest_transaction_id)),
    },
    reading.mode,
  );
}

async function refundObject(
  reading: Reading,
  payment: TransactionRecord & { refund_transaction_id?: string },
): Promise<object> {
  const { reader, base_url } = reading;
  // Events of older versions do not name the refund: it is the newest one.
  const named = payment.refund_transaction_id;
  const row =
    named === undefined
      ? (await listStandingRefunds(reader, payment.transaction_id))[0]
      : await findTransaction(reader, named);
  const refund = row === undefined ? undefined : showTransaction(row, { base_url });
  const { transaction_id, refunded: total, currency, created_at } = payment;
  const unknown = { transaction_id, total, currency, created_at, reason: null };
  return refundEntity(refund ?? unknown, await around(reading, payment), reading.mode);
}

async function disputeObject(reading: Reading, payment: TransactionRecord): Promise<object> {
  assert(payment.dispute, 'the event tells of one');
  return disputeEntity(payment.dispute, await around(reading, payment), reading.mode);
}

/** What belongs to a payment that goes back. */
async function around(reading: Reading, payment: TransactionRecord) {
  const { type, subscription_id, customer_id } = payment;
  const is_order = type === 'purchase' || type === 'subscription_start';
  const subscription = await readSubscription(reading, subscription_id);
  return {
    payment,
    order: is_order ? orderEntity(payment, reading.mode) : undefined,
    subscription: subscription && (await subscriptionObject(reading, subscription)),
    customer: await customerOf(reading, customer_id),
  };
}

async function productOf({ reader, base_url, mode }: Reading, product_id: string): Promise<object> {
  const row = await findProduct(reader, product_id);
  assert(row, 'products are archived, never deleted');
  const settings = await readTaxSettings(reader);
  return productEntity(showProduct(row, base_url), mode, settings);
}

async function customerOf({ reader, mode }: Reading, customer_id: string | null): Promise<object> {
  const found = customer_id === null ? undefined : await findCustomer(reader, customer_id);
  assert(found, 'whoever has paid is a customer, and customers stay');
  return customerEntity(showCustomer(found.customer, found.billing), mode);
}

async function readTransaction({ reader, base_url }: Reading, transaction_id: string | null) {
  const row = transaction_id === null ? undefined : await findTransaction(reader, transaction_id);
  return row && showTransaction(row, { base_url });
}

async function readSubscription({ reader, base_url }: Reading, subscription_id: string | null) {
  const row =
    subscription_id === null ? undefined : await findSubscription(reader, subscription_id);
  return row && showSubscription(row, { base_url });
}
