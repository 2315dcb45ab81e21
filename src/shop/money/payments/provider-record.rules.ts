/** A charge or a refund in the provider's records. */
export interface ProviderRecord {
  kind: 'charge' | 'refund';
  reference: string;
  /** The transaction it was started for, if the provider kept that. */
  key: string | null;
  status: 'waiting' | 'pending' | 'paid' | 'declined';
  amount_minor: number;
  refunded_minor: number;
  currency: string;
  /** Of a refund. */
  charge_reference: string | null;
  /** When it was made, by the provider's clock. */
  made_at?: number;
  /** What it is for, as we have sent it to the provider. */
  about?: RecordAbout;
  /** What the provider kept of a payment, once that is known. */
  fee?: { amount_minor: number; currency: string };
}

/** Our own names, as they were kept with a charge. An older version of Kassa gave no type. */
interface RecordAbout {
  store_id: string | null;
  type: string | null;
  subscription_id: string | null;
  checkout_session_id: string | null;
}

/**
 * Whether two amounts are the same. Nothing is nothing in every currency: a provider may name none
 * where a card was only saved.
 */
export const isSameAmount = (one: Amount, other: Amount): boolean =>
  one.amount_minor === other.amount_minor &&
  (one.amount_minor === 0 || one.currency === other.currency);

interface Amount {
  amount_minor: number;
  currency: string;
}

/** A bank says that the owner of a card did not make a payment; no money has moved yet. */
export interface FraudWarning {
  reference: string;
  charge_reference: string;
  /** In the provider's word. */
  fraud_type: string;
}

/** How many records a provider is asked for at once. */
export const RECORDS_MAX = 100;

/**
 * A buyer asks the bank for the money back. The provider takes the amount, and a fee, when it is
 * opened, and gives the amount back when it is won (see disputeEntries).
 */
export interface Dispute {
  reference: string;
  charge_reference: string;
  status: 'opened' | 'won' | 'lost';
  amount_minor: number;
  /** What it has cost so far; less again where the provider gives that back. */
  fee_minor: number;
  currency: string;
  /** The fee may be in the currency of the seller's account. */
  fee_currency: string;
  reason: string;
  /** Until when the seller can answer it. */
  due_at: number | null;
}
