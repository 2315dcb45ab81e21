import type Stripe from 'stripe';
import type { Gateway } from '../gateway.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { answerOf, StripeRefused } from './refusals.ts';

const PAGE = 100;

type Pages = Required<Pick<Gateway, 'listOpenPages' | 'closePage'>>;

export const pagesAt = (access: StripeAccess): Pages => ({
  async listOpenPages({ store_id, since }) {
    const stripe = await stripeOf(access, store_id);
    const where = { status: 'open', created: { gte: Math.floor(since / 1000) } } as const;
    const open: { reference: string; key: string | null }[] = [];
    for (let after: string | undefined; ; ) {
      const page: Stripe.ApiList<Stripe.Checkout.Session> = await answerOf(
        stripe.checkout.sessions.list({
          ...where,
          limit: PAGE,
          ...(after !== undefined && { starting_after: after }),
        }),
      );
      for (const { id: reference, metadata } of page.data) {
        if (metadata?.store_id !== store_id) continue;
        open.push({ reference, key: metadata.transaction_id ?? null });
      }
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return open;
    }
  },

  async closePage({ store_id, reference }) {
    const stripe = await stripeOf(access, store_id);
    try {
      await answerOf(stripe.checkout.sessions.expire(reference));
    } catch (error) {
      // Somebody has paid on it just now, or it has ended.
      if (!(error instanceof StripeRefused)) throw error;
    }
  },
});
