/** What can happen in a shop, in the past tense. */
export const EVENT_TYPES = [
  'product.created',
  'product.updated',
  'customer.created',
  'customer.updated',
  'discount_code.created',
  'discount_code.deleted',
  'checkout.completed',
  'checkout.expired',
  'transaction.paid',
  'transaction.declined',
  'transaction.refunded',
  'license.created',
  'license.activated',
  'license.deactivated',
  'license.disabled',
  'license.enabled',
  'license.reissued',
  'subscription.created',
  'subscription.trial_ending',
  'subscription.renewed',
  'subscription.updated',
  'subscription.past_due',
  'subscription.recovered',
  'subscription.paused',
  'subscription.resumed',
  'subscription.cancel_scheduled',
  'subscription.canceled',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The identifier of the record that an event is about. */
export function recordOf(type: string, record: Record<string, unknown>): string {
  const [kind = ''] = type.split('.');
  const field = { checkout: 'checkout_session_id', discount_code: 'discount_id' }[kind];
  return String(record[field ?? `${kind}_id`] ?? '');
}

/** An event as it is kept. */
export interface EventRow {
  sequence: number;
  event_id: string;
  type: string;
  /** The record as it then was, as JSON; keys of licenses are seeds in it. */
  data: string;
  created_at: number;
}
