import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import { answerOf, StripeBusy } from './refusals.ts';

/** Stripe takes about a second to open a page; longer, and the answer will not come. */
const TRY_MS = 6_000;
/** All tries together, below the time after which nobody waits for a provider any more. */
const WITHIN_MS = 17_000;
const PAUSES_MS = [200, 500, 1_000];
/** What is left has to be enough for an answer. */
const SHORTEST_TRY_MS = 1_000;

/**
 * The answer of Stripe, for somebody who waits for it: what it was too busy for, and what it did not
 * answer in time, is asked again at once. Each request must carry the same key, so that one that has
 * arrived after all has the same effect and no other.
 */
export async function answerAtOnce<T>(
  stripe: Stripe,
  request: (options: { timeout: number }) => Promise<T>,
): Promise<T> {
  const ends_at = performance.now() + WITHIN_MS;
  const longest = Math.min(stripe.getApiField('timeout'), TRY_MS);
  for (let attempt = 0; ; attempt++) {
    const timeout = Math.round(Math.min(longest, ends_at - performance.now()));
    try {
      return await answerOf(request({ timeout }));
    } catch (error) {
      const pause_ms = PAUSES_MS[attempt];
      if (!(error instanceof StripeBusy) || pause_ms === undefined) throw error;
      if (ends_at - performance.now() < pause_ms + SHORTEST_TRY_MS) throw error;
      // Whoever was refused at the same moment does not come back at the same moment.
      await setTimeout(pause_ms * (0.5 + Math.random() / 2));
    }
  }
}
