import { fromMinor } from '../../platform/core/money.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { readBilling } from './read-billing.ts';
import { nextPeriod } from './renewal.rules.ts';
import { asRestarted, asResumed } from './state.rules.ts';
import { findSubscription } from './subscription.sql.ts';

export interface NextPayment {
  at: string;
  /** What the card is charged. */
  total: number;
  /** How much tax the price has in it. */
  tax: number;
}

type Work = Pick<StoreWork, 'reader' | 'store' | 'services' | 'now'>;

/** When and how much a subscription is charged next; null: never. */
export async function nextPayment(
  work: Work,
  subscription_id: string,
): Promise<NextPayment | null> {
  const row = await findSubscription(work.reader, subscription_id);
  if (!row || row.next_payment_at === null) return null;
  const billing = await readBilling(work, work.reader, row);
  const { bill } = nextPeriod(row, billing.at(Math.max(work.now, row.next_payment_at)));
  const money = (minor: number) => fromMinor(minor, row.currency);
  const at = isoInstant(row.next_payment_at);
  return { at, total: money(bill.total_minor), tax: money(bill.tax_minor) };
}

/** When and how much is charged if a pause is ended now: at once where nobody had paid. */
export async function paymentOnResume(
  work: Work,
  subscription_id: string,
): Promise<(NextPayment & { is_now: boolean }) | null> {
  const row = await findSubscription(work.reader, subscription_id);
  if (row?.status !== 'paused') return null;
  const anew = asRestarted(row, work.now);
  const next = anew ?? asResumed(row, work.now);
  const at = Math.max(work.now, next.current_period_end);
  const billing = await readBilling(work, work.reader, row);
  const { bill } = nextPeriod(next, billing.at(at));
  const money = (minor: number) => fromMinor(minor, row.currency);
  const amounts = { total: money(bill.total_minor), tax: money(bill.tax_minor) };
  return { at: isoInstant(at), ...amounts, is_now: anew !== undefined };
}

/** What is to be paid now for what is past due, also if the card is not tried again by itself. */
export async function dueNow(work: Work, subscription_id: string): Promise<number | null> {
  const row = await findSubscription(work.reader, subscription_id);
  if (row?.status !== 'past_due') return null;
  const billing = await readBilling(work, work.reader, row);
  const { bill } = nextPeriod(row, billing.at(work.now));
  return fromMinor(bill.total_minor, row.currency);
}
