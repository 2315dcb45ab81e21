// What arrives on the seller's account: payments less the fees, refunds, disputes.
import type Stripe from 'stripe';
import { listOf } from './lists.ts';
import { converting, disputeFee, settled } from './money.ts';
import { currency, page, range, text } from './parameters.ts';
import { find, route } from './route.ts';
import { type Context, newId, nowSeconds } from './world.ts';

const AVAILABLE_AFTER_SECONDS = 2 * 86_400;

type Kind = 'charge' | 'payment' | 'refund' | 'payment_refund' | 'refund_failure' | 'adjustment';

const CATEGORIES: Record<Kind, string> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failure',
  adjustment: 'dispute',
};

function book(
  { world, data }: Context,
  kind: Kind,
  source: string,
  numbers: {
    amount: number;
    fee: number;
    exchange_rate: number | null;
    description: string | null;
  },
): Stripe.BalanceTransaction {
  const { amount, fee, exchange_rate, description } = numbers;
  const account_currency = data.seller.default_currency;
  const created = nowSeconds(world);
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + AVAILABLE_AFTER_SECONDS,
    balance_type: 'payments',
    created,
    currency: account_currency,
    description,
    exchange_rate,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: account_currency,
              description: kind === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: CATEGORIES[kind],
    source,
    status: 'pending',
    type: kind,
  };
  data.balance_transactions.set(transaction.id, transaction);
  return transaction;
}

export function bookCharge(context: Context, charge: Stripe.Charge): Stripe.BalanceTransaction {
  const { default_currency } = context.data.seller;
  const kind = charge.id.startsWith('py_') ? 'payment' : 'charge';
  const numbers = settled(charge.amount, charge.currency, default_currency);
  return book(context, kind, charge.id, { ...numbers, description: charge.description });
}

/** Fees of the payment are not given back. */
export function bookRefund(context: Context, refund: Stripe.Refund): Stripe.BalanceTransaction {
  const kind = refund.id.startsWith('pyr_') ? 'payment_refund' : 'refund';
  return bookMoved(context, kind, refund.id, -refund.amount, refund.currency);
}

export const bookFailedRefund = (
  context: Context,
  refund: Stripe.Refund,
): Stripe.BalanceTransaction =>
  bookMoved(context, 'refund_failure', refund.id, refund.amount, refund.currency);

/** Taken with a fee when it is opened; given back when it is won, the fee too. */
export function bookDispute(
  context: Context,
  dispute: Stripe.Dispute,
  direction: 'withdrawn' | 'reinstated',
): Stripe.BalanceTransaction {
  const { default_currency } = context.data.seller;
  const sign = direction === 'withdrawn' ? -1 : 1;
  const moved = converting(sign * dispute.amount, dispute.currency, default_currency);
  const fee = -sign * disputeFee(default_currency);
  const description = `Chargeback ${direction === 'withdrawn' ? 'withdrawal' : 'reversal'} for ${dispute.charge}`;
  return book(context, 'adjustment', dispute.id, { ...moved, fee, description });
}

function bookMoved(
  context: Context,
  kind: Kind,
  source: string,
  amount: number,
  currency: string,
): Stripe.BalanceTransaction {
  const moved = converting(amount, currency, context.data.seller.default_currency);
  const description = kind === 'refund_failure' ? 'REFUND FAILURE' : 'REFUND FOR CHARGE';
  return book(context, kind, source, { ...moved, fee: 0, description });
}

export const balanceTransactionRoutes = [
  route<Stripe.BalanceTransactionRetrieveParams>({
    call: 'GET /v1/balance_transactions/:id',
    permission: 'rak_balance_transaction_source_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'balance_transactions', id),
  }),
  route<Stripe.BalanceTransactionListParams>({
    call: 'GET /v1/balance_transactions',
    permission: 'rak_balance_transaction_source_read',
    parameters: { ...page, created: range, currency, source: text, type: text },
    handle({ data }, { currency, source, type, ...paging }) {
      const all = [...data.balance_transactions.values()].filter(
        (transaction) =>
          (currency === undefined || transaction.currency === currency) &&
          (source === undefined || transaction.source === source) &&
          (type === undefined || transaction.type === type),
      );
      return listOf(all, '/v1/balance_transactions', paging);
    },
  }),
];
