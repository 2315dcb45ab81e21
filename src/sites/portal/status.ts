import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { NextPayment } from '../../shop/subscriptions/next-payment.ts';
import type { TaxBehavior } from '../../shop/tax/tax-settings.rules.ts';
import type { ProductRecord, SubscriptionRecord, Visit } from './visit.ts';

type Mood = 'good' | 'warn' | 'bad' | 'over';

/** A word with a dot: never colour alone. */
export const chip = (mood: Mood, text: string): Html =>
  html`<span class="chip ${mood}">${text}</span>`;

const MOODS: Record<keyof Words['portal']['subscriptionStatus'], Mood> = {
  trialing: 'good',
  active: 'good',
  ending: 'warn',
  past_due: 'bad',
  paused: 'warn',
  canceled: 'over',
};

/** How a subscription is, in a word. */
export function statusChip({ words }: Visit, one: SubscriptionRecord): Html {
  const status = one.cancel_at_period_end && one.status !== 'canceled' ? 'ending' : one.status;
  return chip(MOODS[status], words.portal.subscriptionStatus[status]);
}

/** And in a sentence; what is past due says more above. */
export function statusText(
  { words, store }: Visit,
  one: SubscriptionRecord,
  next: NextPayment | null,
): string | undefined {
  const { portal, day } = words;
  if (one.status === 'canceled') return portal.endedOn(day(one.ended_at ?? one.updated_at));
  if (one.status === 'past_due') return undefined;
  if (one.status === 'paused') return pausedText(words, one, store.name);
  if (one.cancel_at_period_end) return portal.endsOn(day(one.current_period_end));
  const when = next && nextSentence(words, one, next);
  if (one.status === 'trialing') {
    return [portal.trialUntil(day(one.trial_end ?? one.current_period_end)), when]
      .filter((text) => text !== null)
      .join(' ');
  }
  return when ?? portal.paidUntil(day(one.current_period_end));
}

function pausedText({ portal, day }: Words, one: SubscriptionRecord, shop: string): string {
  if (one.resumes_at !== null) return portal.pausedUntil(day(one.resumes_at));
  if (one.paused_by === 'customer') return portal.pausedByYou;
  return one.paused_by === 'unpaid' ? portal.pausedUnpaid : portal.pausedByShop(shop);
}

function nextSentence(
  { portal, amount, day }: Words,
  { plan }: SubscriptionRecord,
  next: NextPayment,
): string {
  const what = { amount: amount(next.total, plan.currency), day: day(next.at) };
  return next.tax === 0 ? portal.nextPaymentOn(what) : portal.nextPaymentWithTax(what);
}

interface Stated {
  tax_behavior: TaxBehavior | null;
}

/** Whether tax is added to a price. */
export type IsPlusTax = (plan: Stated) => boolean;

interface Priced extends Stated, Pick<ProductRecord, 'price' | 'currency'> {
  interval: NonNullable<ProductRecord['billing_interval']> | null;
  interval_count: number | null;
}

/** `€20.00 a month plus tax`. */
export function priceText(
  { shared, portal, amount }: Words,
  plan: Priced,
  { is_plus_tax, is_each = false }: { is_plus_tax: IsPlusTax; is_each?: boolean },
): string {
  const every = shared.every(plan.interval ?? 'month', plan.interval_count ?? 1);
  const price = { amount: amount(plan.price, plan.currency), every };
  const text = is_each ? portal.priceEach(price) : portal.priceEvery(price);
  return is_plus_tax(plan) ? portal.plusTax(text) : text;
}

/** `Pro × 3`. */
export const planText = (
  { portal }: Words,
  { name, quantity }: { name: string; quantity: number },
): string => (quantity === 1 ? name : portal.times({ name, quantity }));

/** A product's picture, or its first letter where there is none or it does not load. */
export function tile({ name, image_url }: { name: string; image_url: string | null }): Html {
  const initial = [...name][0] ?? '';
  const picture =
    image_url && html`<img src="${image_url}" alt="" loading="lazy" data-letter="${initial}">`;
  return html`<span class="tile" aria-hidden="true">${initial}${picture}</span>`;
}
