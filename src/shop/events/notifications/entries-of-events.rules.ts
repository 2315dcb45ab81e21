import type { Static } from 'typebox';
import type { EventRow, EventType } from '../../../platform/core/events.ts';
import type { Checkout } from '../../checkout/checkout-record.rules.ts';
import type { Transaction } from '../../money/transactions/transaction.rules.ts';
import type { Subscription } from '../../subscriptions/subscription.rules.ts';
import type { StoreEntry } from './entry.rules.ts';

type Entry = Omit<StoreEntry, 'sequence' | 'customer_id'>;

// What is stored with an event is the record of its type.
const ENTRIES: { [type in EventType]?: (data: string) => Entry } = {
  'checkout.completed'(data) {
    const checkout: Static<typeof Checkout> = JSON.parse(data);
    const { checkout_session_id, transaction_id, subscription_id } = checkout;
    const path =
      transaction_id !== null
        ? `/payments/${transaction_id}`
        : subscription_id !== null
          ? `/subscriptions/${subscription_id}`
          : '/payments';
    return {
      kind: 'sale',
      about: checkout_session_id,
      line: {
        ...{ kind: 'sale', what: checkout.product.name, path },
        ...{ amount: checkout.amount_due, currency: checkout.currency },
      },
    };
  },
  'subscription.past_due'(data) {
    const subscription: Static<typeof Subscription> = JSON.parse(data);
    const { subscription_id, latest_transaction_id, plan, next_payment_at } = subscription;
    return {
      kind: 'failed_renewal',
      about: `past_due ${latest_transaction_id ?? subscription_id}`,
      line: {
        ...{ kind: 'failed_renewal', what: plan.name, at: next_payment_at },
        path: `/subscriptions/${subscription_id}`,
      },
    };
  },
  'transaction.disputed'(data) {
    const payment: Static<typeof Transaction> = JSON.parse(data);
    const { transaction_id, currency, total, dispute } = payment;
    return {
      kind: 'dispute',
      about: `dispute ${transaction_id} ${dispute?.opened_at ?? ''}`,
      line: {
        ...{ kind: 'dispute', what: '', currency, amount: dispute?.amount ?? total },
        ...{ at: dispute?.due_at ?? null, path: `/payments/${transaction_id}` },
      },
    };
  },
};

const entries = new Map(Object.entries(ENTRIES));

/** What of the events of a store its team can be told of. */
export const entriesOfEvents = (events: EventRow[]): StoreEntry[] =>
  events.flatMap(({ type, data, sequence, customer_id }) => {
    const entry = entries.get(type)?.(data);
    return entry ? [{ ...entry, sequence, customer_id }] : [];
  });
