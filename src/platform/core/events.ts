/**
 * Every event type, with the field of its record that holds license keys. Events are stored with
 * the seeds of the keys in that field, never the keys (see event.rules.ts).
 */
const EVENTS = {
  'store.updated': null,
  'product.created': null,
  'product.updated': null,
  'customer.created': null,
  'customer.updated': null,
  'customer.card_expiring': null,
  'discount_code.created': null,
  'discount_code.deleted': null,
  'checkout.completed': 'license_keys',
  'checkout.expired': 'license_keys',
  'transaction.paid': 'license_keys',
  'transaction.declined': 'license_keys',
  'transaction.refunded': 'license_keys',
  'transaction.returned': 'license_keys',
  'transaction.refund_failed': 'license_keys',
  'transaction.disputed': 'license_keys',
  'transaction.dispute_won': 'license_keys',
  'transaction.dispute_lost': 'license_keys',
  'invoice.corrected': null,
  'license.created': 'license_key',
  'license.activated': 'license_key',
  'license.deactivated': 'license_key',
  'license.disabled': 'license_key',
  'license.enabled': 'license_key',
  'license.reissued': 'license_key',
  'license.updated': 'license_key',
  'subscription.created': null,
  'subscription.trial_ending': null,
  'subscription.trial_extended': null,
  'subscription.renewal_coming': null,
  'subscription.renewed': null,
  'subscription.updated': null,
  'subscription.past_due': null,
  'subscription.recovered': null,
  'subscription.paused': null,
  'subscription.resumed': null,
  'subscription.cancel_scheduled': null,
  'subscription.canceled': null,
} as const satisfies Record<string, KeyField | null>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The field that holds license keys in events of this type; null if there is none. */
export const licenseKeyField = (type: string): KeyField | null => KEY_FIELDS.get(type) ?? null;

type KeyField = 'license_key' | 'license_keys';
const KEY_FIELDS = new Map<string, KeyField | null>(Object.entries(EVENTS));

/** Beginnings of event types: of several events, the first of these shows best what it was about. */
export const MAIN_EVENTS = [
  'transaction.refund',
  'transaction.dispute',
  'checkout.',
  'subscription.',
];

/** The identifier of the record that an event is about. */
export function recordIdOf(type: string, record: Record<string, unknown>): string {
  const [kind = ''] = type.split('.');
  const field = { checkout: 'checkout_session_id', discount_code: 'discount_id' }[kind];
  return String(record[field ?? `${kind}_id`] ?? '');
}

/** An event as it is stored. */
export interface EventRow {
  sequence: number;
  event_id: string;
  type: string;
  /** The record at that time as JSON, with seeds in place of license keys. */
  data: string;
  /** Whose record it is; null if it belongs to no customer. */
  customer_id: string | null;
  created_at: number;
}
