// Every payment, refund and dispute, to be compared with the books of Kassa.
import type Stripe from 'stripe';
import { dataOf, idOf, type World } from './world.ts';

interface BookedPayment {
  charge: string;
  payment_intent: string | null;
  amount: number;
  currency: string;
  status: Stripe.Charge.Status;
  refunded: number;
  disputed: boolean;
  customer: string | null;
  metadata: Stripe.Metadata;
  fee: number | null;
  fee_currency: string | null;
}

interface BookedRefund {
  refund: string;
  charge: string | null;
  payment_intent: string | null;
  amount: number;
  currency: string;
  status: string | null;
  metadata: Stripe.Metadata | null;
}

interface BookedDispute {
  dispute: string;
  payment_intent: string | null;
  amount: number;
  currency: string;
  status: string;
}

export interface Books {
  payments: BookedPayment[];
  refunds: BookedRefund[];
  disputes: BookedDispute[];
  /** By currency, in its smallest unit: what was taken, what went back for good or is on its way. */
  totals: Record<string, { charged: number; refunded: number; lost_in_disputes: number }>;
}

const OPEN_OR_LOST = ['needs_response', 'under_review', 'lost'];

export function booksOf(
  world: World,
  { account, livemode = false }: { account?: string; livemode?: boolean } = {},
): Books {
  const [first = ''] = world.accounts.keys();
  const data = dataOf(world, account ?? first, livemode);
  const totals: Books['totals'] = {};
  const add = (currency: string, what: keyof Books['totals'][string], amount: number) => {
    const sums = totals[currency] ?? { charged: 0, refunded: 0, lost_in_disputes: 0 };
    sums[what] += amount;
    totals[currency] = sums;
  };
  const payments = [...data.charges.values()].map((charge): BookedPayment => {
    const { id, amount, currency, status, amount_refunded, disputed, metadata } = charge;
    const booked = data.balance_transactions.get(idOf(charge.balance_transaction) ?? '');
    if (status === 'succeeded') add(currency, 'charged', amount);
    return {
      ...{ charge: id, payment_intent: idOf(charge.payment_intent), amount, currency, status },
      ...{ refunded: amount_refunded, disputed, customer: idOf(charge.customer), metadata },
      ...{ fee: booked?.fee ?? null, fee_currency: booked?.currency ?? null },
    };
  });
  const refunds = [...data.refunds.values()].map((refund): BookedRefund => {
    const { id, amount, currency, status, metadata } = refund;
    if (status === 'succeeded' || status === 'pending') add(currency, 'refunded', amount);
    const payment_intent = idOf(refund.payment_intent);
    return {
      refund: id,
      charge: idOf(refund.charge),
      payment_intent,
      amount,
      currency,
      status,
      metadata,
    };
  });
  const disputes = [...data.disputes.values()].map((dispute): BookedDispute => {
    const { id, amount, currency, status } = dispute;
    if (OPEN_OR_LOST.includes(status)) add(currency, 'lost_in_disputes', amount);
    return { dispute: id, payment_intent: idOf(dispute.payment_intent), amount, currency, status };
  });
  return { payments, refunds, disputes, totals };
}
