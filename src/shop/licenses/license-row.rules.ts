export interface LicenseRow extends WholePlaces {
  license_id: string;
  key_hash: string;
  key_seed: string;
  product_id: string;
  customer_id: string;
  transaction_id: string;
  subscription_id: string | null;
  quantity: number;
  unit_limit: number | null;
  activation_limit: number | null;
  /** What the seller has added to the limit. */
  extra_activations: number;
  activation_usage: number;
  first_activated_at: number | null;
  expires_at: number | null;
  /** For how many days a certificate is valid at most. */
  certificate_days: number;
  disabled_at: number | null;
  disabled_reason: 'seller' | 'refund' | 'plan' | null;
  /** Whether its subscription has changed to a plan without licenses, whoever disabled it. */
  lacks_plan: number;
  /** Its place in the index of parts of keys; null: it is not there yet. */
  search_entry: number | null;
  created_at: number;
  updated_at: number;
}

/** What a license depends on in its subscription; all null when it has none. */
export interface SubscriptionFacts {
  subscription_status: string | null;
  /** Whether it ends with the current period; not while the one after that is being paid for. */
  cancel_at_period_end: number | null;
  current_period_start: number | null;
  current_period_end: number | null;
  /** Until when the license stays valid while past due; null: as long as it is past due. */
  grace_ends_at: number | null;
  ended_at: number | null;
}

/** A license with the fields of its subscription that it depends on. */
export interface LicenseWithSubscription extends LicenseRow, SubscriptionFacts {}

export interface WholePlaces {
  /** Of the period that began at `partial_since`, so many are paid for as a whole; null: all. */
  whole_places: number | null;
  partial_since: number | null;
}
