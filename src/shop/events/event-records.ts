import type { TSchema } from 'typebox';
import type { EventType } from '../../platform/core/events.ts';
import { Nullable } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { DiscountCode } from '../catalogue/discounts/discount.rules.ts';
import { Product } from '../catalogue/products/product.rules.ts';
import { Checkout } from '../checkout/checkout-record.rules.ts';
import { Customer } from '../customers/customer.rules.ts';
import { License } from '../licenses/license.rules.ts';
import { Invoice } from '../money/invoices/invoice-record.rules.ts';
import { PaymentMethod } from '../money/payments/card.rules.ts';
import { Transaction } from '../money/transactions/transaction.rules.ts';
import { Store } from '../store/store.rules.ts';
import { Subscription } from '../subscriptions/subscription.rules.ts';
import { Event } from './event.rules.ts';

interface EventRecord {
  /** When it happens, as a sentence without its full stop. */
  when: string;
  /** `data` of the event. */
  record: TSchema;
}

const CustomerWithCard = Type.Object(
  {
    ...Customer.properties,
    payment_method: Type.Object({
      ...PaymentMethod.properties,
      exp_month: Nullable(Type.Integer({ examples: [12] })),
      exp_year: Nullable(Type.Integer({ examples: [2026] })),
    }),
  },
  { title: 'CustomerWithCard' },
);

const RefundedTransaction = Type.Object(
  {
    ...Transaction.properties,
    refund_transaction_id: Type.String({
      description: 'The refund, as `get-transactions` shows it',
      examples: ['txn_1tq3v9w0e00h4rk6m2x8pz7ycn6'],
    }),
  },
  { title: 'RefundedTransaction' },
);

/** What each event says, and about which record. The reference and the OpenAPI document show it. */
const EVENT_RECORDS: Record<EventType, EventRecord> = {
  'store.updated': { when: 'The name or the look of the store changed', record: Store },
  'product.created': { when: 'A product was created', record: Product },
  'product.updated': { when: 'A product was changed or archived', record: Product },
  'customer.created': {
    when: 'A customer was created, by you or with the first checkout',
    record: Customer,
  },
  'customer.updated': {
    when: 'A customer, their billing details or their balance changed',
    record: Customer,
  },
  'customer.card_expiring': {
    when: 'The card that pays for a subscription expires soon',
    record: CustomerWithCard,
  },
  'discount_code.created': { when: 'A discount code was created', record: DiscountCode },
  'discount_code.deleted': { when: 'A discount code was deleted', record: DiscountCode },
  'checkout.completed': {
    when: 'A buyer has paid, or nothing was due: deliver what was bought',
    record: Checkout,
  },
  'checkout.expired': { when: 'A checkout session can no longer be paid', record: Checkout },
  'transaction.paid': { when: 'A payment arrived', record: Transaction },
  'transaction.declined': {
    when: 'A payment was declined, or the provider refused a refund',
    record: Transaction,
  },
  'transaction.refunded': {
    when: 'A payment was refunded, whole or in part; `data` is the payment',
    record: RefundedTransaction,
  },
  'transaction.returned': {
    when: 'A buyer paid after the payment was given up: the money went back at once',
    record: Transaction,
  },
  'transaction.refund_failed': {
    when: 'A refund that was paid came back; `data` is the refund',
    record: Transaction,
  },
  'transaction.disputed': {
    when: 'The buyer disputes a payment with their bank',
    record: Transaction,
  },
  'transaction.dispute_won': { when: 'A dispute ended for you', record: Transaction },
  'transaction.dispute_lost': {
    when: 'A dispute ended for the buyer, who has the money back',
    record: Transaction,
  },
  'invoice.corrected': {
    when: 'An invoice was replaced; `data` is the new one',
    record: Invoice,
  },
  'license.created': { when: 'A purchase brought a license key', record: License },
  'license.activated': { when: 'A license is used on another machine', record: License },
  'license.deactivated': { when: 'A license is no longer used on a machine', record: License },
  'license.disabled': {
    when: 'A license stopped working: by you, a refund, a lost dispute or the end of a subscription',
    record: License,
  },
  'license.enabled': { when: 'A disabled license works again', record: License },
  'license.reissued': { when: 'A license has a new key', record: License },
  'license.updated': {
    when: 'You changed when a license ends, or on how many machines it works',
    record: License,
  },
  'subscription.created': { when: 'A subscription began', record: Subscription },
  'subscription.trial_ending': {
    when: 'A trial ends in three days, or was shorter than that from the start',
    record: Subscription,
  },
  'subscription.trial_extended': { when: 'A trial ends later', record: Subscription },
  'subscription.renewal_coming': {
    when: 'A yearly plan renews soon, in `renewal_notice_days` of the mail settings',
    record: Subscription,
  },
  'subscription.renewed': { when: 'A new period was paid', record: Subscription },
  'subscription.updated': {
    when: 'Plan, quantity or what is to change at the end of the period is another',
    record: Subscription,
  },
  'subscription.past_due': {
    when: 'A renewal could not be paid; it is tried again',
    record: Subscription,
  },
  'subscription.recovered': { when: 'What was past due is paid', record: Subscription },
  'subscription.paused': { when: 'A subscription was paused', record: Subscription },
  'subscription.resumed': {
    when: 'A pause ended, or a scheduled cancel was taken back',
    record: Subscription,
  },
  'subscription.cancel_scheduled': {
    when: 'A subscription ends with its paid period',
    record: Subscription,
  },
  'subscription.canceled': { when: 'A subscription ended', record: Subscription },
};

/** Everything that is sent to webhooks. */
export const SENT_EVENTS = { event: Event, types: EVENT_RECORDS };
