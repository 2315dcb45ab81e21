import type Stripe from 'stripe';
import { DAY_MS, wallClock } from '../../../../platform/core/time.ts';
import type { Gateway } from '../gateway.ts';
import type { Dispute } from '../provider-record.rules.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { fromStripeAmount } from './currency.rules.ts';
import { answerOf, isMissing } from './refusals.ts';
import { idOf } from './saved-card.ts';
import { pagesOf } from './search.ts';

/** Longer than a dispute takes: Stripe lists by when one was opened, not by when it changed. */
const LONGEST_MS = 200 * DAY_MS;

export const disputesAt = (
  access: StripeAccess,
): Required<Pick<Gateway, 'listDisputes' | 'lookUpDispute'>> => ({
  async listDisputes({ store_id, since }) {
    const stripe = await stripeOf(access, store_id);
    const created = {
      gte: Math.max(0, Math.floor((Math.min(since, wallClock()) - LONGEST_MS) / 1000)),
    };
    const found: Dispute[] = [];
    for await (const { data } of pagesOf((page) => stripe.disputes.list({ ...page, created }))) {
      found.push(...data.map(disputeOf).filter((one) => one !== undefined));
    }
    return found;
  },

  async lookUpDispute({ store_id, reference }) {
    const stripe = await stripeOf(access, store_id);
    try {
      return disputeOf(await answerOf(stripe.disputes.retrieve(reference)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
});

/** Undefined for an inquiry, and for one that was settled before it became a dispute. */
function disputeOf(dispute: Stripe.Dispute): Dispute | undefined {
  const status = statusOf(dispute);
  const charge_reference = idOf(dispute.payment_intent);
  if (!status || charge_reference === null) return undefined;
  const currency = dispute.currency.toUpperCase();
  const { balance_transactions: booked } = dispute;
  const fee_currency = booked[0]?.currency.toUpperCase() ?? currency;
  const fee = booked.reduce((sum, one) => sum + one.fee, 0);
  const due_by = dispute.evidence_details.due_by ?? null;
  return {
    reference: dispute.id,
    charge_reference,
    status,
    amount_minor: fromStripeAmount(dispute.amount, currency),
    fee_minor: fromStripeAmount(fee, fee_currency),
    currency,
    fee_currency,
    reason: dispute.reason,
    due_at: due_by === null ? null : due_by * 1000,
  };
}

function statusOf({ status, balance_transactions }: Stripe.Dispute): Dispute['status'] | undefined {
  switch (status) {
    case 'needs_response':
    case 'under_review':
      return 'opened';
    case 'won':
      return 'won';
    // An appeal begins after a dispute was lost; it may be won in the end.
    case 'lost':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost';
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
      return undefined;
    default: {
      // `prevented`, or new: what counts is whether the money was taken.
      const moved = balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
      return moved < 0 ? 'lost' : undefined;
    }
  }
}
