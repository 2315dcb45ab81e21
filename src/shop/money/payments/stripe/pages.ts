import type Stripe from 'stripe';
import type { Gateway } from '../gateway.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { answerOf, StripeRefused } from './refusals.ts';

const PAGE = 100;

type Pages = Required<Pick<Gateway, 'listOpenPages' | 'closePage'>>;

export const pagesAt = (access: StripeAccess): Pages => ({
  async listOpenPages({ store_id, since }) {
    const stripe = await stripeOf(access, store_id);
    const where = { created: { gte: Math.floor(since / 1000) } };
    const pages = await everything((paging) =>
      stripe.checkout.sessions.list({ ...where, ...paging, status: 'open' }),
    );
    const payments = await everything((paging) =>
      stripe.paymentIntents.list({ ...where, ...paging }),
    );
    // Whoever is at their bank can still confirm it.
    const at_bank = payments.filter(({ status }) => WAITING.includes(status));
    return [...pages, ...at_bank].flatMap(({ id: reference, metadata }) => {
      if (metadata?.store_id !== store_id) return [];
      return [{ reference, key: metadata.transaction_id ?? null }];
    });
  },

  async closePage({ store_id, reference }) {
    const stripe = await stripeOf(access, store_id);
    const { sessions } = stripe.checkout;
    const is_page = reference.startsWith('cs_');
    try {
      await answerOf(
        is_page ? close(sessions, reference) : stripe.paymentIntents.cancel(reference),
      );
    } catch (error) {
      // Somebody has paid on it just now, or it has ended.
      if (!(error instanceof StripeRefused)) throw error;
    }
  },
});

const WAITING: readonly string[] = ['requires_action', 'requires_confirmation'];

const close = (sessions: Stripe['checkout']['sessions'], reference: string): Promise<object> =>
  sessions.expire(reference);

async function everything<T extends { id: string }>(
  list: (paging: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let after: string | undefined; ; ) {
    const paging = { limit: PAGE, ...(after !== undefined && { starting_after: after }) };
    const { data, has_more } = await answerOf(list(paging));
    all.push(...data);
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return all;
  }
}
