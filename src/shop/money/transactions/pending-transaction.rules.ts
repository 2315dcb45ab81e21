import { from_no_buyer } from './from-buyer.rules.ts';

/** Defaults for a new pending transaction. */
export const pending_defaults = {
  status: 'pending',
  subscription_id: null,
  refunded_transaction_id: null,
  discount_id: null,
  balance_change_minor: 0,
  credited_minor: 0,
  returned_minor: 0,
  refunded_minor: 0,
  refunding_minor: 0,
  disputed_minor: 0,
  dispute: null,
  fee_minor: null,
  fee_currency: null,
  fee_due_at: null,
  fee_attempts: 0,
  tax_rows: '[]',
  tax_evidence: null,
  card_token: null,
  card_brand: null,
  card_last_four: null,
  exp_month: null,
  exp_year: null,
  card_country: null,
  sold_country: '',
  sold_code: '',
  sold_link: '',
  decline_code: null,
  action_url: null,
  reason: null,
  period_start: null,
  period_end: null,
  buyer_present: 0,
  provider: null,
  provider_reference: null,
  needs_review: 0,
  review_outcome: null,
  review_note: null,
  give_back_minor: null,
  return_path: null,
  effect: null,
  attempts: 0,
  clock_moved_ms: 0,
  settled_at: null,
  key_seed: null,
  invoice_token: null,
  ...from_no_buyer,
} as const;

/** How long a request may wait for the provider before a job takes over. */
const FIRST_ATTEMPT_MS = 60_000;
const PAUSE_MS = 10_000;
const PAUSE_MAX_MS = 600_000;

export const firstAttemptAt = (now: number): number => now + FIRST_ATTEMPT_MS;

/** The pauses grow as long as the provider does not answer; further where a person has to act. */
export const nextAttemptAt = (
  now: number,
  attempts: number,
  { is_refused = false } = {},
): number => {
  const longest_ms = is_refused ? PAUSE_MAX_MS * 6 : PAUSE_MAX_MS;
  return now + Math.min(PAUSE_MS * 2 ** Math.min(attempts, 20), longest_ms);
};
