import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { periodStart } from '../../platform/core/periods.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import { fullPriceMinor } from '../../shop/checkout/price.rules.ts';

/** When a subscription is paid next, and what it costs then; undefined for what is bought once. */
export function renewalOf(checkout: CheckoutRow, { words, now }: { words: Words; now: number }) {
  const { billing_interval: interval, billing_interval_count, renewal_total_minor } = checkout;
  if (interval === null || renewal_total_minor === null) return undefined;
  const interval_count = billing_interval_count ?? 1;
  const from = checkout.completed_at ?? now;
  const at =
    checkout.trial_days > 0
      ? from + checkout.trial_days * DAY_MS
      : periodStart(from, { interval, interval_count }, 1);
  return {
    amount: words.money(renewal_total_minor, checkout.currency),
    every: words.shared.every(interval, interval_count),
    day: words.day(at),
  };
}

/** What a subscription will cost, and when. `tax`: what is to be said about it. */
export function renewalNotice(
  { checkout, words, now }: { checkout: CheckoutRow; words: Words; now: number },
  tax?: 'plus' | 'included' | undefined,
): Html | undefined {
  const next = renewalOf(checkout, { words, now });
  if (!next) return undefined;
  const { thenFree, cancelAnyTime, taxComesOnTop, taxIsIncluded } = words.checkout;
  if (checkout.renewal_total_minor === 0 && fullPriceMinor(checkout) === 0) {
    return html`<p class="next">${thenFree}</p>`;
  }
  const about_tax = tax === 'plus' ? taxComesOnTop : tax === 'included' ? taxIsIncluded : undefined;
  return html`<p class="next">
    <strong>${renewalSentence(checkout, words, next)}</strong> ${about_tax} ${cancelAnyTime}
  </p>`;
}

/** `Then $20.00 a month from 20 December.`, with what a coupon changes of it. */
export function renewalSentence(
  checkout: CheckoutRow,
  words: Words,
  next: { amount: string; every: string; day: string },
): string {
  const { coupon_duration, coupon_months, currency } = checkout;
  const full = words.money(fullPriceMinor(checkout), currency);
  const reduced = next.amount;
  if (reduced === full || coupon_duration === 'forever') return words.checkout.thenEvery(next);
  const later = { ...next, amount: full, reduced };
  return coupon_duration === 'once'
    ? words.checkout.thenOnceReduced(later)
    : words.checkout.thenReducedFor({ ...later, months: coupon_months ?? 0 });
}
