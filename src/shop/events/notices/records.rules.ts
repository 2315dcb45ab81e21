import type { Static } from 'typebox';
import type { EventType } from '../../../platform/core/events.ts';
import type { DiscountCode } from '../../catalogue/discounts/discount.rules.ts';
import type { Checkout } from '../../checkout/checkout-record.rules.ts';
import type { Transaction } from '../../money/transactions/transaction.rules.ts';
import type { Subscription } from '../../subscriptions/subscription.rules.ts';

type CheckoutRecord = Static<typeof Checkout>;
type DiscountRecord = Static<typeof DiscountCode>;
type SubscriptionRecord = Static<typeof Subscription>;
type TransactionRecord = Static<typeof Transaction>;

// An event is emitted with the record of its kind, which says by `object` what it is.
const is = (record: object, object: string) => 'object' in record && record.object === object;

export const isCheckout = (record: object): record is CheckoutRecord =>
  is(record, 'checkout_session');

export const isSubscription = (record: object): record is SubscriptionRecord =>
  is(record, 'subscription');

export const isTransaction = (record: object): record is TransactionRecord =>
  is(record, 'transaction');

export const isDiscount = (record: object): record is DiscountRecord => is(record, 'discount_code');

interface NotedRecord {
  type: EventType;
  record: object;
}

/** The payment that was made in the same transaction; none if nothing was charged. */
export const paymentAmong = (all: NotedRecord[]): TransactionRecord | undefined =>
  all
    .filter(({ type }) => type === 'transaction.paid')
    .map(({ record }) => record)
    .find(isTransaction);

/** The subscription that began in the same transaction. */
export const startedAmong = (all: NotedRecord[]): SubscriptionRecord | undefined =>
  all
    .filter(({ type }) => type === 'subscription.created')
    .map(({ record }) => record)
    .find(isSubscription);
