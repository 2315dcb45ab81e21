import type { TransactionRow } from './transaction.rules.ts';

/** How long a buyer has to confirm a payment with the bank. */
const AT_BANK_MS = 15 * 60_000;
/** How long a buyer has on a provider's own page, where all of the payment is made. */
const AT_PROVIDER_MS = 45 * 60_000;

export const confirmationEndsAt = (now: number): number => now + AT_BANK_MS;

type Begun = Pick<TransactionRow, 'created_at'>;

/** When a payment on a provider's page is given up. */
export const leftAt = ({ created_at }: Begun): number => created_at + AT_PROVIDER_MS;

/**
 * How long what a buyer has typed into the provider's fields may wait to be charged for the first
 * time: as long as they look at the page. Whoever has left is not charged by surprise.
 */
const IN_FIELDS_MS = 2 * 60_000;

/** When a payment in the provider's fields that nobody knows to be made is given up. */
export const fieldsLeftAt = ({ created_at }: Begun): number => created_at + IN_FIELDS_MS;

/**
 * Whether a payment on a provider's page can be given up: it waits for the buyer, or the provider
 * has not answered for a minute whether there is such a page.
 */
export const canBeLeft = (
  { created_at, action_url, provider_reference }: TransactionRow,
  now: number,
): boolean =>
  action_url !== null || (provider_reference === null && now >= created_at + PAUSE_MIN_MS);

/**
 * Whether a provider can be asked once more to open its page, because it did not answer: no request
 * of the first time is still under way, and the key is the same.
 */
export const canBeOpenedAgain = (
  { created_at, action_url, provider_reference }: TransactionRow,
  now: number,
): boolean =>
  action_url === null && provider_reference === null && now >= created_at + OPENED_WITHIN_MS;

/** Longer than all tries together take. */
const OPENED_WITHIN_MS = 20_000;

const PAUSE_MIN_MS = 60_000;
const PAUSE_MAX_MS = 120_000;

/**
 * When the job asks next whether the buyer has paid on the provider's page, in case neither the
 * buyer nor a message comes back from there: every minute at first, every two after a while, and
 * for the last time when it is given up. That is at most 30 times.
 */
export function nextLookAt(begun: Begun, now: number): number {
  const age_ms = now - begun.created_at;
  const pause_ms = Math.min(Math.max(PAUSE_MIN_MS, age_ms / 4), PAUSE_MAX_MS);
  return Math.min(now + Math.round(pause_ms), leftAt(begun));
}

/**
 * How long to wait before asking again about a payment that is under way by itself. Most ways to
 * pay take seconds or minutes, a debit takes days: the pause grows with the age.
 */
export const pauseWhilePending = (begun: Begun, now: number): number =>
  Math.max(PAUSE_MIN_MS, Math.round((now - begun.created_at) / 2));
